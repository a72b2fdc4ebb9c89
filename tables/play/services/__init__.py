"""Use cases of play: record, correct and void hands and rounds; games, stakes and time charges."""
