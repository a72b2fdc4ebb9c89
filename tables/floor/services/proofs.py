"""The proof's part about carry-overs."""

from collections.abc import Iterator

from accounting import chain
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import EntryCode
from accounting.proof.services import vouchers
from accounting.proof.services.vouchers import Voucher
from tables.floor.services import carry_overs
from tables.models import CarryOver
from tables.play.services import rows as writing


def prove() -> Iterator[Broken]:
    """Yield each carry-over without exactly one matching entry, and the reverse (`settings.PROVERS`)."""
    yield from vouchers.matched([EntryCode.CARRY], _carry_overs(), vouchers.by_subject_and_day)


def _carry_overs() -> Iterator[Voucher]:
    for row in CarryOver.objects.select_related("session__table").order_by("pk").iterator(chains.BATCH):
        table = row.session.table
        yield Voucher(
            key=(f"session:{row.session_id}", row.from_day_id),
            name=f"carry-over {row.pk}",
            book=writing.book(table.code),
            house_id=table.house_id,
            gaming_day_id=row.from_day_id,
            actor_id=row.counted_by_id,
            evidence=chain.evidence(carry_overs.facts(row)),
            subject=f"session:{row.session_id}",
        )
