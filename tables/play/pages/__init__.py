"""The dealer's pages."""
