"""Ten ordered rules: the simplest bot that tries to win."""
