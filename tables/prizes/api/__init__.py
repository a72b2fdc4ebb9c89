"""`/api/v1/tournaments/<id>/`: eliminations, prizes, deals."""
