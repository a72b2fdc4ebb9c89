"""`manage.py prove`: walk every book and print what is broken; exit status 0 only if nothing is.

Works on any copy of the database, also one without people, indexes and triggers: it trusts only the rows of the books.
"""

import json
from dataclasses import asdict

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.services import proof_runs, proofs, seals


class Command(BaseCommand):
    """Prints the breaks of `services.proofs.prove` and a summary."""

    help = "Walk every book of the ledger: digests, numbers, balances, seals; hands and entries one to one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
        parser.add_argument(
            "--independent",
            action="store_true",
            help="Python computes every digest from the rows and relies on nothing that PostgreSQL computes; slower",
        )
        parser.add_argument(
            "--keep",
            action="store_true",
            help="keep in the database when it ran and what it found, as beat's nightly proof does; not for a copy",
        )
        parser.add_argument(
            "--seal",
            action="append",
            default=[],
            metavar="DATE=DIGEST",
            help="a seal as printed on the sheet of that day; may be given several times",
        )

    def handle(self, *, json: bool, independent: bool, keep: bool, seal: list[str], **options: object) -> None:
        try:
            copies = [seals.parse_copy(text) for text in seal]
        except ValueError as error:
            raise CommandError(f"A seal is given as 2026-11-21=<64 hexadecimal digits>: {error}") from None
        proof = (proof_runs if keep else proofs).prove(copies, independent=independent)
        for broken in proof.broken:
            self.stdout.write(f"{broken.book or '–'} #{broken.number or '–'}: {broken.what}")
        if proof.absent:
            self.stdout.write(f"not in this copy, and so not checked: {', '.join(proof.absent)}")
        self.stdout.write(_line(proof, as_json=json))
        if not proof.ok:
            raise CommandError("The books do not prove.")


def _line(proof: proofs.Proof, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"ok": proof.ok, **asdict(proof)})
    return (
        f"{proof.entries} entries, {proof.transfers} transfers, {proof.seals} seals, {len(proof.copies)} compared with "
        f"copies, {len(proof.broken)} broken"
    )
