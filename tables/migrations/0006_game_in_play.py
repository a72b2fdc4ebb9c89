"""A game that an open table plays, or goes up to, keeps its terms, whoever writes them."""

from django.db import migrations

from casino.guards import Guard, changed_beside, together, trigger

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
GUARDS = together(
    IN_PLAY,
    trigger(
        "game_in_play", "BEFORE UPDATE", "tables_game", "tables_game_in_play", when=changed_beside("name", "is_active")
    ),
)


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_whole_chips")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
