"""The rights of the application's database role on the tables of the game.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.grants import ADD, CHANGE, Rights

RIGHTS: Final[Mapping[str, Rights]] = {
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
    "tables_jackpotclaim": CHANGE,
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
}
