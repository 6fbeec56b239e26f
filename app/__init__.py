"""The Reflex surface: pages, small states, pure components. Nothing imports app."""
