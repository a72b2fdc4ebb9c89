"""Reports as values with several faces: a frozen dataclass, and functions that show it as JSON, CSV or XLSX."""
