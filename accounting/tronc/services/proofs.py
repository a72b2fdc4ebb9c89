"""Proves the tronc: every record, distribution and payout is what its entry says, and computes to the same again.

A digest finds that a row was changed.  The computation is made again besides, from the rows alone, so that a run that
was wrong when it was booked is found too; and the transfers of each entry are those that the rows ask for.
"""

from collections.abc import Iterator

from django.db.models import Prefetch

from accounting import chain
from accounting.chain import Move
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import Drop, Entry, EntryCode, House, TipRecord, Transfer, TroncPayout, TroncRun, TroncShare
from accounting.policy.tronc import booking
from accounting.proof.services import people_proofs
from accounting.proof.services.vouchers import Voucher, by_id, matched
from accounting.tronc.selectors import members, months, rules
from accounting.tronc.services import payouts, records, runs
from casino.errors import Refusal


def prove() -> Iterator[Broken]:
    """Records, distributions and payouts that do not fit their entries or themselves (one of `settings.PROVERS`)."""
    yield from matched([EntryCode.TIP_RECORD], _records(), by_id)
    yield from matched([EntryCode.TRONC_SHARED], _runs(), by_id)
    yield from matched([EntryCode.TRONC_JOINED], _joined(), lambda entry: (entry.house_id, entry.subject))
    yield from matched([EntryCode.TRONC_PAID], _payouts(), by_id)
    yield from _recorded()
    yield from _computed()
    yield from _paid()
    yield from people_proofs.undecided(members.MEMBERS)
    yield from people_proofs.undecided(rules.RULES)


def _records() -> Iterator[Voucher]:
    rows = TipRecord.objects.filter(signed_at__isnull=False).select_related("gaming_day").order_by("pk")
    for row in rows.iterator(chains.BATCH):
        yield Voucher(
            key=row.entry_id,
            name=f"record of tips {row.gaming_day.date} {row.number}",
            book=records.book(row),
            house_id=row.house_id,
            gaming_day_id=None,
            actor_id=row.signed_by_id,
            evidence=chain.evidence(records.facts(row)),
            subject=records.subject(row),
        )


def _confirmed() -> Iterator[tuple[TroncRun, list[TroncShare]]]:
    """The confirmed runs with their shares; joins no table of people."""
    ordered = Prefetch("shares", TroncShare.objects.order_by("person_id"))
    rows = TroncRun.objects.filter(state=TroncRun.State.CONFIRMED).select_related("house", "rules")
    for run in rows.prefetch_related(ordered).order_by("house_id", "month", "number"):
        yield run, list(run.shares.all())


def _runs() -> Iterator[Voucher]:
    for run, shares in _confirmed():
        yield Voucher(
            key=run.entry_id,
            name=f"distribution {run.month:%Y-%m} {run.number}",
            book=runs.book(run),
            house_id=run.house_id,
            gaming_day_id=None,
            actor_id=run.decided_by_id,
            evidence=chain.evidence(runs.facts(run, shares)),
            subject=runs.subject(run),
        )


def _joined() -> Iterator[Voucher]:
    before: TroncRun | None = None
    for run, shares in _confirmed():
        if before is not None and (before.house_id, before.month) != (run.house_id, run.month):
            before = None
        for house in _houses(run, before):
            if not booking.moves(runs.joined_flows(before, house.code), runs.joined_flows(run, house.code)):
                continue
            yield Voucher(
                key=(house.pk, runs.subject(run)),
                name=f"distribution {run.month:%Y-%m} {run.number}",
                book=runs.book(run),
                house_id=house.pk,
                gaming_day_id=None,
                actor_id=run.decided_by_id,
                evidence=chain.evidence(runs.facts(run, shares)),
                subject=runs.subject(run),
            )
        before = run


def _payouts() -> Iterator[Voucher]:
    for row in TroncPayout.objects.filter(paid_at__isnull=False).order_by("pk").iterator(chains.BATCH):
        yield Voucher(
            key=row.entry_id,
            name=f"payout {row.number}",
            book=payouts.BOOK,
            house_id=row.house_id,
            gaming_day_id=None,
            actor_id=row.paid_by_id,
            evidence=chain.evidence(payouts.facts(row)),
            subject=payouts.subject(row),
        )


def _recorded() -> Iterator[Broken]:
    """Records that another record does not correct and that are not what the boxes of their day held when signed."""
    before: TipRecord | None = None
    rows = (
        TipRecord.objects.filter(signed_at__isnull=False).select_related("gaming_day").order_by("gaming_day", "number")
    )
    for row in rows.iterator(chains.BATCH):
        if before is not None and before.gaming_day_id != row.gaming_day_id:
            before = None
        needed = booking.moves(records.flows(before, row.gaming_day), records.flows(row, row.gaming_day))
        name = f"record of tips {row.gaming_day.date} {row.number}"
        yield from _transfers(row.entry_id, needed, name)
        counted = Drop.objects.filter(
            gaming_day_id=row.gaming_day_id, kind=Drop.Kind.TIPS, count_entry_id__lt=row.entry_id or 0
        ).values_list("counted_cents", flat=True)
        if row.entry_id is not None and sum(cents or 0 for cents in counted) != row.counted_cents:
            yield Broken(records.book(row), None, f"{name}: the counted boxes hold something else")
        if row.signed_by_id == row.drawn_up_by_id:
            yield Broken(records.book(row), None, f"{name}: one person signed it alone")
        before = row


def _computed() -> Iterator[Broken]:
    before: TroncRun | None = None
    for run, shares in _confirmed():
        if before is not None and (before.house_id, before.month) != (run.house_id, run.month):
            before = None
        name = f"distribution {run.month:%Y-%m} {run.number}"
        for what in _differences(run, shares):
            yield Broken(runs.book(run), None, f"{name}: {what}")
        try:
            needed = runs.moves(run, shares, before)
        except (Refusal, AssertionError):
            needed = None
        if needed is not None:
            yield from _transfers(run.entry_id, needed, name)
            yield from _of_houses(run, before, name)
        if run.decided_by_id == run.proposed_by_id:
            yield Broken(runs.book(run), None, f"{name}: one person confirmed it alone")
        before = run


def _differences(run: TroncRun, shares: list[TroncShare]) -> Iterator[str]:
    """What the computation from the rows gives otherwise than it is stored."""
    try:
        month = months.stored(run, shares)
        computed = month.distributed()
    except (Refusal, AssertionError):
        yield "it cannot be computed from its rows"
        return
    stored = (
        run.takings_cents, run.levy_cents, run.shared_cents, run.carried_out_cents, [list(one) for one in run.groups],
    )  # fmt: skip
    if stored != (
        month.takings_cents, computed.levy_cents, computed.shared_cents, computed.carried_cents,
        runs.groups_of(computed),
    ):  # fmt: skip
        yield "its sums are not those of its days, deductions and points"
    by_person = {share.person_id: share for share in computed.shares}
    for share in shares:
        if runs.computed_columns(share) != runs.computed_columns(by_person[share.person_id]):
            yield f"the share of account {share.person_id} is not what its hours and points give"
        if share.years != members.years(share.hired_on, run.month):
            yield f"the years of service of account {share.person_id} are others"
        if share.credited_minutes and share.person_id in (run.proposed_by_id, run.decided_by_id):
            yield f"account {share.person_id} decided on time that is credited to themselves"
    most_minutes = months.minutes(list(House.objects.filter(code__in=_codes(run))), run.month)
    for person in month.people:
        if person.member.minutes > most_minutes:
            yield f"account {person.person_id} has more time than the month"
    if run.entry_id is not None and _recorded_days(run, run.entry_id) != [list(day) for day in run.days]:
        yield "its days are not those of the signed records"


def _codes(run: TroncRun) -> list[str]:
    return [run.house.code, *months.stored(run, []).terms.houses]


def _recorded_days(run: TroncRun, entry_id: int) -> list[list[object]]:
    """The days by the records that were signed before this entry."""
    after = booking.next_month(run.month)
    found: list[list[object]] = []
    for code in _codes(run):
        latest: dict[int, TipRecord] = {}
        rows = TipRecord.objects.filter(
            house__code=code, gaming_day__date__gte=run.month, gaming_day__date__lt=after, entry_id__lt=entry_id
        )
        for row in rows.select_related("gaming_day").order_by("gaming_day__date", "number"):
            latest[row.gaming_day_id] = row
        for row in latest.values():
            is_tronc = row.electronic_goes == TipRecord.Electronic.TRONC
            electronic_cents = row.electronic_cents if is_tronc else 0
            found.append([code, str(row.gaming_day.date), row.counted_cents, electronic_cents])
    return found


def _paid() -> Iterator[Broken]:
    for row in TroncPayout.objects.filter(paid_at__isnull=False).order_by("pk"):
        name = f"payout {row.number}"
        yield from _transfers(row.entry_id, payouts.moves(row), name)
        if row.total_cents != sum(cents for _person, cents in row.lines):
            yield Broken(payouts.BOOK, None, f"{name}: its total is not the sum of its lines")
        if row.paid_by_id == row.prepared_by_id:
            yield Broken(payouts.BOOK, None, f"{name}: one person paid it alone")


def _of_houses(run: TroncRun, before: TroncRun | None, name: str) -> Iterator[Broken]:
    for house in _houses(run, before):
        needed = booking.moves(runs.joined_flows(before, house.code), runs.joined_flows(run, house.code))
        entry = Entry.objects.filter(house=house, code=EntryCode.TRONC_JOINED, subject=runs.subject(run)).values_list(
            "pk", flat=True
        )
        if needed:
            yield from _transfers(entry.first(), needed, name)


def _houses(run: TroncRun, before: TroncRun | None) -> Iterator[House]:
    codes = {str(day[0]) for one in (run, before) if one for day in one.days} - {run.house.code}
    yield from House.objects.filter(code__in=codes).order_by("pk")


def _transfers(entry_id: int | None, needed: list[Move], name: str) -> Iterator[Broken]:
    """Compare the transfers of an entry with those that its rows ask for."""
    stored = Transfer.objects.filter(entry_id=entry_id or 0).order_by("position")
    found = [Move(*row) for row in stored.values_list("source", "destination", "amount_cents")]
    if found != needed:
        entry = Entry.objects.filter(pk=entry_id or 0).values_list("book__code", "number").first()
        book, number = entry or ("tronc", None)
        yield Broken(book, number, f"{name}: its transfers are not those of its rows")
