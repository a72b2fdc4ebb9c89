"""`manage.py edge [RULE_SET …]`: compute the house's edge per ante against perfect play, over every card."""

import json
import os
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import monotonic
from typing import TYPE_CHECKING

from django.core.management import BaseCommand, CommandError

from casino.errors import Refusal
from tables.rules.banked.rule_sets import RULE_SETS, rule_set

if TYPE_CHECKING:
    from tools.edge.enumeration import Sums

PPM = 1_000_000
EXACT = [key for key, rules in RULE_SETS.items() if rules.rounding is None]
"""Each game once: a rounding depends on the stakes, and is not in the edge."""


class Command(BaseCommand):
    """Exit status 0 only when each figure equals the rule set's own."""

    help = "Compute the house's edge of the games against the house, exactly (minutes each, on every core)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("keys", nargs="*", metavar="RULE_SET", help=f"default: {', '.join(EXACT)}")
        parser.add_argument("--json", action="store_true", dest="as_json", help="the last line is one JSON object")

    def handle(self, *, keys: list[str], as_json: bool, **_options: object) -> None:
        try:
            wanted = [rule_set(key) for key in keys or EXACT]
        except Refusal as refusal:
            raise CommandError(f"{refusal} Known are: {', '.join(RULE_SETS)}.") from None
        found = {}
        for rules in wanted:
            began = monotonic()
            found[rules.key] = edge = _edge(rules.key)
            holds = round(edge * PPM) == rules.edge_ppm
            self.stdout.write(
                f"{rules.key:<26}{edge:>12.6%} of the ante  "
                f"shipped as {rules.edge_ppm} ppm: {'the same' if holds else 'DIFFERS'}  ({monotonic() - began:.0f} s)"
            )
        if as_json:
            self.stdout.write(json.dumps(found))
        if any(round(edge * PPM) != rule_set(key).edge_ppm for key, edge in found.items()):
            raise CommandError("A rule set is shipped with another figure.")


def _edge(key: str) -> float:
    """The edge as a share of the ante; each core takes every n-th board."""
    try:
        from tools.edge.enumeration import edge  # noqa: PLC0415 -- numpy is a tool of development
    except ModuleNotFoundError as missing:
        raise CommandError(f"This needs the tools of development: {missing}") from missing
    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        parts = pool.map(_part, [(key, core, cores) for core in range(cores)])
        return edge(rule_set(key), list(parts)).ante


def _part(which: tuple[str, int, int]) -> "Sums":
    from tools.edge import boards, enumeration  # noqa: PLC0415

    key, core, cores = which
    return enumeration.summed(rule_set(key), list(boards.classes(5))[core::cores])
