"""The money side's API: houses, gaming days, rake schedules, the ledger and the reports on it."""
