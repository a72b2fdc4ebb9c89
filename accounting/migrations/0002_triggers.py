"""What was booked, published, decided or counted stays; nothing is written into a closed day; and who is told of it.

The triggers hold for every role, the owner of the tables included; a correction is a new entry that reverses the old
one.
"""

from django.db import migrations

from casino.guards import Guard, Refusing, changed, same, together, told, trigger

REFUSING = Refusing("accounting_refuse_change")
APPEND_ONLY = (
    "entry", "transfer", "assessment", "wager", "seal", "count", "print", "historicalfinding", "proofrun", "sealedrows",
)  # fmt: skip
KEPT = ("slip", "drop", "reopening", "windowshift", "finding")

# What is written when a row begins; the rest comes once.
SLIP = (
    "id", "house_id", "gaming_day_id", "number", "kind", "table_code", "window_id", "chips", "chips_back",
    "amount_cents", "asked_by_id", "asked_at",
)  # fmt: skip
DROP = (
    "id", "house_id", "gaming_day_id", "table_code", "session_number", "kind", "booked_cents", "dropped_at",
    "dropped_by_id", "entry_id",
)  # fmt: skip
COUNTED = ("counted_cents", "counted_at", "count_entry_id")
REOPENING = ("id", "gaming_day_id", "seal_id", "reason", "asked_by_id", "asked_at")
VERSION = ("id", "schedule_id", "version", "terms", "created_at", "created_by_id")

# Terms are proposed, and count once a second person has approved them, from then on or later; published terms get an
# end once, and where they were unsigned a name once. Terms are what every assessment that names them was computed with.
TERMS = f"""
    NOT ({same(*VERSION)}
         AND ((OLD.state = 'proposed' AND (NEW.state = 'declined' OR NEW.state = 'published'
                                           AND coalesce(NEW.approved_at <= NEW.valid_from, false)))
              OR (OLD.state = 'published' AND NEW.state = 'published' AND {same("valid_from")}
                  AND (OLD.valid_to IS NULL OR {same("valid_to")})
                  AND (OLD.approved_at IS NULL OR {same("approved_at", "approved_by_id")}))))"""

# An entry goes into an open day or one that is being closed. The shared lock makes a post wait for a close in progress,
# and a close wait for posts in flight: see accounting/locks.py.
DAY_TAKES_ENTRIES = Guard(
    """
CREATE FUNCTION accounting_day_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    day record;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(20261, NEW.gaming_day_id::int);
    SELECT state, house_id INTO day FROM accounting_gamingday WHERE id = NEW.gaming_day_id;
    IF day.state IS NULL OR day.state NOT IN ('open', 'closing') OR day.house_id IS DISTINCT FROM NEW.house_id THEN
        RAISE EXCEPTION 'gaming day % is not open', NEW.gaming_day_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_day_is_open', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
""",
    "DROP FUNCTION accounting_day_is_open();",
)

# A closed day is opened again only by two.
CLOSED_DAY = Guard(
    """
CREATE FUNCTION accounting_closed_day_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.state = 'closing' AND NEW.house_id = OLD.house_id AND NEW.date = OLD.date
       AND EXISTS (SELECT FROM accounting_reopening r JOIN accounting_seal s ON s.id = r.seal_id
                    WHERE r.gaming_day_id = OLD.id AND r.approved_at IS NOT NULL AND s.digest = OLD.seal) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
""",
    "DROP FUNCTION accounting_closed_day_stays();",
)

EXIST = Guard(
    """
CREATE FUNCTION accounting_houses_exist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM unnest(NEW.house_ids) AS named(id)
                WHERE NOT EXISTS (SELECT FROM accounting_house house WHERE house.id = named.id)) THEN
        RAISE EXCEPTION 'houses % do not all exist', NEW.house_ids
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'houses_exist', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
""",
    "DROP FUNCTION accounting_houses_exist();",
)

TOLD = {
    "gamingday": ("floor", "cage", "counts", "days"),
    "slip": ("floor", "cage", "days"),
    "drop": ("floor", "counts", "days"),
    "count": ("floor", "counts", "days"),
    "window": ("cage", "days"),
    "windowshift": ("cage", "days"),
    "finding": ("days",),
    "scheduleversion": ("days",),
    "reopening": ("days",),
    "entry": ("days",),  # each changes whether a day's audit is still current
}
THROUGH = {
    "count": "accounting_drop.drop_id",
    "windowshift": "accounting_window.window_id",
    "scheduleversion": "accounting_rakeschedule.schedule_id",
    "reopening": "accounting_gamingday.gaming_day_id",
}
# What guests, windows and the cage move, and tournaments at a window.
OF_THE_CAGE = "'buy_in', 'top_up', 'cash_out', 'window_in', 'window_out', 'sale', 'redemption', 'kept_out'"
OF_TOURNAMENTS = "'tournament_in', 'tournament_out'"


def stays(table: str, when: str) -> Guard:
    """No row of the table changes any more, once the condition is met."""
    named = {"windowshift": "shift_stays", "scheduleversion": "terms_stay"}.get(table, f"{table}_stays")
    return REFUSING.stays(f"accounting_{table}", when=when, name=named)


GUARDS = together(
    REFUSING.made("integrity_constraint_violation"),
    *(REFUSING.append_only(f"accounting_{table}") for table in APPEND_ONLY),
    *(REFUSING.kept(f"accounting_{table}") for table in KEPT),
    stays("slip", f"OLD.state <> 'asked' OR {changed(*SLIP)}"),
    stays("drop", f"{changed(*DROP)} OR (OLD.counted_at IS NOT NULL AND {changed(*COUNTED)})"),
    stays("reopening", f"OLD.approved_at IS NOT NULL OR {changed(*REOPENING)}"),
    stays("windowshift", "OLD.closed_at IS NOT NULL"),
    stays("scheduleversion", TERMS),
    trigger(
        "terms_are_proposed",
        "BEFORE INSERT",
        "accounting_scheduleversion",
        REFUSING.function,
        when="NEW.state IS DISTINCT FROM 'proposed'",
    ),
    trigger("terms_stay_there", "BEFORE DELETE", "accounting_scheduleversion", REFUSING.function),
    DAY_TAKES_ENTRIES,
    trigger("entry_day_is_open", "BEFORE INSERT", "accounting_entry", "accounting_day_is_open"),
    CLOSED_DAY,
    trigger(
        "closed_day_stays",
        "BEFORE UPDATE OR DELETE",
        "accounting_gamingday",
        "accounting_closed_day_stays",
        when="OLD.state = 'closed'",
    ),
    EXIST,
    trigger("houses_exist", "BEFORE INSERT OR UPDATE OF house_ids", "casino_user", "accounting_houses_exist"),
    trigger("houses_exist", "BEFORE INSERT", "casino_accountrequest", "accounting_houses_exist"),
    *(told(f"accounting_{table}", *desks, through=THROUGH.get(table, "")) for table, desks in TOLD.items()),
    told("accounting_entry", "cage", name="told_cage", when=f"NEW.code IN ({OF_THE_CAGE})"),
    told("accounting_entry", "cage", name="told_cage_of_tournaments", when=f"NEW.code IN ({OF_TOURNAMENTS})"),
    # Which terms are in force is shown at the tables.
    told("accounting_scheduleversion", "floor", through=THROUGH["scheduleversion"], name="told_floor"),
)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0001_models"), ("casino", "0003_triggers")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
