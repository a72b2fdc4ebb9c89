"""The back office: plain Django admin on our own site. Changes of money or play go through a service.

The apps' admin packages use `reading.ReadOnlyAdmin`, `actions.Action` with `actions.ActionsAdmin`, and
`site.count(...)` for the counters of the first page.
"""

from casino.admin.people import LoginEventAdmin, UserAdmin
from casino.admin.work import JobAdmin

__all__ = ["JobAdmin", "LoginEventAdmin", "UserAdmin"]
