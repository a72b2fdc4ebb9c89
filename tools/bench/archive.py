"""Years of booked hands for the roll-ups, made by the database: entries with their assessments only.

Ten thousand hands a gaming day at forty tables in ten hours, so that more hands are more days, as in a casino.  Digests
are not chained; the roll-ups do not read them.
"""

from accounting.models import House
from accounting.rake.services import schedules
from casino import house_time
from casino.embedded.postgres import Cluster
from casino.services import users
from tools.bench.copying import fill
from tools.bench.house import run

TABLES = 40
HANDS_A_DAY = 10_000
HOURS_A_DAY = 10
HANDS_AN_HOUR = HANDS_A_DAY // HOURS_A_DAY // TABLES
"""Hands an hour at one table."""

# Hand `n` (from 0): its table, its number in the table's book, its day, and its hour counted from the first.
_TABLE, _NUMBER = f"n % {TABLES}", f"n / {TABLES} + 1"
_DAY, _HOUR = "least(n / {a_day}, {last_day})", f"n / {{an_hour}} % {HOURS_A_DAY}"
_NOON = "timestamptz '2020-01-01 12:00+00'"
_AT = f"(date + time '12:00') AT TIME ZONE 'UTC' + {_HOUR} * interval '1 hour'"
_HANDS = f"""generate_series(0, {{last}}) n JOIN (
    SELECT id AS day_id, date, id - (SELECT min(id) FROM accounting_gamingday) AS day FROM accounting_gamingday
) days ON day = {_DAY}"""  # noqa: S608 -- numbers of our own

ROWS: dict[str, tuple[str, str]] = {
    "accounting_gamingday": (
        "house_id date state opened_at opened_by_id closed_at seal",
        f"""SELECT {{house}}, date '2020-01-01' + n + CASE WHEN n < {{shut_after}} THEN 0 ELSE {{shut_days}} END,
                   'closed', {_NOON}, {{actor}}, {_NOON}, 'x'
              FROM generate_series(0, {{last_day}}) n""",  # noqa: S608 -- of our own
    ),
    "accounting_book": (
        "id house_id code number digest",
        f"""SELECT n + 1, {{house}}, 'table/T' || n, {{each}}, sha256('') FROM generate_series(0, {TABLES - 1}) n""",  # noqa: S608 -- of our own
    ),
    "accounting_entry": (
        "id house_id book_id number code subject at gaming_day_id actor_id reason reference evidence digest",
        f"""SELECT n + 1, {{house}}, {_TABLE} + 1, {_NUMBER}, 'hand', 'hand:' || n, {_AT}, day_id, {{actor}}, '',
                   'hand:' || n, sha256(''), sha256('') FROM {_HANDS}""",  # noqa: S608 -- of our own
    ),
    "accounting_assessment": (
        """entry_id house_id gaming_day_id hour table_code dealer_id game schedule_version_id sign dealt_in flop_seen
           pot_cents base_cents due_cents taken_cents jackpot_cents tips_cents reason""",
        f"""SELECT n + 1, {{house}}, day_id, {_AT}, 'T' || {_TABLE}, {{actor}}, 'NL Texas 2/4', {{version}}, 1, 6, true,
                   10000, 10000, 400, 400, 0, 100, '' FROM {_HANDS}""",  # noqa: S608 -- of our own
    ),
}
"""Columns and SELECT by table; names in braces are replaced by numbers known only later."""


def build(
    server: Cluster, hands: int, *, quiet_hands: int = 0, quiet_days: int = 0, shut_after: int = 0, shut_days: int = 0
) -> None:
    """Fill the empty database of `server` with this many hands from 1 January 2020 on; before them some on quiet days.

    After its first `shut_after` days the house was shut for `shut_days`.
    """
    manager = users.create(username="manager", password=None, full_name="", role_names=["manager"])
    house = House.objects.create(code="archive", name="Archive")
    terms: dict[str, object] = {"kind": "fixed", "amount_cents": 400}
    schedule = schedules.publish(
        house_id=house.pk, name="Taxe", terms=terms, valid_from=house_time.now(), actor=manager
    )
    a_day = quiet_hands // quiet_days if quiet_days else HANDS_A_DAY
    names = {
        "{house}": house.pk,
        "{actor}": manager.pk,
        "{version}": schedule.pk,
        "{a_day}": a_day,
        "{an_hour}": a_day // HOURS_A_DAY,
        "{last_day}": quiet_days or -(-hands // HANDS_A_DAY) - 1,
        "{last}": quiet_hands + hands - 1,
        "{shut_after}": shut_after,
        "{shut_days}": shut_days,
        "{each}": (quiet_hands + hands) // TABLES,
    }
    for table, (columns, select) in ROWS.items():
        for name, number in names.items():
            select = select.replace(name, str(number))  # noqa: PLW2901 -- replaced name by name
        fill(server, table, columns.split(), select)
    run(server, "VACUUM ANALYZE")
