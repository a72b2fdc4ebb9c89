"""German moments in figures, as everywhere else on our pages; the month's name stays for dates alone."""

DATETIME_FORMAT = "d.m.Y H:i"
