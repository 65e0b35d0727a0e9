"""Tools that know nothing of simulations: errors, seeds, lines, text, schemas."""
