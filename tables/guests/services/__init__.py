"""Use cases about guests: registering, editing, admission."""
