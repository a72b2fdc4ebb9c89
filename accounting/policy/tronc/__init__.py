"""The tronc: the rules by which a month's tips are shared, and the share of each person."""
