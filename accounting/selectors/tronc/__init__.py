"""Reads of the tronc, one module a subject: rules, members, records of tips, months, sheets."""
