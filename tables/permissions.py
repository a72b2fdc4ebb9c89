"""What roles may do with the game.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.roles import Role

# A dealer's work; the services check that it is the dealer's own table.
_AT_THE_TABLE = frozenset({"tables.record_hand", "tables.undo_action"})
_READING = frozenset(
    {
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
    "tables.record_ruling",
    "tables.run_tournament",  # announce, seat, clock, count, eliminate
}
# Incidents are for those who run the room and for the audit; no other system reads about guests and their troubles.
_LOGGING = frozenset({"tables.keep_log", "tables.read_log"})  # incidents, hand-over sheets
_MANAGING = frozenset(
    {
        "tables.import_hand",
        "tables.sell_entry",
        "tables.approve_jackpot",  # as the second person, a claim that the floor entered
        "tables.approve_rules",  # as the second person, a rule set of the house
        "tables.settle_tournament",  # also cancel one
        "tables.erase_guest",  # by two managers: one asks, another approves; also legal holds
        "tables.read_retention",  # what is kept of people, how long, and what was erased
        "tables.ban_guest",  # from the house; also admit a guest when the ban file does not answer
    }
)

DOMAIN: Final[Mapping[Role, frozenset[str]]] = {
    Role.DEALER: _AT_THE_TABLE | {"tables.read_hands", "tables.read_tables", "tables.read_tournaments"},
    Role.FLOOR: _RUNNING_TABLES | _READING | _LOGGING,
    Role.CAGE: frozenset(
        {
            "tables.read_guests",
            "tables.read_tables",  # without their stacks: a table's figures would give away what its boxes hold
            "tables.read_tournaments",
            "tables.edit_guest",
            "tables.admit_guest",
            "tables.sell_entry",  # of a tournament; taking money needs `accounting.run_window` too
        }
    ),
    Role.MANAGER: _RUNNING_TABLES | _READING | _LOGGING | _MANAGING,
    Role.AUDITOR: _READING | {"tables.read_log", "tables.read_retention"},
    Role.INTEGRATOR: _RUNNING_TABLES | _READING | {"tables.import_hand"},
}

_SEES = frozenset({"tables.view_*"})
_EDITS = frozenset({f"tables.{verb}_{noun}" for verb in ("add", "change") for noun in ("table", "game", "guest")})
# Administrators see nothing of the game.
MODELS: Final[Mapping[Role, frozenset[str]]] = {
    Role.FLOOR: _SEES | _EDITS,
    Role.MANAGER: _SEES | _EDITS,
    Role.AUDITOR: _SEES,
    Role.ADMIN: frozenset(
        {"tables.view_admissionpolicy", "tables.add_admissionpolicy", "tables.change_admissionpolicy"}
    ),
}
