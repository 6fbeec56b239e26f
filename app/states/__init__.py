"""Small states: one concern each; handlers call one service and store the result."""
