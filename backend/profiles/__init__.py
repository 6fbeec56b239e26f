"""What a deployment runs with."""
