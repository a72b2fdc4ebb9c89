"""The posted sheet: the rules of a table as guests read them."""
