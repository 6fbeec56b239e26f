"""The agent REPL: Python that L1 and L2 run in the reader's browser, or headless under Node."""
