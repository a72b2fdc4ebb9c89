"""`/api/v1/` of jackpot funds."""
