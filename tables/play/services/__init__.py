"""The use cases of play: record, correct, void."""
