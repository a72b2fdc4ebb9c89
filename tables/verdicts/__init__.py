"""What an auditor concludes from what was recorded, booked and counted.  Pure: facts in, verdicts out."""
