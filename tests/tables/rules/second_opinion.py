"""A second, plain statement of who may raise after short all-ins, for the cases in which pokerkit is no judge.

Written from the rules' text (TDA 47, WLA 129 and 172–173), not from the engine: it sees only totals on the street.
"""

from dataclasses import dataclass, field


@dataclass
class Round:
    """One betting round: `price` to match, `unit` the least bet, `cap` raises at most (None: no cap)."""

    price: int
    unit: int
    fixed: bool
    cap: int | None
    full: int = 0
    raises: int = 0
    spoken: dict[int, int] = field(default_factory=dict)
    counted: int = 0

    def __post_init__(self) -> None:
        self.full = max(self.unit, self.price) if not self.fixed else self.unit
        self.counted = self.price

    def hear(self, position: int, total: int) -> None:
        """A position has checked, called, bet or raised and has this total in front of it."""
        if total > self.price:
            opened = self.price > 0
            if self.fixed:
                opened = self.counted > 0
                is_full = (total - self.counted) * 2 >= self.unit
                self.counted = total if is_full else self.counted
            else:
                is_full = total - self.price >= self.full
                self.full = total - self.price if is_full else self.full
            if is_full:
                self.spoken = {
                    one: put for one, put in self.spoken.items() if self.fixed and 2 * (total - put) < self.unit
                }
                self.raises += opened
            self.price = total
        self.spoken[position] = total

    def may_raise(self, position: int, own: int) -> bool:
        """TDA 47: who has spoken since the last full raise may only when a full raise lies before him."""
        if self.cap is not None and self.raises >= self.cap and self.price:
            return False
        return position not in self.spoken or self.price - own >= self.full

    def least(self) -> int:
        """The least total of a raise, all-ins apart."""
        if self.fixed:
            return self.counted + self.unit
        return self.price + self.full if self.price else self.unit
