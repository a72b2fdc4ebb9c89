"""What roles may do with the money.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.roles import Role

_READING = frozenset(
    {"accounting.read_boxes", "accounting.read_days", "accounting.view_ledger", "accounting.view_reports"}
)
_RUNNING_TABLES = frozenset(
    {
        "accounting.open_day",
        "accounting.edit_schedule",
        "accounting.move_float",  # ask for and take fills and credits
        "accounting.drop_box",
    }
)
# The first signature under a statement of revenue, and handing in the authority's signature, which proves itself.
_STATING = frozenset({"accounting.sign_statement", "accounting.countersign"})
# Everybody who may share in a tronc reads their own sheets, and nobody else's.
_OWN_SHARE = frozenset({"accounting.read_own_share"})
_MANAGING = frozenset(
    {
        "accounting.close_day",
        "accounting.reopen_day",  # by two managers: one asks, one approves
        "accounting.explain_variance",
        "accounting.approve_schedule",
        "accounting.edit_levy",  # propose levy terms, which another approves; register keys of the authority
        "accounting.approve_levy",
        "accounting.confirm_statement",  # the second signature under a statement of revenue
        "accounting.edit_fund",  # open a jackpot fund, propose its terms, ask for money to be paid in
        "accounting.approve_fund",  # as the second person
        "accounting.reverse_entry",
        "accounting.resolve_finding",
        "accounting.count_box",
        "accounting.run_window",
        "accounting.run_jobs",
        "accounting.run_audit",
        "accounting.read_tronc",  # everybody's shares
        "accounting.edit_tronc",  # propose rules, enter members
        "accounting.approve_tronc",  # as the second person
        "accounting.read_tips",  # the records of each day's tips
        "accounting.record_tips",  # one draws up the day's record, another signs
        "accounting.share_tronc",  # compute a month
        "accounting.confirm_tronc",  # as the second person
        "accounting.pay_tronc",  # by two; the list names everybody's share
    }
)

DOMAIN: Final[Mapping[Role, frozenset[str]]] = {
    Role.DEALER: _OWN_SHARE,
    Role.FLOOR: _RUNNING_TABLES | _READING | _STATING | _OWN_SHARE,
    Role.CAGE: _OWN_SHARE
    | {
        "accounting.read_tips",
        "accounting.record_tips",
        "accounting.move_float",
        "accounting.count_box",
        "accounting.run_window",  # open, sell, redeem, close
        "accounting.read_boxes",
        "accounting.read_days",
        "accounting.view_ledger",
    },
    Role.MANAGER: _RUNNING_TABLES | _READING | _STATING | _MANAGING | _OWN_SHARE,
    Role.AUDITOR: _READING
    | _OWN_SHARE
    | {"accounting.read_tips", "accounting.read_tronc", "accounting.countersign", "accounting.run_audit"},
    Role.INTEGRATOR: _RUNNING_TABLES | _READING | {"accounting.act_without_version", "accounting.run_jobs"},
    # The works council recalculates the tronc (BetrVG § 80 (1) 1, (2)).
    Role.COUNCIL: _OWN_SHARE | {"accounting.read_tips", "accounting.read_tronc"},
}

_SEES = frozenset({"accounting.view_*"})
_EDITS_SCHEDULES = frozenset({"accounting.add_*schedule*", "accounting.change_*schedule*"})
# Administrators see nothing of the money.
MODELS: Final[Mapping[Role, frozenset[str]]] = {
    Role.FLOOR: _SEES | _EDITS_SCHEDULES,
    Role.MANAGER: _SEES | _EDITS_SCHEDULES | {"accounting.add_window", "accounting.change_window"},
    Role.AUDITOR: _SEES,
    Role.ADMIN: frozenset({"accounting.view_house", "accounting.change_house"}),
}
