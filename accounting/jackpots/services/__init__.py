"""Use cases of jackpot funds."""
