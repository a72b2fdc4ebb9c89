"""The proof's part about rulings."""

from collections.abc import Iterator

from accounting import chain
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import EntryCode
from accounting.proof.services import vouchers
from accounting.proof.services.vouchers import Voucher
from tables.log.services import rulings
from tables.models import Ruling
from tables.play.services import rows as writing


def prove() -> Iterator[Broken]:
    """Yield each ruling without exactly one matching entry, and the reverse (`settings.PROVERS`)."""
    yield from vouchers.matched([EntryCode.RULING], _rulings(), vouchers.by_subject)


def _rulings() -> Iterator[Voucher]:
    for row in Ruling.objects.select_related("table").prefetch_related("guests").order_by("pk").iterator(chains.BATCH):
        yield Voucher(
            key=rulings.subject(row),
            name=f"ruling {row.pk}",
            book=writing.book(row.table.code),
            house_id=row.house_id,
            gaming_day_id=None,
            actor_id=row.by_id,
            evidence=chain.evidence(rulings.facts(row)),
            subject=rulings.subject(row),
        )
