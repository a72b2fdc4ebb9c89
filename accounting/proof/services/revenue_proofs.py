"""Proves the statements of revenue: their chain, seals, figures and signatures, and the authority's own.

Each sealed statement is recomputed: its digest over figures, levy terms and the statement sealed before; a day's
figures from the ledger, where the day still has the seal it was stated with; a month's from its days and a year's from
its months; the countersignatures with the registered keys.  The people who signed are compared by their numbers, so
that a copy without people is proven too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any

from accounting import ed25519, revenue_seals
from accounting.ledger.services.walks import Broken
from accounting.models import AuthorityKey, Countersignature, GamingDay, House, LevyTerms, Seal, Statement
from accounting.policy import levy, statement
from accounting.revenue.selectors import revenue
from accounting.revenue.selectors import statements as selector
from accounting.revenue.services import statements
from casino.errors import Refusal

BOOK = "statements"
"""The `Broken.book` of statements of revenue; the number is the statement's in its house's chain."""

Period = Statement.Period
State = Statement.State


def prove() -> Iterator[Broken]:
    """Whatever of the statements does not hold."""
    yield from _check_decisions()
    rows = Statement.objects.filter(state=State.SEALED).select_related("terms", "gaming_day")
    for house_id, of_house in groupby(rows.order_by("house_id", "number"), attrgetter("house_id")):
        sealed = list(of_house)
        yield from _check_chain(sealed)
        yield from _check_versions(sealed)
        yield from _check_gaps(house_id, sealed)
        yield from _check_days(House.objects.get(pk=house_id), sealed)
        yield from _check_sums(sealed)
    yield from _check_countersignatures()


def _readable(check: Callable[..., Iterator[Broken]], row: Statement, *of: Any) -> Iterator[Broken]:
    """What the check finds; a row that is not as the services write it ends its own check, not the proof."""
    try:
        yield from check(row, *of)
    except (AttributeError, IndexError, KeyError, Refusal, TypeError, ValueError) as error:
        yield _broken(row, f"it cannot be read: {error}")


def _broken(row: Statement, what: str) -> Broken:
    return Broken(BOOK, row.number, f"{row.period} {row.first} v{row.version}: {what}")


def _check_decisions() -> Iterator[Broken]:
    """Two different people for whatever takes two."""
    for terms in LevyTerms.objects.exclude(state=LevyTerms.State.PROPOSED):
        if terms.state == LevyTerms.State.APPROVED and terms.decided_by_id in (None, terms.proposed_by_id):
            yield Broken(BOOK, None, f"levy terms v{terms.version} were not approved by a second person")
        try:
            levy.parse(terms.terms)
        except Refusal as refusal:
            yield Broken(BOOK, None, f"levy terms v{terms.version} cannot be read: {refusal}")
    for key in AuthorityKey.objects.filter(state=AuthorityKey.State.APPROVED):
        if key.decided_by_id in (None, key.proposed_by_id):
            yield Broken(BOOK, None, f"key {key.pk} of the authority was not approved by a second person")


def _check_chain(sealed: list[Statement]) -> Iterator[Broken]:
    """Numbers without a gap, each seal over the one before; signed by two."""
    number, previous = 0, ""
    for row in sealed:
        if row.number != number + 1:
            yield Broken(BOOK, number + 1, f"statement {number + 1} is missing")
        elif row.previous != previous:
            yield _broken(row, "it does not follow the statement sealed before it")
        yield from _readable(_check_seal, row)
        number, previous = row.number or number, row.digest


def _check_seal(row: Statement) -> Iterator[Broken]:
    if row.number is None or row.decided_at is None or row.decided_by_id in (None, row.signed_by_id):
        yield _broken(row, "it was not signed by two people")
    elif revenue_seals.digest(statements.facts(row), row.previous) != row.digest:
        yield _broken(row, "its seal does not fit what it covers")
    first, last = selector.bounds(row.period, row.first)
    heading = {"period": row.period, "first": str(first), "last": str(last)}
    if {name: row.figures.get(name) for name in heading} != heading:
        yield _broken(row, "its heading is that of another period")


def _check_versions(sealed: list[Statement]) -> Iterator[Broken]:
    """Versions count from 1 and are sealed in their order; a correction has a reason and names what differs."""
    last: dict[tuple[str, date], Statement] = {}
    for row in sealed:
        yield from _readable(_check_version, row, last.get((row.period, row.first)))
        last[row.period, row.first] = row


def _check_version(row: Statement, before: Statement | None) -> Iterator[Broken]:
    if row.version != (before.version + 1 if before else 1):
        yield _broken(row, "a version before it is missing")
    elif before is not None and not row.reason:
        yield _broken(row, "it corrects a version without a reason")
    elif before is not None and row.differences != statement.differences(before.figures, row.figures):
        yield _broken(row, "it does not name what differs from the version before")


def _check_gaps(house_id: int, sealed: list[Statement]) -> Iterator[Broken]:
    """Every gaming day between the first and the last one stated is stated."""
    stated = {row.first for row in sealed if row.period == Period.DAY}
    if not stated:
        return
    days = GamingDay.objects.filter(house_id=house_id, date__range=(min(stated), max(stated)))
    for day in sorted(set(days.values_list("date", flat=True)) - stated):
        yield Broken(BOOK, None, f"day {day}: it is not stated, though days before and after it are")


@dataclass(frozen=True, slots=True)
class _Known:
    """What the check of a day needs of its house: takings, seals, gaming days, statements by their seal."""

    house: House
    taken: Mapping[date, revenue.Day]
    seals: Mapping[int, str]
    gaming_days: Sequence[date]
    by_seal: Mapping[str, Statement]
    first: date


def _check_days(house: House, sealed: list[Statement]) -> Iterator[Broken]:
    """A day's figures are what the ledger says under the terms it names, and begin where the day before ended."""
    days = [row for row in sealed if row.period == Period.DAY]
    if not days:
        return
    dates = [row.first for row in days]
    known = _Known(
        house=house,
        taken=revenue.days(house, min(dates), max(dates)),
        seals=dict(Seal.objects.filter(house=house).values_list("number", "digest")),
        gaming_days=list(GamingDay.objects.filter(house=house).order_by("date").values_list("date", flat=True)),
        by_seal={row.digest: row for row in sealed},
        first=min(dates),
    )
    for row in days:
        yield from _readable(_check_day, row, known)


def _check_day(row: Statement, known: _Known) -> Iterator[Broken]:
    number, digest = row.rests_on["seal"]
    if row.gaming_day is None or row.gaming_day.date != row.first:
        yield _broken(row, "its gaming day is another one")
    elif known.seals.get(number) != digest:
        yield _broken(row, "the seal of the day that it rests on is not there")
    elif row.gaming_day.seal == digest:
        yield from _check_figures(row, known)
    before = row.rests_on["before"]
    earlier = max((day for day in known.gaming_days if day < row.first), default=None)
    if (before is None) != (row.first == known.first) or (before is not None and before[0] != str(earlier)):
        yield _broken(row, "it does not follow the gaming day before it")


def _check_figures(row: Statement, known: _Known) -> Iterator[Broken]:
    if row.terms is None or row.terms.state != LevyTerms.State.APPROVED or row.terms.version != row.rests_on["terms"]:
        yield _broken(row, "the levy terms that it names were not in force")
        return
    before = row.rests_on["before"]
    previous = None if before is None else known.by_seal.get(before[2])
    if before is not None and (previous is None or selector.named(previous) != before):
        yield _broken(row, "the statement that it follows is not there")
        return
    terms = levy.parse(row.terms.terms)
    day = known.taken.get(row.first) or revenue.empty(known.house, row.first)
    wanted = statement.of_day(day.as_json(), terms, selector.carried(previous, row.first, terms.brought))
    yield from _compare(row, wanted, "the ledger says")


def _check_sums(sealed: list[Statement]) -> Iterator[Broken]:
    """A month is the sum of the days that it names, in their order, and a year that of its months."""
    by_seal = {row.digest: row for row in sealed}
    for row in sealed:
        if row.period != Period.DAY:
            yield from _readable(_check_sum, row, by_seal)


def _check_sum(row: Statement, by_seal: Mapping[str, Statement]) -> Iterator[Broken]:
    named = row.rests_on["statements"]
    parts = [by_seal.get(digest) for _first, _version, digest in named]
    found = [part for part in parts if part is not None]
    of = Period.DAY if row.period == Period.MONTH else Period.MONTH
    first, last = selector.bounds(row.period, row.first)
    if len(found) != len(parts) or [selector.named(part) for part in found] != named:
        yield _broken(row, "a statement that it adds up is not there")
    elif any(part.period != of or not first <= part.first <= last for part in found):
        yield _broken(row, "it adds up a statement that does not belong to it")
    elif [part.first for part in found] != sorted({part.first for part in found}):
        yield _broken(row, "what it adds up is not in the order of the days")
    else:
        yield from _check_complete(row, found, first, last)
        yield from _compare(row, statement.added([part.figures for part in found]), "its parts add up to")


def _check_complete(row: Statement, parts: list[Statement], first: date, last: date) -> Iterator[Broken]:
    days = GamingDay.objects.filter(house_id=row.house_id, date__range=(first, last)).values_list("date", flat=True)
    wanted = {day if row.period == Period.MONTH else day.replace(day=1) for day in days}
    for day in sorted(wanted - {part.first for part in parts}):
        yield _broken(row, f"{day} is not in it")


def _compare(row: Statement, wanted: Mapping[str, Any], source: str) -> Iterator[Broken]:
    """The stored figures against recomputed ones."""
    stored, wanted = statement.comparable(row.figures), statement.comparable(wanted)
    if stored == wanted:
        return
    differing = statement.differences(stored, wanted)
    if not differing:
        yield _broken(row, f"its figures are not what {source}")
    for path, was, now in differing:
        yield _broken(row, f"{path} is {was}, {source} {now}")


def _check_countersignatures() -> Iterator[Broken]:
    """Every signature of the authority fits its statement and a key that two people registered for that house."""
    orphans = Countersignature.objects.exclude(
        statement__in=Statement.objects.all(), key__in=AuthorityKey.objects.all()
    )
    for pk in orphans.order_by("pk").values_list("pk", flat=True):
        yield Broken(BOOK, None, f"countersignature {pk} is of a statement or key that is not there")
    rows = Countersignature.objects.select_related("statement", "key", "key__withdrawal").order_by("pk")
    for row in rows:
        yield from _readable(_check_signature, row.statement, row)


def _check_signature(signed: Statement, row: Countersignature) -> Iterator[Broken]:
    withdrawal = getattr(row.key, "withdrawal", None)
    if signed.state != State.SEALED:
        yield Broken(BOOK, None, f"countersignature {row.pk} is of a statement that is not sealed")
    elif row.key.state != AuthorityKey.State.APPROVED or row.key.house_id != signed.house_id:
        yield _broken(signed, "it is countersigned with a key that is not the authority's")
    elif withdrawal is not None and withdrawal.at < row.at:
        yield _broken(signed, "it is countersigned with a key that was withdrawn before")
    elif not ed25519.verifies(bytes(row.key.public_key), statements.message(signed), bytes(row.signature)):
        yield _broken(signed, "the authority's signature does not fit its seal")
