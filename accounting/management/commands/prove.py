"""`manage.py prove`: walk every book and print what is broken; exit status 0 only if nothing is.

Works on any copy of the database, also one without people, indexes and triggers: it trusts only the rows of the books,
and names what of the database itself is not as this version makes it.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.days.services import seals
from accounting.proof.services import proof_runs, proofs
from casino.schema import WITHOUT_GUARDS
from casino.services import schema


class Command(BaseCommand):
    """Prints what `services.proofs.prove_house` found, and a summary."""

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
            "--books",
            action="store_true",
            help="prove the books alone: the schema is not compared, and may be of an earlier version; for a copy",
        )
        parser.add_argument(
            "--seal",
            action="append",
            default=[],
            metavar="DATE=DIGEST",
            help="a seal as printed on the sheet of that day; may be given several times",
        )

    def handle(
        self, *, json: bool, independent: bool, keep: bool, books: bool, seal: list[str], **options: object
    ) -> None:
        try:
            copies = [seals.parse_copy(text) for text in seal]
        except ValueError as error:
            raise CommandError(f"A seal is given as 2026-11-21=<64 hexadecimal digits>: {error}") from None
        if books:
            proof = proofs.prove(copies, independent=independent)
        else:
            proof = self._with_schema(copies, independent=independent, keep=keep)
        for broken in proof.broken:
            self.stdout.write(f"{broken.book or '–'} #{broken.number or '–'}: {broken.what}")
        for difference in proof.schema:
            self.stdout.write(f"schema: {difference}")
        if proof.absent:
            self.stdout.write(f"not in this copy, and so not checked: {', '.join(proof.absent)}")
        self.stdout.write(_line(proof, as_json=json))
        if proof.broken:
            raise CommandError("The books do not prove.")
        if proof.schema:
            raise CommandError(schema.sentence(proof.schema))

    def _with_schema(self, copies: Sequence[seals.Copy], *, independent: bool, keep: bool) -> proofs.Proof:
        try:
            schema.refuse_another_version()
        except schema.VersionError as error:
            raise CommandError(str(error)) from error
        if keep:
            return proof_runs.prove(copies, independent=independent)
        proof = proofs.prove_house(copies, independent=independent)
        if WITHOUT_GUARDS in proof.schema:  # a copy of the rows alone, which is no house in operation
            proof.schema.remove(WITHOUT_GUARDS)
            proof.absent.append("keys, indexes and triggers")
        return proof


def _line(proof: proofs.Proof, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"ok": proof.ok, **asdict(proof)})
    return (
        f"{proof.entries} entries, {proof.transfers} transfers, {proof.seals} seals, {len(proof.copies)} compared with "
        f"copies, {len(proof.broken)} broken"
    )
