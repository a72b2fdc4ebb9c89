"""The hands of a tournament: dealt action by action, for chips."""
