"""The demo: a few evenings of an invented house, played through the services that people use."""
