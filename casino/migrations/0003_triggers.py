"""What is written once stays, save what an erasure empties; and live pages are told of commits.

Append-only rows give personal data back through a door: functions of the owner, and nobody else's UPDATE.
`casino_is_erasing` is what the guards ask: only a function that runs as the tables' owner, within a transaction that it
has marked, may empty what it names.  `casino_forget_addresses` empties addresses and typed names of old sign-ins.
"""

from django.db import migrations

from casino.guards import Guard, Refusing, together, told

REFUSING = Refusing("casino_refuse_change", rows="append_only", table="append_only_all")
DECIDED = Refusing("casino_refuse_change")
APPEND_ONLY = (
    "casino_loginevent",
    "casino_historicaluser",
    "casino_historicaldevice",
    "casino_historicalpinmisses",
    "django_admin_log",
)

ASKED = Guard(
    """
CREATE FUNCTION casino_is_erasing(which oid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT current_setting('casino.erasing', true) = pg_current_xact_id_if_assigned()::text
       AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = which)
$$;
""",
    "DROP FUNCTION casino_is_erasing(oid);",
)
FORGETS = Guard(
    """
CREATE FUNCTION casino_forget_addresses(before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    emptied integer;
    also integer;
BEGIN
    IF before > now() - interval '90 days' THEN
        RAISE EXCEPTION 'a sign-in is kept for 90 days at least' USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('casino.erasing', pg_current_xact_id()::text, true);
    UPDATE casino_loginevent SET username = '', ip = NULL WHERE id IN (
        SELECT id FROM casino_loginevent WHERE at < before AND (username <> '' OR ip IS NOT NULL) LIMIT most);
    GET DIAGNOSTICS emptied = ROW_COUNT;
    UPDATE casino_securityevent SET ip = NULL WHERE id IN (
        SELECT id FROM casino_securityevent WHERE at < before AND ip IS NOT NULL LIMIT most);
    GET DIAGNOSTICS also = ROW_COUNT;
    PERFORM set_config('casino.erasing', '', true);
    RETURN emptied + also;
END $$;
""",
    "DROP FUNCTION casino_forget_addresses(timestamptz, integer);",
)

# Counted at commit (the triggers are deferred), so that a counter is held for no longer than the commit takes. As its
# owner: the application's role may read the counters, and nothing else.
#
# `casino.told` lists what this transaction has counted; it ends with the transaction. A rolled back savepoint undoes
# the list together with the increments.
#
# A transaction that reads one snapshot to its end may not touch a counter that has changed since: it adds its own.
TELL = Guard(
    """
CREATE FUNCTION casino_tell_house() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    changed record;
    house bigint;
    told text := coalesce(current_setting('casino.told', true), '');
    this_desk text;
    free bigint;
BEGIN
    IF TG_OP = 'DELETE' THEN
        changed := OLD;
    ELSE
        changed := NEW;
    END IF;
    IF TG_ARGV[0] = '' THEN
        house := changed.house_id;
    ELSE
        EXECUTE format('SELECT house_id FROM %I WHERE id = ($1).%I',
                       split_part(TG_ARGV[0], '.', 1), split_part(TG_ARGV[0], '.', 2)) INTO house USING changed;
    END IF;
    house := coalesce(house, 0);
    FOREACH this_desk IN ARRAY TG_ARGV[1:] LOOP
        CONTINUE WHEN strpos(told, format('<%s %s>', this_desk, house)) > 0;
        free := NULL;
        IF current_setting('transaction_isolation') = 'read committed' THEN
            SELECT place INTO free FROM casino_deskcounter
             WHERE desk = this_desk AND house_id = house ORDER BY place LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
        END IF;
        IF free IS NULL THEN
            INSERT INTO casino_deskcounter (desk, house_id, place, commits)
            VALUES (this_desk, house, pg_current_xact_id()::text::bigint, 1);
        ELSE
            UPDATE casino_deskcounter SET commits = commits + 1
             WHERE desk = this_desk AND house_id = house AND place = free;
        END IF;
        told := told || format('<%s %s>', this_desk, house);
        PERFORM set_config('casino.told', told, true);
    END LOOP;
    RETURN NULL;
END $$;
""",
    "DROP FUNCTION casino_tell_house();",
)

GUARDS = together(
    ASKED,
    REFUSING.made("restrict_violation"),
    *(REFUSING.append_only(table) for table in APPEND_ONLY),
    # A request about an account stays as it was asked, and is decided once; an alarm is seen once.
    DECIDED.kept("casino_accountrequest"),
    DECIDED.stays_but(
        "casino_accountrequest", "decided_by_id", "decided_at", "is_approved", until="OLD.decided_at IS NOT NULL"
    ),
    DECIDED.kept("casino_securityevent"),
    DECIDED.stays_but("casino_securityevent", "seen_by_id", "seen_at", until="OLD.seen_at IS NOT NULL"),
    FORGETS,
    TELL,
    told(
        "casino_pinmisses", "floor", through="casino_device.device_id", event="AFTER INSERT OR UPDATE OR DELETE"
    ),
    told("casino_job", "jobs", "days"),
)


class Migration(migrations.Migration):
    dependencies = [("admin", "0003_logentry_add_action_flag_choices"), ("casino", "0002_houses_and_tokens")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
