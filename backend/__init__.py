"""Everything behind the page."""
