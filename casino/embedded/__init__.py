"""PostgreSQL and Valkey as children of our own, for a machine that has neither. A house with real servers never comes here."""
