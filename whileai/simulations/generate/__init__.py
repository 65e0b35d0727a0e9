"""Where users find what is known of the running rollout."""
