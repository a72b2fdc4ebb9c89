"""Refusals as sentences in the reader's language, for API, pages and admin.

Call `sentence` while the reader's language is active.  Money is shown with two decimals and the language's separators;
pages show the currency once, not at every amount.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from enum import Enum
from typing import Any, Final

from django.utils.formats import date_format, get_format, number_format
from django.utils.text import get_text_list
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from casino import log_lines
from casino.errors import Chips, Dated, Minutes, Rate, Refusal, Seconds, Word
from casino.models.users import RoleName

_WHOLE_HOURS_MINUTES: Final = 180
"""Minutes from which on an estimate is in whole hours, below it in half ones."""
_SECONDS_MATTER: Final = 600
"""Seconds from which on nobody asks for the odd ones."""
_DATED: Final = re.compile(r"\b\d{4}-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d|Z))?)?\b")
"""A month, a day, or a moment in ISO 8601."""


def money(amount_cents: int) -> str:
    """`124050` → `1.240,50` in German, `1,240.50` in English."""
    sign = "−" if amount_cents < 0 else ""
    digits = f"{abs(amount_cents):03d}"
    whole = f"{int(digits[:-2]):,}".replace(",", get_format("THOUSAND_SEPARATOR"))
    return f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{digits[-2:]}"


def short_money(amount_cents: int) -> str:
    """`100000` → `1.000` in German, `50` → `0,50`: decimals only where there are cents."""
    return money(amount_cents).removesuffix(f"{get_format('DECIMAL_SEPARATOR')}00")


def day(on: date) -> str:
    """A day: `23.11.2026` in German, `23 Nov 2026` in English."""
    return date_format(on, "SHORT_DATE_FORMAT")


def short_day(on: date) -> str:
    """Day and month: `23.11.` in German, `23 Nov` in English."""
    return date_format(on, pgettext("day and month, as Django writes formats", "j M"))


def moment(at: datetime) -> str:
    """A moment by the house's clock: `23.11.2026 02:14` in German, `23 Nov 2026, 02:14` in English."""
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT")


def month(first: date) -> str:
    """A month by its first day: `November 2026`."""
    return date_format(first, "YEAR_MONTH_FORMAT")


def duration(minutes: int) -> str:
    """How long something lasts, the same in both languages: `12 min`, `2 h`, `1 h 25 min`."""
    whole, rest = divmod(minutes, 60)
    if not whole:
        return f"{rest} min"
    return f"{whole} h {rest} min" if rest else f"{whole} h"


def roughly(minutes: int) -> str:
    """An estimate as people say it: `about 40 minutes`, `about 1½ hours`, `about 6 hours`."""
    fives = max(5, (minutes + 2) // 5 * 5)
    if fives < 60:
        return gettext("about %(n)s minutes") % {"n": fives}
    halves = (minutes + 15) // 30 if minutes < _WHOLE_HOURS_MINUTES else (minutes + 30) // 60 * 2
    if halves == 2:
        return gettext("about 1 hour")
    return gettext("about %(hours)s hours") % {"hours": f"{halves // 2}{'½' if halves % 2 else ''}"}


def seconds(count: int) -> str:
    """A short time: `40 s`, `1 min 5 s`; from ten minutes on without seconds."""
    if count >= _SECONDS_MATTER:
        return duration(round(count / 60))
    whole, rest = divmod(count, 60)
    return f"{rest} s" if not whole else f"{whole} min {rest} s" if rest else f"{whole} min"


def role_names(roles: Iterable[str]) -> str:
    """Roles in the reader's language."""
    return ", ".join(str(RoleName(role).label) for role in roles)


def chips(count: int) -> str:
    """Chips of a tournament: `12500` → `12.500` in German."""
    return number_format(count, 0, force_grouping=True)


def sentence(refusal: Refusal) -> str:
    """The refusal's sentence, translated, with its facts filled in; log and counters learn its code."""
    log_lines.refusal.set(refusal.code)
    return filled(refusal.message, refusal.facts)


def filled(message: str, facts: Mapping[str, object]) -> str:
    """An English template translated, with its facts filled in: `*_cents` as money, lists joined with "or"."""
    words = {name: _word(name, fact) for name, fact in facts.items()}
    text = gettext(message)
    return text % words if words else text


def _word(name: str, fact: object) -> object:
    for kind, shown in _SHOWN:
        if isinstance(fact, kind):
            return shown(fact)
    if name.endswith("_cents") and isinstance(fact, int):
        return money(fact)
    if name.endswith("role") and fact in RoleName.values:
        return RoleName(fact).label
    if name == "roles" and isinstance(fact, list):
        return get_text_list([str(RoleName(role).label) for role in fact])
    if isinstance(fact, Iterable) and not isinstance(fact, str | bytes | dict):
        return get_text_list([str(_word(name, item)) for item in fact])
    return fact


def _dates(text: str) -> str:
    return _DATED.sub(lambda found: _dated(found.group()), text)


def _dated(iso: str) -> str:
    if "T" in iso:
        return moment(datetime.fromisoformat(iso))
    return day(date.fromisoformat(iso)) if len(iso) == len("2026-11-21") else month(date.fromisoformat(f"{iso}-01"))


_SHOWN: Final[tuple[tuple[type, Callable[[Any], object]], ...]] = (
    (Chips, chips),
    (Minutes, duration),
    (Seconds, seconds),
    (Rate, lambda fact: f"{short_money(fact)} %"),
    (Dated, _dates),
    (datetime, moment),
    (date, day),
    (Word, gettext),
    (Enum, lambda fact: fact.value),
)
"""How facts of these classes are shown; of two that fit, the first."""


def points(ten_thousandths: int) -> str:
    """Points with two decimals, or four where they are not whole hundredths: `1.290,00`, `353,1250`."""
    whole, part = divmod(ten_thousandths, 10_000)
    decimals = f"{part:04d}" if part % 100 else f"{part // 100:02d}"
    return f"{_grouped(whole)}{get_format('DECIMAL_SEPARATOR')}{decimals}"


def point_value(hundredths_of_cents: int) -> str:
    """The value of a point, with four decimals: `1,4233`."""
    digits = f"{hundredths_of_cents:05d}"
    return f"{_grouped(int(digits[:-4]))}{get_format('DECIMAL_SEPARATOR')}{digits[-4:]}"


def hours(minutes: int) -> str:
    """Hours of work as a time sheet adds them up: `86:05`.  Elsewhere a length is a `duration`."""
    return f"{minutes // 60}:{minutes % 60:02d}"


def _grouped(whole: int) -> str:
    return f"{whole:,}".replace(",", str(get_format("THOUSAND_SEPARATOR")))
