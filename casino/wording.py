"""Refusals as sentences in the reader's language, for API, pages and admin.

Call `sentence` while the reader's language is active.  Money is shown with two decimals and the language's separators;
pages show the currency once, not at every amount.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from enum import Enum

from django.utils.formats import date_format, get_format, number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext

from casino import log_lines
from casino.errors import Chips, Refusal, Word
from casino.models.users import RoleName


def money(amount_cents: int) -> str:
    """`124050` → `1.240,50` in German, `1,240.50` in English."""
    sign = "−" if amount_cents < 0 else ""
    digits = f"{abs(amount_cents):03d}"
    whole = f"{int(digits[:-2]):,}".replace(",", get_format("THOUSAND_SEPARATOR"))
    return f"{sign}{whole}{get_format('DECIMAL_SEPARATOR')}{digits[-2:]}"


def short_money(amount_cents: int) -> str:
    """`100000` → `1.000` in German, `50` → `0,50`: decimals only where there are cents."""
    return money(amount_cents).removesuffix(f"{get_format('DECIMAL_SEPARATOR')}00")


def short_day(day: date) -> str:
    """Day and month: `23.11.` in German, `11-23` in English."""
    return date_format(day, pgettext("day and month, as Django writes formats", "m-d"))


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
    if isinstance(fact, Chips):
        return chips(fact)
    if name.endswith("_cents") and isinstance(fact, int):
        return money(fact)
    if isinstance(fact, Word):
        return gettext(fact)
    if isinstance(fact, Enum):
        return fact.value
    if name.endswith("role") and fact in RoleName.values:
        return RoleName(fact).label
    if name == "roles" and isinstance(fact, list):
        return get_text_list([str(RoleName(role).label) for role in fact])
    if isinstance(fact, Iterable) and not isinstance(fact, str | bytes | dict):
        return get_text_list([str(_word(name, item)) for item in fact])
    return fact


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
    """Minutes as hours: `86:05`."""
    return f"{minutes // 60}:{minutes % 60:02d}"


def _grouped(whole: int) -> str:
    return f"{whole:,}".replace(",", str(get_format("THOUSAND_SEPARATOR")))
