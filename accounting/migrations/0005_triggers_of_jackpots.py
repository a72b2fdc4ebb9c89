"""Jackpot funds: what was signed or counted stays, and no chip of a fund goes to the house."""

from django.db import migrations

from casino.guards import Guard, Refusing, together, told, trigger

REFUSING = Refusing("accounting_refuse_change")
# The constraint `transfer_fund_is_the_players` says where chips of a fund may go; this says with which entries: to a
# guest when a jackpot is paid, to the revenue office, and back to a table when a hand is reversed.
PLAYERS_ONLY = Guard(
    """
CREATE FUNCTION accounting_fund_is_the_players() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    said text := (SELECT code FROM accounting_entry WHERE id = NEW.entry_id);
BEGIN
    IF (NEW.destination ~ '^guests/' AND said IN ('jackpot_paid', 'fund_tax'))
       OR (NEW.destination ~ '^(pot|pool|seat)/' AND said = 'reversal') THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'chips of a fund go to its players alone: % to % refused', NEW.source, NEW.destination
        USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_fund_is_the_players', TABLE = TG_TABLE_NAME;
END $$;
""",
    "DROP FUNCTION accounting_fund_is_the_players();",
)
OF_A_FUND = "'^(jackpot|reserve|won|withheld)/'"
GUARDS = together(
    PLAYERS_ONLY,
    trigger(
        "fund_is_the_players",
        "AFTER INSERT",
        "accounting_transfer",
        "accounting_fund_is_the_players",
        when=f"NEW.source ~ {OF_A_FUND} AND NEW.destination !~ {OF_A_FUND}",
    ),
    REFUSING.append_only("accounting_fundcount"),
    *(
        REFUSING.kept(f"accounting_{table}")
        for table in ("fund", "fundterms", "fundmove", "funddrop", "jackpotslip")
    ),
    REFUSING.stays_but("accounting_fund", "closed_at", until="OLD.closed_at IS NOT NULL"),
    REFUSING.stays_but("accounting_fundterms", "state", "decided_by_id", "decided_at", until="OLD.state <> 'proposed'"),
    REFUSING.stays_but(
        "accounting_fundmove",
        "state",
        "decided_by_id",
        "decided_at",
        "entry_id",
        "amount_cents",
        until="OLD.state <> 'asked' OR NEW.amount_cents <> OLD.amount_cents AND OLD.kind <> 'closing'",
    ),
    REFUSING.stays_but(
        "accounting_funddrop",
        "counted_cents",
        "reserved_cents",
        "counted_at",
        "count_entry_id",
        "explanation",
        "explained_by_id",
        until="OLD.explanation <> '' OR OLD.counted_at IS NOT NULL AND (OLD.counted_cents, OLD.reserved_cents,"
        " OLD.counted_at, OLD.count_entry_id) IS DISTINCT FROM (NEW.counted_cents, NEW.reserved_cents, NEW.counted_at,"
        " NEW.count_entry_id)",
    ),
    REFUSING.stays_but(
        "accounting_jackpotslip", "state", "window_id", "done_by_id", "done_at", "entry_id", until="OLD.state <> 'due'"
    ),
    told("accounting_jackpotslip", "cage", "floor", "days"),
    told("accounting_funddrop", "counts", "days"),
    told("accounting_fundmove", "days"),
)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0004_triggers_of_the_tronc")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
