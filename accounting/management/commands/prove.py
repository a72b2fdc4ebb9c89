"""`manage.py prove`: walk every book and say what is broken; exit status 0 only when all is well."""

import json
from dataclasses import asdict

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.services import proofs


class Command(BaseCommand):
    """The auditor's first question, answered from the rows alone."""

    help = "Walk every book of the ledger: digests, numbers, balances."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--json`: the last line is one JSON object."""
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, *, json: bool, **options: object) -> None:
        """Prove, print, and fail when something is broken."""
        proof = proofs.prove()
        for broken in proof.broken:
            self.stdout.write(f"{broken.book} #{broken.number or '–'}: {broken.what}")
        self.stdout.write(_line(proof, as_json=json))
        if not proof.ok:
            raise CommandError("The books do not prove.")


def _line(proof: proofs.Proof, *, as_json: bool) -> str:
    if as_json:
        return json.dumps(
            {
                "ok": proof.ok,
                "entries": proof.entries,
                "transfers": proof.transfers,
                "broken": [asdict(broken) for broken in proof.broken],
            }
        )
    return f"{proof.entries} entries, {proof.transfers} transfers, {len(proof.broken)} broken"
