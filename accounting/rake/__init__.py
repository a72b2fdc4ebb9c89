"""Rake schedules: proposed by one, approved by another; their terms in words and step by step."""
