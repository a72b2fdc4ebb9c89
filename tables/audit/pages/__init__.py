"""The management's pages: audit, days, findings, tips, simulation."""
