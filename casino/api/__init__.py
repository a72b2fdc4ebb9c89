"""API conventions: problems, strict bodies, idempotent commands, cursor pages, tokens, schema."""
