"""The money side's API: houses, gaming days, rake schedules, the ledger and the reports on it."""

from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`
