"""The manners every API view shares: problems, strict bodies, idempotent commands, cursor pages, tokens, schema."""
