"""Pages of dealers and their rota."""
