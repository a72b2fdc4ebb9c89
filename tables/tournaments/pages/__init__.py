"""The pages of tournaments: announced, sold, drawn, directed, shown on the wall."""
