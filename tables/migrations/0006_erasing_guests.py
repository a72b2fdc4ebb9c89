"""Guests are erased through one function of the owner, which empties what it names and nothing else; legal holds.

The columns stand here as they were decided when this was written; `casino/retention.py` has them with their reasons,
and a test compares the two.
"""

from django.db import migrations

from casino.guards import Guard, Refusing, together, trigger

REFUSING = Refusing("accounting_refuse_change")

SCRUBBED = (
    "accounting_drop.explanation", "accounting_finding.comment", "accounting_finding.facts",
    "accounting_historicalfinding.comment", "accounting_historicalfinding.facts",
    "accounting_historicalfinding.history_change_reason", "accounting_historicalgamingday.history_change_reason",
    "accounting_historicalhouse.history_change_reason", "accounting_historicalrakeschedule.history_change_reason",
    "accounting_historicalscheduleversion.history_change_reason", "accounting_historicalwindow.history_change_reason",
    "accounting_reopening.reason", "accounting_slip.reason", "casino_accountrequest.reason",
    "casino_historicaldevice.history_change_reason", "casino_historicalpinmisses.history_change_reason",
    "casino_historicaluser.history_change_reason", "casino_job.error", "casino_job.params", "casino_job.result",
    "casino_securityevent.about", "casino_storedanswer.request",
    "django_admin_log.change_message", "django_admin_log.object_repr", "tables_acknowledgement.reason",
    "tables_chipcount.explanation", "tables_chipsetcheck.explanation", "tables_deckchange.reason", "tables_down.reason",
    "tables_erasure.reason", "tables_floorcall.answer", "tables_floorcall.facts", "tables_gamechange.reason",
    "tables_handover.facts", "tables_handover.notes", "tables_historicaladmissionpolicy.history_change_reason",
    "tables_historicalgame.history_change_reason", "tables_historicalhouserules.history_change_reason",
    "tables_historicaltable.history_change_reason", "tables_historicaltournament.history_change_reason",
    "tables_houseruleset.reason", "tables_incident.present", "tables_incident.text", "tables_incidentnote.text",
    "tables_legalhold.lifted_because", "tables_legalhold.reason", "tables_mustmoveturn.reason",
    "tables_seatchange.explanation", "tables_seatdraw.reason", "tables_shift.reason", "tables_tournamenthand.reason",
)  # fmt: skip
# Of one guest: which rows, for the guests' ids in $1.
ABOUT = {
    # A whole answer: beside the name it has the number, the notes, the date of birth.
    "casino_storedanswer.answer": (
        "EXISTS (SELECT FROM tables_guest told WHERE told.id = ANY ($1) AND answer ~* tables_name_pattern(told.name))"
    ),
    "tables_absence.reason": "sitting_id IN (SELECT id FROM tables_sitting WHERE guest_id = ANY ($1))",
    "tables_houseban.reason": "guest_id = ANY ($1)",
    "tables_moverequest.reason": "guest_id = ANY ($1)",
    "tables_waitingevent.reason": "entry_id IN (SELECT id FROM tables_waitingentry WHERE guest_id = ANY ($1))",
}
# Incidents that name the guest as taking part, and the sheets that quote them: there each word of the name is theirs.
QUOTES = (
    "EXISTS (SELECT FROM tables_incident told JOIN tables_incident_guests part ON part.incident_id = told.id"
    " WHERE part.guest_id = ANY ($1) AND told.house_id = tables_handover.house_id AND told.at <= tables_handover.at)"
)
TOOK_PART = {
    "tables_handover.facts": QUOTES,
    "tables_handover.notes": QUOTES,
    "tables_incident.present": "id IN (SELECT incident_id FROM tables_incident_guests WHERE guest_id = ANY ($1))",
    "tables_incident.text": "id IN (SELECT incident_id FROM tables_incident_guests WHERE guest_id = ANY ($1))",
    "tables_incidentnote.text": (
        "incident_id IN (SELECT incident_id FROM tables_incident_guests WHERE guest_id = ANY ($1))"
    ),
}
# Under a digest, so that they can never change.
COVERED = {
    "accounting_assessment": ("reason",),
    "accounting_entry": ("reason",),
    "tables_ruling": ("text", "rule"),
}


def _list(names: object) -> str:
    return ", ".join(f"'{name}'" for name in names)  # type: ignore[attr-defined]


# A name as it may stand in a text: in any case, with any blanks, the family name first or last, no part of a word.
PATTERN = Guard(
    r"""
CREATE FUNCTION tables_name_pattern(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT '(?<!\w)(' || safe || COALESCE('|' || turned, '') || ')(?!\w)' FROM (
        SELECT array_to_string(words, '\s+') AS safe,
               CASE WHEN cardinality(words) > 1 THEN words[cardinality(words)] || ',?\s+'
                    || array_to_string(words[:cardinality(words) - 1], '\s+') END AS turned
          FROM (SELECT regexp_split_to_array(
                           regexp_replace(btrim(name), '([^\w\s])', '\\\1', 'g'), '\s+') AS words) split) said
$$;
CREATE FUNCTION tables_word_pattern(names text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT '(?<!\w)(' || string_agg(DISTINCT regexp_replace(word, '([^\w])', '\\\1', 'g'), '|') || ')(?!\w)'
      FROM unnest(names) name, regexp_split_to_table(btrim(name), '\s+') word WHERE length(word) > 2
$$;
""",
    "DROP FUNCTION tables_word_pattern(text[]);\nDROP FUNCTION tables_name_pattern(text);",
)

DOOR = Guard(
    f"""
CREATE FUNCTION tables_scrub(counted jsonb, columns text[], rows text, ids bigint[], pattern text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
    said text;
    one record;
    changed integer;
BEGIN
    FOREACH said IN ARRAY columns LOOP
        SELECT split_part(said, '.', 1) AS name, attname AS column, format_type(atttypid, atttypmod) AS type INTO one
          FROM pg_attribute WHERE attrelid = split_part(said, '.', 1)::regclass AND attname = split_part(said, '.', 2);
        EXECUTE format('UPDATE %1$I SET %2$I = regexp_replace(%2$I::text, $2, ''[erased]'', ''gi'')::%3$s'
                       ' WHERE %2$I::text ~* $2 AND %4$s', one.name, one.column, one.type, rows)
          USING ids, pattern;
        GET DIAGNOSTICS changed = ROW_COUNT;
        IF changed > 0 THEN
            counted := counted || jsonb_build_object(said, changed + coalesce((counted ->> said)::integer, 0));
        END IF;
    END LOOP;
    RETURN counted;
END $$;
CREATE FUNCTION tables_erase(which bigint, approver bigint, moment timestamptz) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    asked tables_erasure%ROWTYPE;
    ids bigint[];
    names text[];
    pattern text;
    changed integer;
    counted jsonb := '{{}}';
BEGIN
    SELECT * INTO asked FROM tables_erasure WHERE id = which AND state = 'asked' FOR UPDATE;
    IF NOT FOUND OR EXISTS (SELECT FROM tables_legalhold h JOIN tables_guest g ON g.id = h.guest_id
            WHERE h.lifted_at IS NULL AND asked.guest_id IN (g.id, g.merged_into_id)) THEN
        RAISE EXCEPTION 'erasure % is not open, or its guest is under a legal hold', which
            USING ERRCODE = 'check_violation', CONSTRAINT = 'erasure_open', TABLE = 'tables_erasure';
    END IF;
    ids := ARRAY(SELECT id FROM tables_guest WHERE asked.guest_id IN (id, merged_into_id));
    names := ARRAY(SELECT name FROM tables_guest WHERE id = ANY (ids) AND erased_at IS NULL
                   UNION SELECT name FROM tables_historicalguest WHERE id = ANY (ids) AND name !~ '^erased [0-9]+$');
    pattern := (SELECT string_agg(tables_name_pattern(name), '|') FROM unnest(names) name WHERE length(name) > 2);
    PERFORM set_config('casino.erasing', pg_current_xact_id()::text, true);

{"".join(f'''    counted := tables_scrub(counted, ARRAY['{column}'], '{rows}', ids, '^.+$');
''' for column, rows in ABOUT.items())}    UPDATE tables_guest SET name = 'erased ' || id, number = 'erased-' || id, notes = '', birth_date = NULL,
        identified_at = NULL, identified_by_id = NULL, identified_with = '', erased_at = moment WHERE id = ANY (ids);
    UPDATE tables_historicalguest SET name = 'erased ' || id, number = 'erased-' || id, notes = '', birth_date = NULL,
        identified_at = NULL, identified_by_id = NULL, identified_with = '', history_change_reason = NULL
        WHERE id = ANY (ids);
    GET DIAGNOSTICS changed = ROW_COUNT;
    counted := counted || jsonb_build_object('tables_guest', cardinality(ids), 'tables_historicalguest', changed);
    IF pattern IS NOT NULL THEN
{"".join(f'''        counted := tables_scrub(
            counted, ARRAY['{column}'], '{rows}', ids, pattern || '|' || tables_word_pattern(names));
''' for column, rows in TOOK_PART.items())}        counted := tables_scrub(
            counted, ARRAY[{_list((*SCRUBBED, *ABOUT))}], 'cardinality($1) > 0', ids, pattern);
    END IF;
    UPDATE tables_erasure SET state = 'done', decided_by_id = approver, decided_at = moment, rows = counted
        WHERE id = which;
    PERFORM set_config('casino.erasing', '', true);
    RETURN counted;
END $$;
""",  # nosec B608  # noqa: S608 -- columns and conditions of our own
    """
DROP FUNCTION tables_erase(bigint, bigint, timestamptz);
DROP FUNCTION tables_scrub(jsonb, text[], text, bigint[], text);
""",
)
# A name of two words or more: a guest who is known by one word would forbid that word to everybody.
NAMELESS = Guard(
    r"""
CREATE FUNCTION tables_names_no_guest() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    said text := (SELECT string_agg(to_jsonb(NEW) ->> name, ' ') FROM unnest(TG_ARGV) name);
BEGIN
    IF EXISTS (SELECT FROM tables_guest guest WHERE guest.house_id = NEW.house_id AND guest.erased_at IS NULL
            AND position(lower(split_part(btrim(guest.name), ' ', 1)) IN lower(said)) > 0
            AND btrim(guest.name) ~ '\w\s+\S*\w' AND said ~* tables_name_pattern(guest.name)) THEN
        RAISE EXCEPTION '% names a guest', TG_TABLE_NAME
            USING ERRCODE = 'check_violation', CONSTRAINT = 'names_no_guest', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
"""  # nosec B608  # noqa: S608 -- tables and columns of our own
    + "\n".join(
        f"CREATE TRIGGER names_no_guest BEFORE INSERT ON {table} FOR EACH ROW WHEN ("
        + " OR ".join(f"NEW.{column} <> ''" for column in columns)
        + f") EXECUTE FUNCTION tables_names_no_guest({_list(columns)});"
        for table, columns in COVERED.items()
    ),
    "\n".join(f"DROP TRIGGER names_no_guest ON {table};" for table in COVERED)
    + "\nDROP FUNCTION tables_names_no_guest();",
)
GUARDS = together(
    PATTERN,
    DOOR,
    NAMELESS,
    *(REFUSING.kept(f"tables_{table}") for table in ("erasure", "legalhold")),
    REFUSING.stays("tables_erasure", when="OLD.state <> 'asked'"),
    REFUSING.stays_but(
        "tables_legalhold", "lifted_at", "lifted_by_id", "lifted_because", until="OLD.lifted_at IS NOT NULL"
    ),
)


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_triggers_of_guests")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
