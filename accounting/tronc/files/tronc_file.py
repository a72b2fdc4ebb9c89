"""The statement of a tronc as PDF and CSV."""

from typing import Any, Final

from django.utils.translation import gettext as _

from accounting import money
from accounting.reports.files import as_pdf
from accounting.reports.files.as_csv import Flavour, text_cell, written
from accounting.tronc.selectors.sheets import Line, OfGroup, Sheet, Statement

MEDIA_TYPE: Final = as_pdf.MEDIA_TYPE


def statement_pdf(statement: Statement, *, names: bool, asked_by: str) -> bytes:
    """The whole statement on A4; without `names` people are numbers."""
    context = statement_context(statement, names=names)
    return as_pdf.of_template(
        "paper/tronc_statement.html", {**context, "asked_by": asked_by, "author": statement.run.house.name}
    )


def sheet_pdf(sheet: Sheet, *, names: bool, asked_by: str) -> bytes:
    """One person's sheet on A4."""
    context = sheet_context(sheet, names=names)
    return as_pdf.of_template(
        "paper/tronc_sheet.html", {**context, "asked_by": asked_by, "author": sheet.statement.run.house.name}
    )


def statement_context(statement: Statement, *, names: bool) -> dict[str, Any]:
    """What the templates of a statement show, on screen and on paper."""
    return {"statement": statement, "run": statement.run, "house": statement.run.house, "names": names}


def sheet_context(sheet: Sheet, *, names: bool) -> dict[str, Any]:
    """What the templates of a sheet show."""
    return {"sheet": sheet, **statement_context(sheet.statement, names=names)}


def statement_csv(statement: Statement, *, names: bool) -> bytes:
    """A line a person, for recalculating in a spreadsheet: semicolons and decimal commas, as in Excel."""
    headings = [
        _("Number"), _("Name"), _("Function"), _("Staff group"), _("Points of the function"), _("Minutes"),
        _("Points times minutes"), _("Whole group"), _("Quota"), _("Rounded down"), _("From the remainder"),
        _("Share"), _("Guaranteed"), _("Advance"), _("Paid back"), _("Payout"),
    ]  # fmt: skip
    rows = (_cells(group, line, names=names) for group in statement.groups for line in group.lines)
    return written(Flavour.EXCEL, headings, rows)


def _cells(group: OfGroup, line: Line, *, names: bool) -> list[object]:
    share = line.share
    amounts = [
        group.quota_cents, share.rounded_cents, share.remainder_cents, share.share_cents,
        share.guaranteed_cents, share.advance_cents, share.recouped_cents, share.payable_cents,
    ]  # fmt: skip
    return [
        line.number,
        text_cell(str(share.person)) if names else "",
        text_cell(line.function.name),
        text_cell(group.group.name),
        money.decimal_text(share.points_hundredths, point=","),
        share.minutes,
        share.weight,
        group.weight,
        *(money.decimal_text(cents, point=",") for cents in amounts),
    ]
