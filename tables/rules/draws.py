"""Verifiable draws: the seed is committed to before, revealed after, and anybody can repeat the draw.

The recipe, for a third party.  `commitment` = SHA-256 of the seed's 64 hexadecimal digits, as text.  The n-th number of
a draw (n = 0, 1, 2 …) is HMAC-SHA256, key the same text, message `"<label>:<n>"`, read as a 256-bit big-endian integer.
To draw below k: numbers from `2**256 - 2**256 % k` on are skipped, so that no outcome is likelier than another; the
rest is taken modulo k.  To shuffle: for i from the last place down to 1, exchange place i with a place drawn below
i + 1 (Fisher–Yates).  The label tells the draws of one tournament apart, so one seed serves them all; it is revealed
when the last is made.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from casino.errors import N_, Malformed

_SEED = re.compile(r"[0-9a-f]{64}")
_NUMBERS: Final = 1 << 256

T = TypeVar("T")


def commitment(seed: str) -> str:
    """The digest posted before the draw, in hexadecimal; refuses `seed_unreadable`."""
    return hashlib.sha256(_text(seed)).hexdigest()


def keeps(commitment_hex: str, seed: str) -> bool:
    """Whether the revealed seed is the one that was committed to."""
    return hmac.compare_digest(commitment(seed), commitment_hex)


class Draw:
    """The numbers of one draw, in order; refuses `seed_unreadable`."""

    def __init__(self, seed: str, label: str) -> None:
        self._seed = _text(seed)
        self._label = label
        self._drawn = 0

    def below(self, limit: int) -> int:
        """An integer from 0 to `limit` − 1, all equally likely."""
        assert limit > 0, limit
        while True:
            message = f"{self._label}:{self._drawn}".encode()
            self._drawn += 1
            number = int.from_bytes(hmac.digest(self._seed, message, "sha256"), "big")
            if number < _NUMBERS - _NUMBERS % limit:
                return number % limit

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def _text(seed: str) -> bytes:
    if not _SEED.fullmatch(seed):
        raise Malformed("seed_unreadable", N_("A seed must be 64 hexadecimal digits, in lower case."))
    return seed.encode()
