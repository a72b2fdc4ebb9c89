"""The cage: windows and their shifts, slips, boxes and their blind counts, prints."""
