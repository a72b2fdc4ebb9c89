"""What is read of dealers and their rota."""
