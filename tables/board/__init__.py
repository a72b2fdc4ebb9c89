"""The floor's board: every table as it stands, what needs somebody, the wall, the search."""
