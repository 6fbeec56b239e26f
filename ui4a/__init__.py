"""Cards: their catalogue, carrier, grammar, checks and frame.

Covers: a library that knows neither chat nor engine. Does not cover: which answers show a card (backend/mol).
"""
