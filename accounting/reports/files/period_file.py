"""The report of a period as files and as text: CSV in the two flavours, a workbook, lines for a mail."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounting.reports.files import columns
from accounting.reports.files.as_csv import Flavour, number_cell, written
from accounting.reports.files.as_xlsx import requested, workbook
from accounting.reports.selectors.periods import Line, Part, Period, PeriodReport, Span
from casino.api.rendering import Json
from casino.errors import N_

FIGURES: Final = {
    "value": N_("This period"),
    "before": N_("Previous period"),
    "weekdays": N_("Same weekdays in earlier weeks"),
}
"""English headings of the three figures of a line."""
UNITS: Final = {"_cents": "cents", "_bp": "basis_points", "_minutes": "minutes", "_tenths": "tenths"}
_UNITS_SHOWN: Final = {"_bp": N_("bp"), "_minutes": N_("minutes"), "_tenths": N_("tenths")}


def named(period: Period) -> str:
    """The period in the reader's language."""
    first = date_format(period.first, "SHORT_DATE_FORMAT")
    if period.span is Span.SHIFT:
        return gettext("%(day)s, shift %(shift)s") % {"day": first, "shift": period.shift}
    if period.first == period.last:
        return f"{date_format(period.first, 'D')} {first}"
    return f"{first} – {date_format(period.last, 'SHORT_DATE_FORMAT')}"


def file_stem(found: PeriodReport) -> str:
    """The name of a downloaded file, without extension."""
    shift = f"-shift-{found.period.shift}" if found.period.shift else ""
    return f"period-{found.period.span}-{found.period.first}{shift}"


def as_json(found: PeriodReport) -> Json:
    """The report as `GET reports/period/` returns it."""
    return {
        "house": found.house.pk,
        "currency": found.house.currency,
        "time_zone": found.house.time_zone,
        "is_over": found.is_over,
        "pending_entries": found.pending_entries,
        "period": _period(found.period),
        "before": _period(found.before),
        "weekdays": _period(found.weekdays),
        "lines": [
            {
                "section": part.name,
                "name": line.name,
                "unit": unit(line.name),
                "value": line.value,
                "before": line.before,
                "weekdays": line.weekdays,
            }
            for part, line in found.lines
        ],
    }


def unit(name: str) -> str:
    """The unit of a figure, by the end of its name."""
    return next((word for ending, word in UNITS.items() if name.endswith(ending)), "count")


def as_csv(found: PeriodReport, flavour: Flavour) -> bytes:
    """One line for each figure.  `excel`: translated; `machine`: names and whole numbers."""
    if flavour is Flavour.MACHINE:
        rows = ([part.name, line.name, unit(line.name), *_values(line)] for part, line in found.lines)
        return written(flavour, ["section", "name", "unit", *FIGURES], rows)
    shown = (
        [title(part), heading(line)]
        + ["" if value is None else number_cell(line.name, value) for value in _values(line)]
        for part, line in found.lines
    )
    return written(flavour, [gettext("Section"), gettext("Figure"), *headings(found)], shown)


def as_xlsx(found: PeriodReport, *, asked_by: str, at: datetime) -> bytes:
    """The workbook: a sheet of figures, a sheet of parameters."""
    return workbook(
        gettext("Figures"),
        [gettext("Section"), gettext("Figure"), *headings(found)],
        (([title(part), heading(line)], [(line.name, value) for value in _values(line)]) for part, line in found.lines),
        {
            gettext("House"): found.house.name,
            gettext("Period"): named(found.period),
            gettext("Entries not yet included"): str(found.pending_entries),
            **requested(asked_by, at, found.house.time_zone),
        },
        currency=found.house.currency,
        texts=(2, 34),
        figure_width=24,
        wide=34,
    )


def headings(found: PeriodReport) -> list[str]:
    """The headings of the three figures: the periods by name."""
    return [named(period) for period in (found.period, found.before, found.weekdays)]


def title(part: Part) -> str:
    """A section's title in the reader's language, with the name of what it is of."""
    return f"{gettext(part.title)}: {part.subject}" if part.subject else gettext(part.title)


def heading(line: Line) -> str:
    """A figure's name in a file, where the unit is not seen from the number."""
    shown = next((word for ending, word in _UNITS_SHOWN.items() if line.name.endswith(ending)), "")
    return f"{gettext(line.heading)} ({gettext(shown)})" if shown else gettext(line.heading)


def cells(line: Line) -> list[str]:
    """The three figures for people."""
    return ["–" if value is None else columns.text(line.name, value) for value in _values(line)]


def as_text(found: PeriodReport) -> str:
    """The figures as plain text, one a line, for a mail."""
    return "\n".join(_text(found))


def change(line: Line, other: int | None) -> str:
    """The change against another period in per cent; empty where there is nothing to compare with."""
    if line.value is None or other is None or line.name.endswith("_bp"):
        return ""
    return columns.change(line.value, other)


def _text(found: PeriodReport) -> Iterator[str]:
    yield f"{found.house.name}, {named(found.period)} ({found.house.currency})"
    yield gettext("compared with %(before)s, and with %(weekdays)s") % {
        "before": named(found.before),
        "weekdays": named(found.weekdays),
    }
    for part in found.parts:
        yield ""
        yield title(part)
        for line in part.lines:
            value, before, weekdays = cells(line)
            yield f"  {gettext(line.heading)}: {value}  ({before} | {weekdays})"
    if found.pending_entries:
        yield ""
        yield gettext("Entries not yet included: %(count)s") % {"count": found.pending_entries}


def _values(line: Line) -> Sequence[int | None]:
    return (line.value, line.before, line.weekdays)


def _period(period: Period) -> Json:
    return {
        "span": period.span,
        "from": period.first,
        "to": period.last,
        "shift": period.shift or None,
        "begins_at": period.begins_at,
        "ends_at": period.ends_at,
    }
