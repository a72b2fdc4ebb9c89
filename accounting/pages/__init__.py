"""Server-rendered pages of the money side: management's reports and proof, the cage's list."""
