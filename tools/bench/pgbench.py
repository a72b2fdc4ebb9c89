"""The same statements without our code: a captured request as a pgbench script, with a client per web worker.

Values that differ between requests (table, session, hand or round, key, sequence) become variables; everything else
stays as it was sent, to the byte.  An answer's text and the content of a digest are kept whole: only their length
costs.
"""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.management import CommandError
from django.db import connection

from casino.embedded.postgres import USER, Cluster
from tools.bench.house import WEB_WORKERS, program
from tools.bench.room import FIRST, FIRST_CODE

# Variables stand where the capture had numbers of `room.FIRST`. pgbench leaves `::` alone, so none follows a colon.
_VARIABLES = (
    (re.compile(r"'(hand|round):7[34]\d{6}'"), r"('\1:' || :made_id)"),
    (re.compile(r"\b71\d{5}\b"), ":table"),
    (re.compile(r"\b72\d{5}\b"), ":session"),
    (re.compile(r"\b73\d{6}\b"), ":hand"),
    (re.compile(r"\bB1\d{4}\b"), "B:code"),
    (re.compile(r"'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'"), "gen_random_uuid()"),
    (re.compile(r"'\\x[0-9a-f]{32}'"), "uuid_send(gen_random_uuid())"),  # the digest of a command's key: 16 bytes
)
_KEY = (re.compile(r"'bench-key-\d{9}'"), "'pgbench-:table-:hand-:run-:client_id-:n'")
_SEQUENCE = (re.compile(r"(VALUES \(':hand', )'\d+'"), r"\g<1>':step'")
_KEEPS_ANSWER = "INSERT INTO casino_storedanswer"
# The new row's id and number are used by the statements after it.
_NAMED = re.compile(r"SELECT id, number FROM (hand|round)$")


@dataclass(frozen=True, slots=True)
class Script:
    """A request as pgbench plays it: `sets` assign the variables, `statements` are the captured ones."""

    sets: tuple[str, ...]
    statements: tuple[str, ...]

    def text(self) -> str:
        """The text of the script's file."""
        lines = [f"\\set {line}" for line in self.sets]
        lines += [f"{one}\n\\gset made_" if _NAMED.search(one) else f"{one};" for one in self.statements]
        return "\n".join(lines) + "\n"


def of_record(captured: Sequence[str], numbers: range, *, clients: int = WEB_WORKERS) -> Script:
    """A script that records finished hands or rounds at the tables `numbers`, each client at its own."""
    each = len(numbers) // clients
    sets = (
        "n :n + 1",
        f"number {numbers.start} + :client_id * {each} + :n % {each}",
        f"table {FIRST['tables_table']} + :number",
        f"session {FIRST['tables_session']} + :number",
        f"code {FIRST_CODE} + :number",
        "hand 0",
    )
    return Script(sets, tuple(map(_parameterised, captured)))


def of_action(captured: Sequence[str], numbers: range, steps: int, hands_a_client: int) -> Script:
    """A script that records actions, `steps` a hand, at the tables `numbers`; each client and run has its own."""
    first_hand = FIRST["tables_hand"] + numbers.start
    sets = (
        "n :n + 1",
        f"hand {first_hand} + (:run * {WEB_WORKERS} + :client_id) * {hands_a_client} + (:n - 1) / {steps}",
        f"step 1 + (:n - 1) % {steps}",
        "table 0",
    )
    return Script(sets, tuple(map(_parameterised, captured)))


def _parameterised(statement: str) -> str:
    statement = statement.strip().removesuffix(";")
    if not statement.startswith(_KEEPS_ANSWER):
        for pattern, variable in _VARIABLES:
            statement = pattern.sub(variable, statement)
    for pattern, variable in (_KEY, _SEQUENCE):
        statement = pattern.sub(variable, statement)
    return statement


def run(server: Cluster, script: Script, *, transactions: int, number: int, clients: int = WEB_WORKERS) -> float:
    """Play the script `transactions` times in every client; gives transactions a second.  `number` keeps runs apart.

    Raises CommandError when a transaction failed or left no row: a comparison with statements that did nothing would
    flatter us.
    """
    before = _rows()
    told = play(server, script.text(), "-D", "n=0", "-D", f"run={number}", transactions=transactions, clients=clients)
    made = [after - earlier for after, earlier in zip(_rows(), before, strict=True)]
    if made != [transactions * clients] * len(made):
        raise CommandError(f"pgbench left {made} rows for {transactions * clients} transactions")
    return told


def play(server: Cluster, script: str, *options: str, transactions: int, clients: int = WEB_WORKERS) -> float:
    """Transactions a second of a script's text; CommandError when one failed."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql", delete=True) as file:
        file.write(script)
        file.flush()
        done = subprocess.run(
            [program("pgbench"), "-n", "-M", "simple", "-c", str(clients), "-j", str(WEB_WORKERS),
             "-t", str(transactions), "-f", file.name, *options,
             "-h", str(server.sockets), "-U", USER, server.database],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    told = re.search(r"^tps = ([\d.]+)", done.stdout, re.MULTILINE)
    if done.returncode or told is None or "number of failed transactions: 0 " not in done.stdout:
        raise CommandError(f"pgbench failed:\n{done.stdout}\n{done.stderr}")
    return float(told[1])


def _rows() -> tuple[int, int]:
    """The numbers of answers, and of actions, assessments and rounds: a transaction leaves one of either."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM casino_storedanswer),"
            " (SELECT count(*) FROM tables_handaction) + (SELECT count(*) FROM accounting_assessment)"
            " + (SELECT count(*) FROM tables_round)"
        )
        answers, records = cursor.fetchone()
    return answers, records
