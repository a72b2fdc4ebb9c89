"""Pages of jackpot funds."""
