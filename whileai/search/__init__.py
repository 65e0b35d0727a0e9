"""What is played next, and why: pure, synchronous, the same at any concurrency."""
