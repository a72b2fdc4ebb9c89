"""Revenue and levies: statements for the authority, levy terms, the authority's keys, the result of house games."""
