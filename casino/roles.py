"""Roles and the permissions they carry, in code so that changes are reviewed.

A permission is the text `"<app>.<verb>_<noun>"`.  *Domain* permissions name actions (`tables.void_hand`); *model*
permissions are Django's own four verbs (`tables.view_hand`) and only open pages of the admin, where models are named by
pattern.  Services authorise with `require`; views never do.  Duties are separated as in the trade: administrators of
users move no money, auditors write nothing of money and play, and no role deletes.  Pure: no Django, no query.
"""

from collections.abc import Iterable
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Protocol

from casino.errors import NotAllowed, _


class Role(StrEnum):
    """A person's job in the house; one person may have several. `INTEGRATOR` is another system."""

    DEALER = "dealer"
    FLOOR = "floor"
    CAGE = "cage"
    MANAGER = "manager"
    AUDITOR = "auditor"
    ADMIN = "admin"
    INTEGRATOR = "integrator"
    COUNCIL = "council"


class Actor(Protocol):
    """A user with roles."""

    @property
    def is_active(self) -> bool:
        """False for a user without any rights, such as a former employee."""

    @property
    def roles(self) -> Iterable[str]:
        """Role names; unknown names carry no permission."""


# A dealer's work; the services check that it is the dealer's own table.
_AT_THE_TABLE = frozenset({"tables.record_hand", "tables.undo_action"})
_READING = frozenset(
    {
        "accounting.read_boxes",
        "accounting.read_days",
        "accounting.view_ledger",
        "accounting.view_reports",
        "tables.read_dealers",  # shifts, breaks, qualifications, the line-up
        "tables.read_every_hand",
        "tables.read_guests",
        "tables.read_hands",  # those of one's own table without `read_every_hand`
        "tables.read_rulings",  # also calls for the floor
        "tables.read_seating",  # waiting lists, moves, draws, absences, chips that were kept
        "tables.read_tables",  # also games and their plans
        "tables.read_tournaments",
    }
)
_RUNNING_TABLES = _AT_THE_TABLE | {
    "tables.open_table",  # open, pause, resume, change the game, close
    "tables.edit_table",
    "tables.edit_game",
    "tables.edit_rules",  # propose a rule set of the house
    "tables.edit_guest",
    "tables.admit_guest",  # check identity and ban file
    "tables.seat_guest",  # sit, top up, cash out, move, away, back
    "tables.push_dealer",
    "tables.deal_anywhere",  # record at a table with another dealer
    "tables.claim_jackpot",  # enter a claim on a jackpot
    "tables.void_hand",  # also the reversal of a settled one
    "accounting.open_day",
    "accounting.edit_schedule",
    "accounting.move_float",  # ask for and take fills and credits
    "accounting.drop_box",
    "tables.record_ruling",
    "tables.run_tournament",  # announce, seat, clock, count, eliminate
    "casino.edit_device",  # enrol tablets, free a tile that wrong PINs have locked
}
# Incidents are for those who run the room and for the audit; no other system reads about guests and their troubles.
_LOGGING = frozenset({"tables.keep_log", "tables.read_log"})  # incidents, hand-over sheets
# The first signature under a statement of revenue, and handing in the authority's signature, which proves itself.
_STATING = frozenset({"accounting.sign_statement", "accounting.countersign"})
# A key of the supervising authority is confirmed by roles that sign no statement: two managers could make one up.
_CONFIRMING_KEYS = frozenset({"casino.confirm_authority_key", "casino.decline_authority_key"})
_MANAGING = frozenset(
    {
        "accounting.close_day",
        "accounting.reopen_day",  # by two managers: one asks, one approves
        "accounting.explain_variance",
        "accounting.approve_schedule",
        "accounting.edit_levy",  # propose levy terms, which another approves; register keys of the authority
        "accounting.approve_levy",
        "casino.decline_authority_key",  # a key that somebody registered, one's own too
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
        "tables.approve_jackpot",  # as the second person, a claim that the floor entered
        "tables.approve_rules",  # as the second person, a rule set of the house
        "tables.settle_tournament",  # also cancel one
        "tables.erase_guest",  # by two managers: one asks, another approves; also legal holds
        "tables.read_retention",  # what is kept of people, how long, and what was erased
        "tables.ban_guest",  # from the house; also admit a guest when the ban file does not answer
        "casino.view_logins",
        "casino.approve_account",  # as the second person, what another asked for (`casino.services.accounts`)
        "casino.approve_house",  # as the second person, another clock of the house (`accounting.days.services.clocks`)
        "casino.review_access",
    }
)

# Everybody who may share in a tronc reads their own sheets, and nobody else's.
_OWN_SHARE = frozenset({"accounting.read_own_share"})

_DOMAIN: dict[Role, frozenset[str]] = {
    Role.DEALER: _AT_THE_TABLE | _OWN_SHARE | {"tables.read_hands", "tables.read_tables", "tables.read_tournaments"},
    Role.FLOOR: _RUNNING_TABLES | _READING | _LOGGING | _STATING | _OWN_SHARE,
    Role.CAGE: frozenset(
        {
            "accounting.read_own_share",
            "accounting.read_tips",
            "accounting.record_tips",
            "accounting.move_float",
            "accounting.count_box",
            "accounting.run_window",  # open, sell, redeem, close
            "accounting.read_boxes",
            "accounting.read_days",
            "accounting.view_ledger",
            "tables.read_guests",
            "tables.read_tables",  # without their stacks: a table's figures would give away what its boxes hold
            "tables.read_tournaments",
            "tables.edit_guest",
            "tables.admit_guest",
            "tables.sell_entry",  # of a tournament; taking money needs `accounting.run_window` too
        }
    ),
    Role.MANAGER: _RUNNING_TABLES
    | _READING
    | _LOGGING
    | _STATING
    | _MANAGING
    | _OWN_SHARE
    | {"tables.import_hand", "tables.sell_entry"},
    Role.AUDITOR: _READING
    | _OWN_SHARE
    | _CONFIRMING_KEYS
    | {
        "accounting.read_tips",
        "accounting.read_tronc",
        "accounting.countersign",
        "accounting.run_audit",
        "casino.view_logins",
        "casino.review_access",
        "tables.read_log",
        "tables.read_retention",
    },
    Role.ADMIN: _CONFIRMING_KEYS
    | frozenset(
        {
            "casino.edit_user",
            "casino.approve_account",
            "casino.approve_house",
            "casino.review_access",
            "casino.edit_device",
            "casino.edit_house",
            "casino.view_logins",
        }
    ),
    Role.INTEGRATOR: _RUNNING_TABLES
    | _READING
    | {"accounting.act_without_version", "accounting.run_jobs", "tables.import_hand"},
    # The works council recalculates the tronc (BetrVG § 80 (1) 1, (2)).
    Role.COUNCIL: _OWN_SHARE | {"accounting.read_tips", "accounting.read_tronc"},
}

_EDITS_TABLES = frozenset(
    {f"tables.{verb}_{noun}" for verb in ("add", "change") for noun in ("table", "game", "guest")}
)
_EDITS_SCHEDULES = frozenset({"accounting.add_*schedule*", "accounting.change_*schedule*"})
_EDITS_WINDOWS = frozenset({"accounting.add_window", "accounting.change_window"})
_SEES_THE_HOUSE = frozenset({"tables.view_*", "accounting.view_*"})

# The admin's model permissions, by pattern. Auditors also see users; administrators see nothing of money and play.
_MODELS: dict[Role, frozenset[str]] = {
    Role.DEALER: frozenset(),
    Role.FLOOR: _SEES_THE_HOUSE | _EDITS_TABLES | _EDITS_SCHEDULES,
    Role.CAGE: frozenset(),
    Role.MANAGER: _SEES_THE_HOUSE | _EDITS_TABLES | _EDITS_SCHEDULES | _EDITS_WINDOWS | {"casino.view_*"},
    Role.AUDITOR: _SEES_THE_HOUSE | {"casino.view_*"},
    Role.ADMIN: frozenset({
        "casino.view_*", "casino.add_user", "casino.change_user", "accounting.view_house", "accounting.change_house",
        "tables.view_admissionpolicy", "tables.add_admissionpolicy", "tables.change_admissionpolicy",
    }),
    Role.INTEGRATOR: frozenset(),
    Role.COUNCIL: frozenset(),
}  # fmt: skip

# The roles that one administrator gives alone; all others move money, give rights, or read what is others' business.
GIVEN_ALONE: frozenset[str] = frozenset({Role.DEALER})

# The roles that move money, or give rights.
MONEY: frozenset[str] = frozenset({Role.FLOOR, Role.CAGE, Role.MANAGER, Role.ADMIN})

# Roles that nobody has together unless the house says otherwise (`CASINO_INCOMPATIBLE_ROLES`): who checks does not act,
# who gives rights moves no money, and who counts boxes and pays out runs no table and closes no day.
INCOMPATIBLE = (
    *(("auditor", role.value) for role in Role if role != Role.AUDITOR),
    *(("integrator", role.value) for role in Role if role not in (Role.AUDITOR, Role.INTEGRATOR)),
    ("manager", "council"),
    ("admin", "council"),
    ("admin", "cage"),
    ("admin", "floor"),
    ("admin", "manager"),
    ("cage", "dealer"),
    ("cage", "floor"),
    ("cage", "manager"),
)

PERMISSIONS: frozenset[str] = frozenset().union(*_DOMAIN.values())
STAFF: frozenset[Role] = frozenset({Role.FLOOR, Role.MANAGER, Role.AUDITOR, Role.ADMIN})


@lru_cache(maxsize=4096)
def _holds(roles: tuple[str, ...], permission: str) -> bool:
    for role in Role:
        if role in roles:
            if permission in _DOMAIN[role]:
                return True
            # A domain permission is never granted by a pattern: `accounting.view_*` is about models.
            if permission not in PERMISSIONS and any(fnmatchcase(permission, pattern) for pattern in _MODELS[role]):
                return True
    return False


def carried_by(permission: str) -> list[str]:
    """The roles that carry a permission."""
    return [role.value for role in Role if _holds((role,), permission)]


def permits(actor: Actor, permission: str) -> bool:
    """Whether one of the actor's roles carries `permission`, domain or model."""
    return actor.is_active and _holds(tuple(actor.roles), permission)


def permits_app(actor: Actor, app_label: str) -> bool:
    """Whether the admin shows the actor any model of the app."""
    prefix = f"{app_label}."
    return actor.is_active and any(
        pattern.startswith(prefix) for role in Role if role in tuple(actor.roles) for pattern in _MODELS[role]
    )


def clashing(role_names: Iterable[str], incompatible: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs among these roles that nobody may have together."""
    held = set(role_names)
    return [pair for pair in incompatible if held.issuperset(pair)]


def holders(permission: str) -> list[str]:
    """The roles that carry a domain permission, in the order of `Role`."""
    return [role.value for role in Role if permission in _DOMAIN[role]]


def require(actor: Actor, permission: str) -> None:
    """Refuse with `not_allowed` unless the actor has the domain permission; the facts name the roles that have it."""
    assert permission in PERMISSIONS, f"{permission} is nobody's: name it in casino/roles.py"
    if not permits(actor, permission):
        raise NotAllowed(
            "not_allowed",
            _("Your role does not allow this. It is for: %(roles)s."),
            permission=permission,
            roles=holders(permission),
        )
