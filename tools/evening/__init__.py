"""The demo: a few evenings of an invented house, played through the same services as real ones."""
