"""The page of a hand that is over: who won what, the replay, the rake step by step, its proof; no command of play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounting.findings.selectors import findings
from accounting.ledger.selectors import ledger, links
from accounting.models import Seal
from accounting.policy.rake import parse
from accounting.rake.selectors import computation
from casino.models import User
from tables.hands.pages import play, sheet
from tables.hands.selectors import cases, outcomes, streets
from tables.hands.selectors import hands as selector
from tables.hands.selectors.cases import BUNDLES
from tables.hands.selectors.hands import RecordedHand
from tables.hands.selectors.outcomes import Outcome
from tables.hands.selectors.streets import Street
from tables.models import Hand
from tables.play.pages import oval
from tables.play.pages.oval import Name, Oval
from tables.rules import hand as rules

_SHORT: Final = 16  # letters of a digest that tell entries apart


@dataclass(frozen=True, slots=True)
class Jump:
    """A button of the replay: its words, the step it goes to, and whether that part is shown."""

    words: str
    step: int
    is_here: bool


def context(recorded: RecordedHand, names: Mapping[int, str], actor: User, wanted: str) -> dict[str, Any]:
    """Everything the page shows; `wanted`: how many actions of the replay are done, as `?step=` says it."""
    chain = cases.corrections(recorded.hand.pk)
    hand = next(row for row in chain if row.pk == recorded.hand.pk)
    recorded = replace(recorded, hand=hand)
    terms = parse(hand.schedule_version.terms)
    called = {seat: oval.name_of(name) for seat, name in names.items()}
    surnames = {seat: name.surname for seat, name in called.items()}
    found = outcomes.of_hand(recorded, surnames, terms)
    facts = outcomes.facts_of(recorded)
    rake = (hand.result or {}).get("rake", {})
    numbers = {row.number: row for row in cases.neighbours(hand)}
    return {
        **sheet.context(recorded, actor),
        "hand": hand,
        "version": hand.version,
        "table_code": recorded.table_code,
        "unit": "money",
        "back": _back(hand, actor),
        "before": numbers.get(hand.number - 1),
        "after": numbers.get(hand.number + 1),
        "chain": chain if len(chain) > 1 else [],
        "instead": next((row for row in chain if row.corrects_id == hand.pk), None),
        "lines": [(line, called.get(line.seat, Name(""))) for line in found.lines],
        "tips_cents": cases.tips_cents(hand),
        "steps": computation.steps(terms, facts, rake.get("lines", [])) if facts else [],
        "difference_cents": rake["taken_cents"] - rake["due_cents"] if rake else None,
        **(_replay(recorded, names, surnames, found, wanted) if recorded.state else _seats(hand, called, found)),
        **_proof(chain, hand, actor),
    }


def _back(hand: Hand, actor: User) -> str:
    """The page of the table, as its reader knows it: the floor's, the audit's rows, or the dealer's."""
    if actor.has_perm("tables.open_table"):
        return reverse("floor:table", args=[hand.table_id])
    if actor.has_perm(findings.PERMISSION):
        asked = urlencode({"day": hand.gaming_day.date, "table": hand.table.code})
        return f"{reverse('audit:day')}?{asked}#rows"
    return reverse("dealer:table", args=[hand.table_id])


def _replay(
    recorded: RecordedHand, names: Mapping[int, str], surnames: Mapping[int, str], found: Outcome, wanted: str
) -> dict[str, Any]:
    """The picture at the step asked for, and the streets to jump to."""
    assert recorded.state is not None
    setup, hand = recorded.state.frame.setup, recorded.hand
    done = [selector.action_of(row) for row in selector.standing(recorded.rows)]
    parts = streets.of_hand(setup, done, surnames)
    replay, then = play.replayed(setup, done, wanted)
    stored = {} if then else hand.result or {}
    seen = play.context(
        then or rules.view(recorded.state),
        names,
        setup=setup,
        places=hand.table.seats,
        won=stored.get("won", {}),
        stacks=stored.get("stacks", {}),
    )
    folded = {seat: part.name for part in parts for seat in part.folded}
    picture: Oval = oval.over(seen["oval"], {} if then else found.used, folded)
    dealer = str(hand.dealer) if hand.dealer else ""
    return {
        "oval": replace(picture, dealer=dealer),
        "is_bomb_pot": setup.bomb_pot,
        "replay": replay,
        "streets": [part for part in parts if part.sentences or part.laid],
        "jumps": _jumps(parts, replay),
        "said": _said(parts, replay.step),
    }


def _jumps(parts: Sequence[Street], replay: play.Replay) -> list[Jump]:
    """Each street from its beginning, and the end, which is named by the showdown where there was one."""
    is_shown = parts[-1].name == _("Showdown")
    played = parts[:-1] if is_shown else parts
    at_end = replay.step == replay.last
    here = next((part for part in reversed(played) if part.first <= replay.step), played[0])
    return [
        *(Jump(part.name, part.first, not at_end and part is here) for part in played),
        Jump(_("Showdown") if is_shown else _("End"), replay.last, at_end),
    ]


def _said(parts: Sequence[Street], step: int) -> str:
    """What was done last at this step; at the showdown, all that was shown until then."""
    part = next((one for one in reversed(parts) if one.first <= step), parts[0])
    done = part.sentences[: len(part.sentences) - (part.last - step)]
    return " · ".join(done if part.name == _("Showdown") else done[-1:]) or part.name


def _seats(hand: Hand, called: Mapping[int, Name], found: Outcome) -> dict[str, Any]:
    """Of a hand of which only the outcome was recorded: its seats, what each put in and won as far as is known."""
    put_in = (hand.result or {}).get("contributions", {})
    lines = {line.seat: line for line in found.lines}
    seats = sorted({*called, *lines})
    return {
        "seats": [(seat, called.get(seat, Name("")), put_in.get(str(seat)), lines.get(seat)) for seat in seats],
        "is_put_in_known": bool(put_in),
    }


def _proof(chain: Sequence[Hand], hand: Hand, actor: User) -> dict[str, Any]:
    """The entries of the hand and of those it replaced, with their transfers, for people who may read the books."""
    booked = []
    if actor.has_perm(BUNDLES):
        booked = links.of_subjects(hand.house_id, [f"hand:{row.pk}" for row in chain])
    return {
        "links": [(link, link.digest[:_SHORT]) for link in booked],
        "is_sealed": bool(booked) and Seal.objects.filter(gaming_day=hand.gaming_day_id).exists(),
        "may_prove": actor.has_perm(ledger.PERMISSION),
        "may_read_terms": actor.has_perm(findings.PERMISSION),
    }
