"""Commands on places and prizes; each locks the tournament's row first, as its other commands do."""
