"""Checks of a tournament structure: chips that pay every blind, blinds that never fall, phases that exist."""

from itertools import pairwise

from casino.errors import N_, Refusal
from tables.rules.setup import Betting
from tables.rules.tournaments.structures import AnteKind, Break, Level, Structure


def check(structure: Structure) -> None:
    """Refuse a structure that cannot be played.

    Codes: `levels_missing`, `levels_disordered`, `minutes_wrong`, `blinds_wrong`, `blinds_fall`, `ante_wrong`,
    `bets_wrong`, `chips_wrong`, `chips_indivisible`, `chip_set_wrong`, `race_wrong`, `phase_wrong`.
    """
    _check_items(structure)
    for level in structure.levels:
        _check_level(structure.betting, level)
    _check_rising(structure.levels)
    _check_chips(structure)
    _check_races(structure)
    _check_phases(structure)


def check_minimum_bets(structure: Structure) -> None:
    """Refuse a limit game whose big blind is below the small bet (`big_blind_below_minimum_bet`).

    Seed 003: "The big blind is equal to or greater than the minimum bet" (S3).  What is announced must hold it; a
    structure announced earlier stays readable.
    """
    for level in structure.levels:
        if level.big_blind < level.minimum_bet:
            raise Refusal(
                "big_blind_below_minimum_bet",
                N_("Level %(level)s: the big blind is at least the minimum bet, which is %(minimum_bet)s."),
                level=level.number,
                big_blind=level.big_blind,
                minimum_bet=level.minimum_bet,
            )


def _check_items(structure: Structure) -> None:
    levels = structure.levels
    if not levels or not isinstance(structure.items[0], Level) or not isinstance(structure.items[-1], Level):
        raise Refusal("levels_missing", N_("A tournament must begin and end with a level."))
    if [level.number for level in levels] != list(range(1, len(levels) + 1)):
        raise Refusal("levels_disordered", N_("Levels must be numbered 1, 2, 3 and so on."))
    if min(item.minutes for item in structure.items) <= 0:
        raise Refusal("minutes_wrong", N_("Every level and every break must last at least a minute."))


def _check_level(betting: Betting, level: Level) -> None:
    if not 0 <= level.small_blind <= level.big_blind or level.big_blind <= 0:
        raise Refusal(
            "blinds_wrong",
            N_("Level %(level)s: the small blind must be no more than the big blind."),
            level=level.number,
        )
    if level.ante < 0 or (level.ante == 0) != (level.ante_kind is AnteKind.NONE):
        raise Refusal("ante_wrong", N_("Level %(level)s: an ante needs an amount and a payer."), level=level.number)
    if betting is Betting.FIXED_LIMIT:
        if not 0 < level.small_bet <= level.big_bet or level.big_blind > level.small_bet:
            raise Refusal(
                "bets_wrong", N_("Level %(level)s: a limit game needs a small and a big bet."), level=level.number
            )
    elif level.small_bet or level.big_bet:
        raise Refusal("bets_wrong", N_("Level %(level)s: only a limit game can have fixed bets."), level=level.number)


def _check_rising(levels: tuple[Level, ...]) -> None:
    """K2: "rising blinds"."""
    for before, level in pairwise(levels):
        now = (level.small_blind, level.big_blind, level.small_bet, level.big_bet)
        then = (before.small_blind, before.big_blind, before.small_bet, before.big_bet)
        if any(amount < earlier for amount, earlier in zip(now, then, strict=True)):
            raise Refusal("blinds_fall", N_("Level %(level)s: blinds and bets must not go down."), level=level.number)


def _check_chips(structure: Structure) -> None:
    worths = [chip.worth for chip in structure.chips]
    wrong_worths = not worths or min(worths) <= 0 or len(set(worths)) != len(worths)
    if wrong_worths or structure.starting_chips <= 0 or any(chip.pieces < 0 for chip in structure.chips):
        raise Refusal("chips_wrong", N_("A tournament needs chips, each colour once and each with a value."))
    total = sum(chip.worth * chip.pieces for chip in structure.chips)
    if total not in (0, structure.starting_chips):
        raise Refusal(
            "chip_set_wrong",
            N_("The chips handed out are worth %(total)s, not the %(starting_chips)s of the starting stack."),
            total=total,
            starting_chips=structure.starting_chips,
        )
    for index, item in enumerate(structure.items):
        in_play = structure.chips_in_play(index)
        if not in_play:
            raise Refusal("race_wrong", N_("Some chips must stay in play."))
        if isinstance(item, Level) and any(amount % in_play[0] for amount in item.amounts):
            raise Refusal(
                "chips_indivisible",
                N_("Level %(level)s cannot be paid: the smallest chip in play is %(chip)s."),
                level=item.number,
                chip=in_play[0],
            )
    _check_bought(structure)


def _check_bought(structure: Structure) -> None:
    smallest = structure.chips_in_play(0)[0]
    bought = [structure.starting_chips]
    if structure.rebuy:
        bought.append(structure.rebuy.chips)
    if structure.add_on:
        bought.append(structure.add_on.chips)
    if min(bought) <= 0 or any(chips % smallest for chips in bought):
        raise Refusal("chips_wrong", N_("Stacks must be made of whole chips; the smallest is %(chip)s."), chip=smallest)


def _check_races(structure: Structure) -> None:
    """Colours leave play from the smallest up, each once, and one stays."""
    for index, item in enumerate(structure.items):
        if isinstance(item, Break) and item.chips_raced_off:
            raced = tuple(sorted(item.chips_raced_off))
            in_play = structure.chips_in_play(index)
            if raced != in_play[: len(raced)] or len(raced) >= len(in_play):
                raise Refusal(
                    "race_wrong", N_("Chips leave play from the smallest up. Those in play are %(in_play)s."),
                    in_play=list(in_play), raced=list(raced),
                )  # fmt: skip
            odd = [worth for worth, following in pairwise(in_play[: len(raced) + 1]) if following % worth]
            if odd:
                raise Refusal(
                    "race_wrong",
                    N_("A %(chip)s chip cannot be raced off: the next chip is not a multiple of it."),
                    chip=odd[0],
                )


def _check_phases(structure: Structure) -> None:
    last = len(structure.levels)
    if not 0 <= structure.late_until_level <= last:
        raise _phase(N_("Late registration must end with one of the levels 1 to %(last)s."), last)
    for index, item in enumerate(structure.items):
        if isinstance(item, Break) and item.is_end_of_late_registration:
            before = structure.items[index - 1]
            if not isinstance(before, Level) or before.number != structure.late_until_level:
                raise _phase(N_("Late registration ends with the break that follows its last level."), last)
    if structure.re_entries < 0 or (structure.re_entries and not structure.late_until_level):
        raise _phase(N_("Re-entries need late registration."), last)
    rebuy, add_on = structure.rebuy, structure.add_on
    if rebuy and (not 1 <= rebuy.until_level <= last or rebuy.at_or_below < 0 or rebuy.most < 1):
        raise _phase(N_("The re-buy phase must end with a level from 1 to %(last)s."), last)
    if add_on and not 1 <= add_on.break_number <= len(structure.breaks):
        raise _phase(N_("The add-on is sold during one of the tournament's breaks."), last)
    if structure.flight_until_level is not None and not 1 <= structure.flight_until_level < last:
        raise _phase(N_("A flight must end after a level before the last one."), last)


def _phase(message: str, last: int) -> Refusal:
    return Refusal("phase_wrong", message, last=last)
