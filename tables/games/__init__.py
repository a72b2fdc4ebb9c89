"""Games of the house: their stakes and terms, rule sets, the chips they are played for, posted sheets."""
