"""Reports as files: functions that write a report (a frozen dataclass) as JSON, CSV, XLSX or PDF."""
