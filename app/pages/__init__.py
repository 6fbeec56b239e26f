"""Pages, each a function that returns one component."""
