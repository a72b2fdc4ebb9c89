"""What was recorded in the room stays, save what comes later by its nature; and who is told of it."""

from django.db import migrations

from casino.guards import Guard, Refusing, changed, together, told, trigger

REFUSING = Refusing("accounting_refuse_change")
APPEND_ONLY = (
    "acknowledgement", "admissioncheck", "calltaking", "carryover", "deckchange", "gamechange", "handaction", "incident",
    "incident_guests", "incidentnote", "ruling", "ruling_guests", "waitingevent",
)  # fmt: skip

# A hand that is over and a round stay as they were recorded; all that may still come to them is the void. The
# conditions stand in the triggers, not in a function, so that an action in an open hand pays nothing for them.
HAND = (
    "id", "house_id", "table_id", "session_id", "gaming_day_id", "number", "recording", "game_id",
    "schedule_version_id", "dealer_id", "button_seat", "setup", "started_at", "ended_at", "result", "client_uuid",
    "corrects_id",
)  # fmt: skip
HAND_IS_OVER = f"OLD.state <> 'open' AND (OLD.state <> 'settled' OR NEW.state <> 'void' OR {changed(*HAND)})"
ROUND = (
    "id", "house_id", "table_id", "session_id", "gaming_day_id", "number", "recording", "game_id", "rule_set",
    "dealer_id", "dealt_at", "recorded_at", "record", "result", "staked_cents", "lost_cents", "paid_cents",
    "tips_cents", "client_uuid",
)  # fmt: skip
ROUND_IS_OVER = f"OLD.state <> 'settled' OR NEW.state <> 'void' OR {changed(*ROUND)}"

# Rows that never go, by the condition from which on they do not change either; "" is from the beginning.
KEPT = {
    "absence": "OLD.until IS NOT NULL",
    "chipcount": "",
    "chiprace": "",
    "chipsetcheck": "",
    "clockevent": "",
    "deal": "",
    "dealerbreak": "OLD.ended_at IS NOT NULL",
    # Of a signed sheet only who has read it comes later, and once.
    "handover": (
        "OLD.confirmed_at IS NOT NULL OR (to_jsonb(OLD) - 'confirmed_at' - 'confirmed_by_id')"
        " IS DISTINCT FROM (to_jsonb(NEW) - 'confirmed_at' - 'confirmed_by_id')"
    ),
    "keptchips": "OLD.ended_at IS NOT NULL OR NEW.amount_cents <> OLD.amount_cents OR NEW.sitting_id <> OLD.sitting_id",
    "mustmoveturn": "",
    "plannedopening": "OLD.cancelled_at IS NOT NULL OR OLD.session_id IS NOT NULL",
    "qualification": "OLD.until IS NOT NULL",
    "seatchange": "",
    "shift": "OLD.went_at IS NOT NULL OR OLD.called_off_at IS NOT NULL",
    "stakestep": "OLD.ended_at IS NOT NULL",
    "waitingentry": "OLD.ended_at IS NOT NULL",
}

# And rows of which some columns are known only later: until when, and which. Every other column stays.
LATER = {
    "draw": ("OLD.drawn_at IS NOT NULL", "purpose", "drawn_at", "facts", "result"),
    "elimination": ("OLD.undone_at IS NOT NULL", "undone_at"),
    "houseban": ("OLD.lifted_at IS NOT NULL", "lifted_at", "lifted_by_id"),
    "moverequest": (
        "OLD.ended_at IS NOT NULL", "sitting_id", "end", "ended_at", "ended_by_id", "granted_id", "reason",
    ),
    "mustmove": ("OLD.uncoupled_at IS NOT NULL", "uncoupled_at", "uncoupled_by_id"),
    "prize": (
        "OLD.paid_at IS NOT NULL", "amount_cents", "entrant_id", "window_id", "entry_id", "paid_at", "paid_by_id",
    ),
    "purchase": ("OLD.returned_id IS NOT NULL", "returned_id"),
    "seatdraw": (
        "OLD.drawn_at IS NOT NULL", "purpose", "drawn_at", "drawn_by_id", "reason", "facts", "result",
    ),
    "tournamenthand": ("OLD.state = 'void'", "state", "actions", "result", "reason"),
}  # fmt: skip

# A dealer deals or is on their break, never both. The dealer's row is locked, so that of two that come at once the
# second sees the first.
ONE_PLACE = Guard(
    """
CREATE FUNCTION tables_one_place() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    clashes boolean;
BEGIN
    PERFORM 1 FROM casino_user WHERE id = NEW.dealer_id FOR NO KEY UPDATE;
    IF TG_TABLE_NAME = 'tables_down' THEN
        SELECT EXISTS (SELECT 1 FROM tables_dealerbreak other WHERE other.dealer_id = NEW.dealer_id
            AND tstzrange(other.started_at, other.ended_at) && tstzrange(NEW.started_at, NEW.ended_at)) INTO clashes;
    ELSE
        SELECT EXISTS (SELECT 1 FROM tables_down other WHERE other.dealer_id = NEW.dealer_id
            AND tstzrange(other.started_at, other.ended_at) && tstzrange(NEW.started_at, NEW.ended_at)) INTO clashes;
    END IF;
    IF clashes THEN
        RAISE EXCEPTION 'dealer % deals and is on his break at once', NEW.dealer_id
            USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'dealer_in_one_place';
    END IF;
    RETURN NEW;
END $$;
""",
    "DROP FUNCTION tables_one_place();",
)
MOVED = "BEFORE INSERT OR UPDATE OF dealer_id, started_at, ended_at"

TOLD = {
    "table": ("floor", "days"),  # every command on a table counts its version up
    "session": ("floor", "days"),
    "keptchips": ("floor", "days"),
    "auditrun": ("days",),
    "tournament": ("tournaments", "floor"),  # the floor's board shows the clocks
} | dict.fromkeys(
    (
        "acknowledgement", "calltaking", "dealerbreak", "floorcall", "handover", "houserules", "incident",
        "incidentnote", "moverequest", "mustmove", "plannedopening", "qualification", "ruling", "seatdraw", "shift",
        "waitinglist",
    ),
    ("floor",),
)  # fmt: skip
THROUGH = {
    "calltaking": "tables_floorcall.call_id",
    "dealerbreak": "tables_shift.shift_id",
    "incidentnote": "tables_incident.incident_id",
    "keptchips": "accounting_gamingday.gaming_day_id",
    "moverequest": "tables_game.game_id",
    "mustmove": "tables_game.game_id",
    "plannedopening": "tables_table.table_id",
    "seatdraw": "tables_table.table_id",
    "session": "tables_table.table_id",
}

GUARDS = together(
    *(REFUSING.append_only(f"tables_{table}") for table in APPEND_ONLY),
    REFUSING.stays("tables_hand", when=HAND_IS_OVER, name="hand_stays"),
    REFUSING.kept("tables_hand", names=("hand_stays_there", "hands_stay_there")),
    REFUSING.stays("tables_round", when=ROUND_IS_OVER, name="round_stays"),
    REFUSING.kept("tables_round", names=("round_stays_there", "rounds_stay_there")),
    *(REFUSING.kept(f"tables_{table}") for table in (*KEPT, *LATER)),
    *(REFUSING.stays(f"tables_{table}", when=over) for table, over in KEPT.items()),
    *(REFUSING.stays_but(f"tables_{table}", *later, until=until) for table, (until, *later) in LATER.items()),
    ONE_PLACE,
    *(trigger("one_place", MOVED, f"tables_{table}", "tables_one_place") for table in ("down", "dealerbreak")),
    *(told(f"tables_{table}", *desks, through=THROUGH.get(table, "")) for table, desks in TOLD.items()),
)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0002_triggers"), ("tables", "0001_models")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
