"""Claims on jackpots: what a hand is worth by the fund's rules, entered by the floor, approved by another."""
