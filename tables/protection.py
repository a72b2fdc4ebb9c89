"""How the tables of the game are protected from changes past the application.  Pure."""

from collections.abc import Mapping
from typing import Final

from casino.protection import CHANGES, OPEN_WORK, Elsewhere, Kept, Open, Protection, Sealed, left

_BOOKS = Elsewhere("the chain of the books, and the digests of what entries rest on")

PROTECTION: Final[Mapping[str, Protection]] = {
    # Histories of edited models.
    "tables_historicalguest": Sealed(
        left_out=left(
            "number",
            "name",
            "notes",
            "birth_date",
            "identified_at",
            "identified_by_id",
            "identified_with",
            why="personal: erased with the guest",
        )
    ),
    "tables_game": Kept(),
    "tables_table": Kept(left_out={"version": CHANGES}),
    "tables_guest": Kept(left_out={"erased_at": "written by the erasure, which is sealed"}),
    "tables_houserules": Kept(),
    "tables_admissionpolicy": Kept(),
    "tables_tournament": Kept(left_out={"version": CHANGES}),
    "tables_hand": _BOOKS,
    "tables_handaction": _BOOKS,
    "tables_round": _BOOKS,
    "tables_jackpotclaim": Sealed(
        (
            "state",
            "decided_by_id",
            "decided_at",
            "reason",
            "entry_id",
            "gaming_day_id",
            "posted_cents",
            "falls_cents",
            "shares",
        ),
        "state <> 'proposed'",
    ),
    # The floor.
    "tables_session": Sealed(
        (
            "game_id",
            "gaming_day_id",
            "state",
            "switched_at",
            "paused_seconds",
            "ends_at",
            "last_hands_left",
            "last_hands_at",
            "closed_at",
            "closed_by_id",
            "counted_float_cents",
            "counted_float_chips",
            "button_seat",
            "small_blind_seat",
            "big_blind_seat",
            "is_redeal",
            "bomb_pot_called",
            "hands_dealt",
            "rounds_dealt",
            "measures_stacks",
        ),
        "state = 'closed'",
    ),
    "tables_down": Sealed(("ended_at",), "ended_at IS NOT NULL"),
    "tables_sitting": Sealed(
        (
            "is_away",
            "is_new",
            "owes_small_blind",
            "owes_big_blind",
            "waits_for_big_blind",
            "left_at",
            "leaves_at",
            "bought_in_cents",
            "cashed_out_cents",
            "left_game_id",
        ),
        "left_at IS NOT NULL",
    ),
    "tables_absence": Sealed(("sitting_id", "until", "buttons", "last_button_at"), "until IS NOT NULL"),
    "tables_keptchips": Sealed(("outcome", "ended_at", "ended_by_id", "ended_because"), "ended_at IS NOT NULL"),
    "tables_houseban": Sealed(("lifted_at", "lifted_by_id"), "lifted_at IS NOT NULL"),
    "tables_erasure": Sealed(("state", "decided_at", "decided_by_id", "rows"), "state <> 'asked'"),
    "tables_legalhold": Sealed(("lifted_at", "lifted_by_id", "lifted_because"), "lifted_at IS NOT NULL"),
    "tables_admissioncheck": Sealed(),
    "tables_acknowledgement": Sealed(),
    "tables_auditrun": OPEN_WORK,
    "tables_auditpiece": OPEN_WORK,
    "tables_floorcall": Sealed(
        ("taken_at", "taken_by_id", "answered_at", "answered_by_id", "answer"), "answered_at IS NOT NULL"
    ),
    "tables_calltaking": Sealed(),
    "tables_qualification": Sealed(("until", "until_by_id"), "until IS NOT NULL"),
    "tables_shift": Sealed(
        ("came_at", "came_by_id", "went_at", "went_by_id", "called_off_at", "called_off_by_id"),
        "went_at IS NOT NULL OR called_off_at IS NOT NULL",
    ),
    "tables_dealerbreak": Sealed(("ended_at",), "ended_at IS NOT NULL"),
    "tables_deckchange": Sealed(),
    "tables_handover": Sealed(("confirmed_at", "confirmed_by_id"), "confirmed_at IS NOT NULL"),
    "tables_incident": Sealed(),
    "tables_incident_guests": Sealed(),
    "tables_incidentnote": Sealed(),
    "tables_moverequest": Sealed(
        ("sitting_id", "end", "ended_at", "ended_by_id", "granted_id"), "ended_at IS NOT NULL"
    ),
    "tables_mustmove": Sealed(("uncoupled_at", "uncoupled_by_id"), "uncoupled_at IS NOT NULL"),
    "tables_mustmoveturn": Sealed(),
    "tables_seatdraw": Sealed(("purpose", "drawn_at", "drawn_by_id", "facts", "result"), "drawn_at IS NOT NULL"),
    "tables_houseruleset": Sealed(("state", "decided_at", "decided_by_id"), "decided_at IS NOT NULL"),
    "tables_ruling": Sealed(),
    "tables_ruling_guests": Sealed(),
    "tables_carryover": Sealed(),
    "tables_stackcount": Sealed(),
    "tables_floatcount": Sealed(),
    "tables_stakestep": Sealed(("state", "ended_at", "cancelled_by_id"), "ended_at IS NOT NULL"),
    "tables_gamechange": Sealed(),
    "tables_plannedopening": Sealed(
        ("cancelled_at", "cancelled_by_id", "session_id"), "cancelled_at IS NOT NULL OR session_id IS NOT NULL"
    ),
    # Tournaments.
    "tables_tournamenttable": Sealed(
        ("seats", "button_seat", "small_blind_seat", "big_blind_seat", "closed_at"), "closed_at IS NOT NULL"
    ),
    "tables_entrant": Sealed(("state", "table_id", "seat", "chips", "place", "tied", "out_at"), ""),
    "tables_purchase": Sealed(("returned_id",), "returned_id IS NOT NULL"),
    "tables_draw": Sealed(("purpose", "drawn_at", "facts", "result"), "drawn_at IS NOT NULL"),
    "tables_seatchange": Sealed(),
    "tables_clockevent": Sealed(),
    "tables_elimination": Sealed(("undone_at",), "undone_at IS NOT NULL"),
    "tables_chipcount": Sealed(),
    "tables_chipsetcheck": Sealed(),
    "tables_chiprace": Sealed(),
    "tables_deal": Sealed(),
    "tables_prize": Sealed(
        ("amount_cents", "entrant_id", "window_id", "entry_id", "paid_at", "paid_by_id", "paid_alone"),
        "paid_at IS NOT NULL",
    ),
    "tables_tournamenthand": Sealed(("state", "actions", "result"), "state = 'void'"),
    "tables_practicegame": Open("chips without value: no money or duty rests on it"),
    "tables_practiceseat": Open("chips without value: no money or duty rests on it"),
    "tables_practicehand": Open("chips without value: no money or duty rests on it"),
    # Waiting lists: who comes first is no money, but somebody may ask.
    "tables_waitinglist": Open("a number that pages compare"),
    "tables_waitingentry": Sealed(
        (
            "state",
            "rank",
            "is_here",
            "is_from_broken_table",
            "misses",
            "called_at",
            "has_more_time",
            "due_at",
            "table_id",
            "seat",
            "sitting_id",
            "ended_at",
        ),
        "ended_at IS NOT NULL",
    ),
    "tables_waitingevent": Sealed(),
}
