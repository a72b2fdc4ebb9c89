"""Queries about dealers: the rota, the board, the pace of dealing."""
