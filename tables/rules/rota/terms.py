"""The rules of a house's rota: how long a down and a break are, and what the law allows at most."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar, Final

from casino.errors import N_, Malformed
from tables.rules.house_rules import Rules, flag, number


@dataclass(frozen=True, slots=True)
class RotaRules(Rules):
    """What a house sets of its rota, in minutes; it may be stricter than the law, never laxer (ArbZG §§3–5)."""

    subject: ClassVar = "rota"

    is_on: bool = flag(N_("Keep a rota"), "Whether the house keeps a rota at all.", usual=False)
    down_minutes: int = number(
        30, 10, 120, N_("Down (minutes)"), "A stint at a table (domain §4.9: about 30, 20 to 60 by room)."
    )
    lead_minutes: int = number(
        5, 0, 30, N_("Push together if due within (minutes)"), "Due so soon, a table is pushed together with others."
    )
    break_minutes: int = number(30, 15, 120, N_("Break (minutes)"), "Until the dealer is to be back; ours.")
    least_break_minutes: int = number(15, 15, 60, about="What is shorter is no break (ArbZG §4).")
    longest_stretch_minutes: int = number(360, 60, 360, about="Of work without a break (§4: six hours).")
    first_break_after_minutes: int = number(360, 60, 360, about="Of work (§4: six hours).")
    first_break_minutes: int = number(30, 30, 120, about="Of breaks after that (§4: 30).")
    second_break_after_minutes: int = number(540, 60, 540, about="Of work (§4: nine hours).")
    second_break_minutes: int = number(45, 45, 180, about="Of breaks after that (§4: 45).")
    usual_work_minutes: int = number(480, 60, 480, about="A day's work; more only with a reason (§3: eight hours).")
    most_work_minutes: int = number(600, 60, 600, about="Never more than that (§3: ten hours).")
    rest_minutes: int = number(660, 600, 1_440, about="Between two shifts (§5: eleven hours; ten by §5 (2)).")
    same_table_again: bool = flag(
        N_("The next down may be at the same table"),
        "Domain §4.9: a dealer's next down is at another table.",
        usual=False,
    )
    checks_qualification: bool = flag(
        N_("Dealers need the game's qualification"), "Whether a dealer needs the game's qualification.", usual=True
    )

    @property
    def down(self) -> timedelta:
        return timedelta(minutes=self.down_minutes)

    @property
    def pause(self) -> timedelta:
        return timedelta(minutes=self.break_minutes)

    @property
    def longest_shift(self) -> timedelta:
        """The most work with the breaks that belong to it."""
        return timedelta(minutes=self.most_work_minutes + self.second_break_minutes)

    def refuse_contradictions(self) -> None:
        if (
            self.usual_work_minutes > self.most_work_minutes
            or self.first_break_after_minutes > self.second_break_after_minutes
            or self.first_break_minutes > self.second_break_minutes
            or self.least_break_minutes > self.break_minutes
        ):
            raise Malformed("limits_crossed", N_("A later limit must not be smaller than an earlier one."))


USUAL: Final = RotaRules()
