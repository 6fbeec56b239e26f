"""What an operator can count."""
