"""Games: one that an open table plays, or goes up to, keeps its terms; a rule set of the house is signed by two."""

from django.db import migrations

from casino.guards import Guard, Refusing, changed_beside, together, trigger

REFUSING = Refusing("accounting_refuse_change")
DECISION = ("state", "decided_at", "decided_by_id", "reason")

IN_PLAY = Guard(
    """
CREATE FUNCTION tables_game_in_play() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM tables_session WHERE game_id = OLD.id AND state <> 'closed')
       OR EXISTS (SELECT FROM tables_stakestep step JOIN tables_session session ON session.id = step.session_id
                   WHERE step.game_id = OLD.id AND step.state = 'planned' AND session.state <> 'closed') THEN
        RAISE EXCEPTION 'game % is in play', OLD.id
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'game_in_play', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
""",
    "DROP FUNCTION tables_game_in_play();",
)
# A game takes a rule set of the house only once two people have signed it.
SIGNED = Guard(
    """
CREATE FUNCTION tables_rule_set_is_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM tables_houseruleset own WHERE own.house_id = NEW.house_id AND own.key = NEW.rule_set
                      AND own.state = 'approved') THEN
        RAISE EXCEPTION 'nobody has approved the rule set %', NEW.rule_set
            USING ERRCODE = 'check_violation', CONSTRAINT = 'game_rule_set_approved', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rule_set_is_signed BEFORE INSERT OR UPDATE OF rule_set ON tables_game FOR EACH ROW
    WHEN (NEW.rule_set LIKE '%;%') EXECUTE FUNCTION tables_rule_set_is_signed();
""",
    """
DROP TRIGGER rule_set_is_signed ON tables_game;
DROP FUNCTION tables_rule_set_is_signed();
""",
)
GUARDS = together(
    REFUSING.kept("tables_houseruleset"),
    REFUSING.stays_but("tables_houseruleset", *DECISION, until="OLD.decided_at IS NOT NULL"),
    SIGNED,
    IN_PLAY,
    trigger(
        "game_in_play", "BEFORE UPDATE", "tables_game", "tables_game_in_play", when=changed_beside("name", "is_active")
    ),
)


class Migration(migrations.Migration):
    dependencies = [("tables", "0003_triggers_of_chips")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
