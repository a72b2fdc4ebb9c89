"""`manage.py exportbooks`: the books of a house for the tax authority, described and hashed; or check them."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.utils import translation

from accounting.models import House
from accounting.reports.services import book_exports
from casino.errors import Refusal


class Command(BaseCommand):
    """Calls the service of the job `books`."""

    help = (
        "Write the books with a description of every file and column (GoBD), or check the digests of such an archive."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--house", help="the code of the house; needed where there are several")
        parser.add_argument("--from", dest="first", type=date.fromisoformat, help="first gaming day; default: all")
        parser.add_argument("--to", dest="last", type=date.fromisoformat, help="last gaming day; default: all")
        parser.add_argument("--language", default="de", choices=("de", "en"), help="of the descriptions")
        parser.add_argument("--file", type=Path, help="where to write it")
        parser.add_argument("--check", type=Path, metavar="ARCHIVE", help="check the digests of an archive instead")

    def handle(
        self,
        *,
        house: str | None,
        first: date | None,
        last: date | None,
        language: str,
        file: Path | None,
        check: Path | None,
        **_options: object,
    ) -> None:
        if check is not None:
            differing = book_exports.differing(check)
            if differing:
                raise CommandError(f"Not as they were written: {', '.join(differing)}")
            self.stdout.write("Every file is as it was written.")
            return
        if file is None:
            raise CommandError("Say where to write it: --file")
        row = self._house(house)
        try:
            scope = book_exports.scope_of(row, first, last)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        with translation.override(language):
            written = book_exports.write(file, house=row, scope=scope)
        for name, digest in written.digests.items():
            self.stdout.write(f"{digest}  {name}  {written.rows.get(name, '')}".rstrip())

    def _house(self, code: str | None) -> House:
        rows = House.objects.filter(code=code) if code else House.objects.all()
        if len(rows) != 1:
            raise CommandError(f"Say which house: {', '.join(House.objects.values_list('code', flat=True))}")
        return rows[0]
