"""What every stage promises, checked as an engine would meet it."""
