"""The rights of the application's database role on each table, in code so that changes are reviewed.

The owner of the tables migrates; web, worker and beat use another role, which owns nothing.  So append-only rows are
protected not only by triggers: the role has no right to UPDATE, DELETE or TRUNCATE them, nor to create, alter or drop
anything, and cannot disable a trigger.  `manage.py grants` applies these rights.

A table not named here gets no right, and a test fails, so that no new model is forgotten.  Pure.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final


@dataclass(frozen=True, slots=True)
class Rights:
    """SQL verbs on the whole table, and columns with UPDATE where only single columns may change."""

    verbs: tuple[str, ...]
    columns: tuple[str, ...] = ()

    @property
    def append_only(self) -> bool:
        """Whether rows may only be added."""
        return self.verbs == ("SELECT", "INSERT") and not self.columns


READ: Final = Rights(("SELECT",))
ADD: Final = Rights(("SELECT", "INSERT"))
CHANGE: Final = Rights(("SELECT", "INSERT", "UPDATE"))
REBUILD: Final = Rights(("SELECT", "INSERT", "DELETE"))
PASSING: Final = Rights(("SELECT", "INSERT", "UPDATE", "DELETE"))

# By pattern; the first match decides.
RIGHTS: Final[dict[str, Rights]] = {
    # Histories of edited models, by simple-history.
    "*_historical*": ADD,
    # The books. A book's head and a place's balance change with every entry, their other columns never.
    "accounting_entry": ADD,
    "accounting_transfer": ADD,
    "accounting_assessment": ADD,
    "accounting_wager": ADD,
    "accounting_play": READ,
    "accounting_book": Rights(ADD.verbs, ("number", "digest")),
    "accounting_place": Rights(ADD.verbs, ("balance_cents",)),
    # The proof of the day. A re-opening gets only its decision later.
    "accounting_seal": ADD,
    "accounting_sealedrows": ADD,
    "accounting_reopening": Rights(ADD.verbs, ("approved_by_id", "approved_at", "declined_by_id", "declined_at")),
    "accounting_count": ADD,
    "accounting_print": ADD,
    "accounting_proofrun": ADD,
    "accounting_clockchange": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    # Revenue: decided once by a second person (triggers).
    "accounting_levyterms": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    "accounting_authoritykey": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    "accounting_keywithdrawal": ADD,
    "accounting_statement": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id", "number", "previous", "digest")),
    "accounting_countersignature": ADD,
    "accounting_reportsubscription": Rights(ADD.verbs, ("ended_at",)),
    "accounting_reportmail": ADD,
    "accounting_reportdelivery": Rights(ADD.verbs, ("tries", "last_at", "error")),
    "accounting_drop": CHANGE,
    "accounting_slip": CHANGE,
    # A jackpot fund: what two people sign, what is counted, what is paid.  Triggers keep what is decided.
    "accounting_fund": Rights(ADD.verbs, ("closed_at",)),
    "accounting_fundterms": Rights(ADD.verbs, ("state", "decided_by_id", "decided_at")),
    "accounting_fundmove": CHANGE,
    "accounting_funddrop": CHANGE,
    "accounting_fundcount": ADD,
    "accounting_jackpotslip": CHANGE,
    "accounting_jackpotpayee": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    "tables_jackpotclaim": CHANGE,
    "accounting_window": CHANGE,
    "accounting_windowshift": CHANGE,
    "accounting_finding": CHANGE,
    # The tronc. What is asked for or computed stays; what a second person decides of it comes once (triggers).
    "accounting_troncrules": Rights(ADD.verbs, ("state", "decided_by_id", "decided_at")),
    "accounting_troncmember": Rights(ADD.verbs, ("confirmed_by_id", "confirmed_at", "declined_by_id", "declined_at")),
    "accounting_tiprecord": Rights(
        ADD.verbs,
        (
            "counted_cents",
            "electronic_cents",
            "electronic_goes",
            "drawn_up_by_id",
            "drawn_up_at",
            "signed_by_id",
            "signed_at",
            "declined_by_id",
            "declined_at",
            "entry_id",
        ),
    ),
    "accounting_troncrun": Rights(ADD.verbs, ("state", "decided_by_id", "decided_at", "entry_id")),
    "accounting_troncshare": ADD,
    "accounting_troncpayout": Rights(
        ADD.verbs,
        (
            "lines",
            "total_cents",
            "prepared_by_id",
            "prepared_at",
            "paid_by_id",
            "paid_at",
            "declined_by_id",
            "declined_at",
            "entry_id",
        ),
    ),
    # Triggers protect closed days, and terms that were in force.
    "accounting_house": CHANGE,
    "accounting_gamingday": CHANGE,
    "accounting_rakeschedule": CHANGE,
    "accounting_scheduleversion": CHANGE,
    # Can be rebuilt from the books at any time.
    "accounting_rollupmark": CHANGE,
    "accounting_tablehour": REBUILD,
    "accounting_tableday": REBUILD,
    "accounting_houseday": REBUILD,
    "accounting_housemonth": REBUILD,
    # What one asks for an account and another decides.
    "casino_accountrequest": Rights(ADD.verbs, ("decided_by_id", "decided_at", "is_approved")),
    # The room. A hand that is over stays as it was recorded (trigger); what was done in it was never otherwise.
    "tables_handaction": ADD,
    "tables_ruling": ADD,
    "tables_ruling_guests": ADD,
    "tables_incident": ADD,
    "tables_incident_guests": ADD,
    "tables_incidentnote": ADD,
    "tables_handover": Rights(ADD.verbs, ("confirmed_at", "confirmed_by_id")),
    "tables_acknowledgement": ADD,
    "tables_carryover": ADD,
    "tables_floorcall": Rights(ADD.verbs, ("taken_at", "taken_by_id", "answered_at", "answered_by_id", "answer")),
    "tables_calltaking": ADD,
    "tables_auditrun": CHANGE,
    "tables_auditpiece": CHANGE,
    "tables_hand": CHANGE,
    "tables_round": Rights(ADD.verbs, ("state", "version", "void_reason", "voided_by_id")),
    "tables_table": CHANGE,
    "tables_game": CHANGE,
    "tables_guest": CHANGE,
    "tables_admissionpolicy": CHANGE,
    "tables_admissioncheck": ADD,
    "tables_houseban": Rights(ADD.verbs, ("lifted_at", "lifted_by_id")),
    # An erasure is decided by the database's own function, unless it is declined.
    "tables_erasure": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id")),
    "tables_legalhold": Rights(ADD.verbs, ("lifted_at", "lifted_by_id", "lifted_because")),
    "tables_sitting": CHANGE,
    "tables_absence": Rights(ADD.verbs, ("sitting_id", "until", "buttons", "last_button_at")),
    "tables_keptchips": Rights(ADD.verbs, ("outcome", "ended_at", "ended_by_id", "ended_because")),
    "tables_session": CHANGE,
    "tables_down": CHANGE,
    # The rota. A shift's plan and a break stay as they were entered; what came of them is written beside (triggers).
    "tables_houserules": CHANGE,
    "tables_houseruleset": Rights(ADD.verbs, ("state", "decided_at", "decided_by_id", "reason")),
    "tables_qualification": Rights(ADD.verbs, ("until", "until_by_id")),
    "tables_shift": Rights(
        ADD.verbs,
        ("came_at", "came_by_id", "went_at", "went_by_id", "called_off_at", "called_off_by_id", "reason"),
    ),
    "tables_dealerbreak": Rights(ADD.verbs, ("ended_at",)),
    # Tournaments. What is known only later of a draw, a prize, a hand comes once (triggers).
    "tables_tournament": CHANGE,
    "tables_tournamenttable": CHANGE,
    "tables_entrant": CHANGE,
    "tables_purchase": Rights(ADD.verbs, ("returned_id",)),
    "tables_draw": Rights(ADD.verbs, ("purpose", "drawn_at", "facts", "result")),
    "tables_seatchange": ADD,
    "tables_clockevent": ADD,
    "tables_elimination": Rights(ADD.verbs, ("undone_at",)),
    "tables_chipcount": ADD,
    "tables_chipsetcheck": ADD,
    "tables_chiprace": ADD,
    "tables_deal": ADD,
    "tables_prize": Rights(
        ADD.verbs, ("amount_cents", "entrant_id", "window_id", "entry_id", "paid_at", "paid_by_id", "paid_alone")
    ),
    "tables_tournamenthand": Rights(ADD.verbs, ("state", "actions", "result", "reason")),
    # Practice: chips without value.  A game changes until it is closed, a hand until it is over.
    "tables_practicegame": CHANGE,
    "tables_practiceseat": CHANGE,
    "tables_practicehand": Rights(ADD.verbs, ("state", "actions", "result")),
    # Waiting lists. A place on a list changes as it goes; what happened to it stays.
    "tables_waitinglist": CHANGE,
    "tables_waitingentry": CHANGE,
    "tables_waitingevent": ADD,
    # Moves of seated guests. A request and a couple end once, a draw is told once (triggers).
    "tables_moverequest": Rights(ADD.verbs, ("sitting_id", "end", "ended_at", "ended_by_id", "granted_id", "reason")),
    "tables_mustmove": Rights(ADD.verbs, ("uncoupled_at", "uncoupled_by_id")),
    "tables_mustmoveturn": ADD,
    "tables_seatdraw": Rights(ADD.verbs, ("purpose", "drawn_at", "drawn_by_id", "reason", "facts", "result")),
    # What is planned of a cash game. Which game was played from which hand on stays.
    "tables_stakestep": Rights(ADD.verbs, ("state", "ended_at", "cancelled_by_id")),
    "tables_plannedopening": Rights(ADD.verbs, ("cancelled_at", "cancelled_by_id", "session_id")),
    "tables_gamechange": ADD,
    # Which deck and shuffler a table had.
    "tables_deckchange": ADD,
    # The chips in front of single guests, as counted.
    "tables_stackcount": ADD,
    "tables_floatcount": ADD,
    # The house itself.
    "casino_loginevent": ADD,
    "casino_securityevent": Rights(ADD.verbs, ("seen_by_id", "seen_at")),
    "casino_deskcounter": READ,  # triggers write as the owner
    "casino_user": CHANGE,
    "casino_device": CHANGE,
    "casino_pinmisses": CHANGE,
    "casino_job": CHANGE,
    "casino_jobfile": REBUILD,
    "casino_jobfilepart": REBUILD,
    "casino_pulse": CHANGE,
    "casino_storedanswer": PASSING,
    "casino_confirmation": PASSING,
    "knox_authtoken": PASSING,
    "otp_*": PASSING,
    "casino_recoverycode": PASSING,
    "casino_session": PASSING,
    # Django's own. The log of the back office is a log; types and permissions are written by migrations.
    "django_admin_log": ADD,
    "django_content_type": READ,
    "django_migrations": READ,
    "auth_*": READ,
}

# Functions of PostgreSQL that everybody may call, unless it is revoked, and that only the application and the owner of
# the tables may: a session that takes the advisory lock of an open day keeps every booking out of it.
OWN_FUNCTIONS: Final = "^pg_(try_)?advisory_"


def decided(table: str) -> Rights | None:
    """The rights on a table; None if it is not named here, which means no rights."""
    return next((rights for pattern, rights in RIGHTS.items() if fnmatchcase(table, pattern)), None)


def append_only(tables: Iterable[str]) -> list[str]:
    """The append-only ones of `tables`, sorted."""
    return sorted(table for table in tables if (rights := decided(table)) is not None and rights.append_only)
