"""What lies on a table's seats, or in its pool, is whole chips: multiples of the smallest chip of the game it plays.

A part of a chip cannot be laid down, so whoever would book one has miscounted.  What is kept for a closed table, or at
another place, is not looked at: no game says what its smallest chip is.
"""

from django.db import migrations

from casino.guards import Guard, together

RAISED = """
        RAISE EXCEPTION '% holds %, but the smallest chip there is %', wrong.name, wrong.balance_cents, wrong.chip_cents
            USING ERRCODE = 'check_violation', CONSTRAINT = 'place_in_whole_chips', TABLE = TG_TABLE_NAME;
"""

# Once for each statement, not for each row: a hand moves the chips of up to ten seats at once.
PLACES = Guard(
    f"""
CREATE FUNCTION tables_places_in_whole_chips() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    wrong record;
BEGIN
    SELECT place.name, place.balance_cents, game.chip_cents INTO wrong
      FROM written place
      JOIN tables_table t ON t.house_id = place.house_id AND t.code = split_part(place.name, '/', 2)
      JOIN tables_session session ON session.table_id = t.id AND session.state <> 'closed'
      JOIN tables_game game ON game.id = session.game_id
     WHERE split_part(place.name, '/', 1) IN ('seat', 'pool') AND place.balance_cents % game.chip_cents <> 0
     LIMIT 1;
    IF FOUND THEN{RAISED}    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER in_whole_chips AFTER UPDATE ON accounting_place REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION tables_places_in_whole_chips();
CREATE TRIGGER new_in_whole_chips AFTER INSERT ON accounting_place REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION tables_places_in_whole_chips();
""",  # nosec B608  # a constant of our own
    """
DROP TRIGGER new_in_whole_chips ON accounting_place;
DROP TRIGGER in_whole_chips ON accounting_place;
DROP FUNCTION tables_places_in_whole_chips();
""",
)

# And another game is only for chips that it can be played with; the chip of a game in play stays (`0004`).
GAMES = Guard(
    f"""
CREATE FUNCTION tables_game_fits_the_chips() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    wrong record;
BEGIN
    SELECT place.name, place.balance_cents, game.chip_cents INTO wrong
      FROM tables_session session
      JOIN tables_game game ON game.id = session.game_id
      JOIN tables_table t ON t.id = session.table_id
      JOIN accounting_place place ON place.house_id = t.house_id AND split_part(place.name, '/', 2) = t.code
       AND split_part(place.name, '/', 1) IN ('seat', 'pool')
     WHERE session.id = NEW.id AND session.state <> 'closed' AND place.balance_cents % game.chip_cents <> 0
     LIMIT 1;
    IF FOUND THEN{RAISED}    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER game_fits_the_chips AFTER UPDATE OF game_id ON tables_session FOR EACH ROW
    WHEN (OLD.game_id <> NEW.game_id) EXECUTE FUNCTION tables_game_fits_the_chips();
""",  # nosec B608  # a constant of our own
    """
DROP TRIGGER game_fits_the_chips ON tables_session;
DROP FUNCTION tables_game_fits_the_chips();
""",
)

GUARDS = together(PLACES, GAMES)


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_triggers")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
