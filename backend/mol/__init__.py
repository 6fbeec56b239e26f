"""One turn and its hops."""
