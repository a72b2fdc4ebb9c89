"""Every paper with every branch of its template filled, of a house that is nowhere stored: `papers()`.

Each template comes with several contexts: one that has everything, and some that lack it (nothing is booked, the day is
not closed or not sealed, a person has no name).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.utils.translation import gettext

from accounting import charts
from accounting.charts import Point
from accounting.models import (
    AuthorityKey,
    Book,
    Count,
    Countersignature,
    Drop,
    Entry,
    GamingDay,
    House,
    Print,
    Reopening,
    Seal,
    Slip,
    Statement,
    TroncRules,
    TroncRun,
    TroncShare,
    Window,
    WindowShift,
)
from accounting.policy import levy
from accounting.policy.laws import LAWS
from accounting.policy.statement import Before, of_day
from accounting.policy.tronc import terms as tronc_terms
from accounting.reports.files import as_pdf
from accounting.reports.selectors import day_sheet
from accounting.revenue.files import statement_paper
from accounting.revenue.selectors.match import Sums
from accounting.revenue.selectors.statements import Draft
from accounting.tronc.files import tronc_file
from accounting.tronc.selectors import sheets
from casino import wording
from casino.models import User
from tests.stories.tips import TERMS

Filled = tuple[str, Mapping[str, Any]]
"""A template and its context."""

AT = datetime(2026, 11, 21, 10, 42, tzinfo=UTC)
DAY = date(2026, 11, 20)
DIGEST = "3f9a0c77b2e4d1568890aabbccddeeff00112233445566778899a1b2c3d4e5f6"
BRANDT, NOWAK, YILDIZ = (
    User(pk=pk, username=name.split()[1].lower(), full_name=name)
    for pk, name in enumerate(("Helene Brandt", "Łukasz Nowak", "Ayşe Yıldız-Große Lümmern"), 1)
)
HOUSE = House(
    pk=1, code="kurpark", name="Spielbank am Kurpark", letterhead="Am Kurpark 1 · 61348 Musterstadt\n§ 12/2026"
)
GAMING_DAY = GamingDay(pk=1, house=HOUSE, date=DAY, state="closed", closed_at=AT, closed_by=BRANDT)
OPEN_DAY = GamingDay(pk=1, house=HOUSE, date=DAY, state="open")
ORIGINAL, REPRINT = (Print(house=HOUSE, number=number, at=AT, by=NOWAK) for number in (1, 2))


def papers() -> Iterator[Filled]:
    """All papers in the active language."""
    yield from (("paper/table.html", context) for context in _tables())
    yield from (("paper/daysheet.html", context) for context in _day_sheets())
    yield from (("paper/statement.html", context) for context in _statements())
    for context in _troncs():
        yield "paper/tronc_statement.html", context
        yield "paper/tronc_sheet.html", context


def report(rows: int, width: int = 12, **more: Any) -> Mapping[str, Any]:
    """The context of a report with so many rows, and `width` columns, all but the first of money."""
    headings = [(gettext("Gaming day"), ""), *[(gettext("Tips counted"), "number")] * (width - 1)]
    lines = [
        [(f"{DAY + timedelta(days=row)}", ""), *[(wording.money(row * 12_345 - 700), "number")] * (width - 1)]
        for row in range(rows)
    ]
    paper = as_pdf.Paper(
        gettext("Rake"), "20.11.2026", headings, lines, lines[-1] if lines else [],
        facts=[(gettext("Requested by"), str(YILDIZ)), (gettext("SHA-256 of the JSON report"), DIGEST)], **more,
    )  # fmt: skip
    return {"author": HOUSE.name, "house": HOUSE, "paper": paper}


def _tables() -> Iterator[Mapping[str, Any]]:
    values = ((41_200, 40_000, ""), (-3_000, 5_000, "short"), (89_050, 89_050, "now"))
    points = [
        Point(f"{place}.11.", value, f"{place}.11.: {wording.money(value)}", "/rows/", due, due, mark)
        for place, (value, due, mark) in enumerate(values, 1)
    ]
    plain = [replace(point, address="", due=None, compared=None) for point in points]
    below = as_pdf.Table([("a", ""), ("b", "number")], [[("c", ""), ("1", "number")]], [("d", ""), ("2", "number")])
    for drawn in (points, plain):
        yield report(3, columns=charts.columns(drawn, text=wording.short_money, unit="EUR"), below=below)
        yield report(3, 6, bars=charts.rows(drawn, text=wording.short_money, unit="EUR"))
    yield report(0)
    yield {**report(0, empty=gettext("No round was booked in this period.")), "house": House(name="Ohne Kopf")}


def _boxes() -> list[day_sheet.Box]:
    """One counted by two, one that waits."""
    drops = [
        Drop(
            pk=pk, table_code=f"T0{pk}", kind=kind, booked_cents=50_000, dropped_at=AT, dropped_by=NOWAK,
            counted_cents=counted, counted_at=at, explanation=said,
        )
        for pk, kind, counted, at, said in (
            (1, "rake", 49_500, AT, "Ein Jeton zu 5 lag daneben"), (2, "tips", None, None, ""),
        )
    ]  # fmt: skip
    counts = [Count(drop=drops[0], number=number, counted_by=by) for number, by in enumerate((BRANDT, YILDIZ), 1)]
    drops[0]._prefetched_objects_cache = {"counts": counts}
    drops[1]._prefetched_objects_cache = {"counts": []}
    return [day_sheet.Box(drops[0], -500), day_sheet.Box(drops[1], None)]


def _day_sheets() -> Iterator[Mapping[str, Any]]:
    sums = Sums(hands=1_240, due_cents=1_234_567, booked_cents=1_234_567, counted_cents=1_234_067)
    window = Window(code="KASSE-1")
    shift = WindowShift(
        window=window, opened_at=AT, opened_by=NOWAK, closed_at=AT, closed_by=BRANDT, counted_chips_cents=9_000_000,
        counted_cash_cents=250_000, variance_cents=-500, explanation="Wechselgeld",
    )  # fmt: skip
    slips = [
        Slip(number=1, kind="fill", state=state, table_code="T01", window=window, amount_cents=500_000,
             asked_by=NOWAK, done_by=by, reason=reason)
        for state, by, reason in (("done", BRANDT, ""), ("cancelled", None, "Tisch geschlossen"))
    ]  # fmt: skip
    seal, seal_before = (Seal(number=number, digest=DIGEST) for number in (12, 11))
    full = day_sheet.Sheet(
        day=GAMING_DAY, begins_at=AT, ends_at=AT + timedelta(hours=24), length_hours=24,
        lines=[day_sheet.Line(f"T{number:02}", 12_345_600, sums) for number in range(1, 13)], base_cents=148_147_200,
        total=sums, boxes=_boxes(),
        shifts=[shift, WindowShift(window=window, opened_at=AT, opened_by=NOWAK)], slips=slips,
        findings={"open": 2, "resolved": 3, "waived": 0}, seal=seal, seal_before=seal_before,
        reopenings=[Reopening(reason="Box T03 nachgezählt", asked_by=NOWAK, approved_by=BRANDT, approved_at=AT)],
        is_counted=False,
    )  # fmt: skip
    bare = replace(
        full, day=OPEN_DAY, lines=[], boxes=[], shifts=[], slips=[], seal=None, seal_before=None, reopenings=[],
        is_counted=True,
    )  # fmt: skip
    for sheet, paper in (
        (full, ORIGINAL), (replace(full, seal_before=None), REPRINT), (replace(full, seal=None), None), (bare, None),
    ):  # fmt: skip
        yield {"author": HOUSE.name, **as_pdf.facts(sheet, paper)}


def _figures() -> Mapping[str, Any]:
    table = {
        "table": "T01", "games": ["No-Limit Hold'em", "Pot-Limit Omaha"], "hands": 121, "rake_cents": 123_457,
        "time_cents": 1_200, "booked_cents": 124_657, "counted_cents": 124_157, "difference_cents": -500,
    }  # fmt: skip
    won = {
        "table": "B01", "games": ["Ultimate Texas Hold'em"], "rounds": 310, "drop_cents": 2_500_000,
        "lost_cents": 1_900_000, "paid_cents": 1_500_000, "booked_cents": 400_000, "difference_cents": 0,
    }  # fmt: skip
    tournament = {"tournament": "Freitags-Turnier", "purchases": 64, "prizes_cents": 640_000, "fees_cents": 64_000}
    jackpot = {
        "fund": "Bad Beat", "before_cents": 5_000_000, "in_cents": 64_000, "out_cents": 0, "after_cents": 5_064_000,
    }  # fmt: skip
    taken = {
        "rake": {**table, "tables": [{**table, "table": f"T{number:02}"} for number in range(1, 13)],
                 "games": [{**table, "game": "No-Limit Hold'em"}, {**table, "game": "Pot-Limit Omaha"}]},
        "bank": {"booked_cents": 400_000, "counted_cents": 400_000, "tables": [won]},
        "tournaments": {"fees_cents": 64_000, "rows": [tournament]},
        "taken_in_cents": 12_000,
        "jackpots": [jackpot],
        "tips": {"booked_cents": 88_000, "counted_cents": 88_050, "difference_cents": 50},
        "house": HOUSE.code, "currency": "EUR", "period": "day", "first": str(DAY), "last": str(DAY),
    }  # fmt: skip
    return of_day(taken, levy.parse(LEVY), Before(year_cents=1_499_000_000, loss_cents=-100_000))


LEVY: Mapping[str, Any] = {**LAWS["nrw"], "basis": "counted"}


def _statements() -> Iterator[Mapping[str, Any]]:
    sealed = Statement(
        house=HOUSE, period="day", first=DAY, version=2, gaming_day=GAMING_DAY, figures=_figures(),
        rests_on={"seal": [12, DIGEST], "before": [str(DAY - timedelta(days=1)), 1, DIGEST]},
        reason="Die Box an T03 wurde nachgezählt.", state="sealed", signed_at=AT, signed_by=NOWAK, decided_at=AT,
        decided_by=BRANDT, number=12, digest=DIGEST,
        differences=[["revenue_cents", 1_864_750, 1_864_250], ["levy_cents", 738_600, 738_350]],
    )  # fmt: skip
    parts = [[str(DAY + timedelta(days=past)), 1, DIGEST] for past in range(31)]
    rests_on = {"statements": parts}
    key, other = (
        AuthorityKey(authority=name, public_key=name.encode(), proposed_by=BRANDT, decided_by=NOWAK)
        for name in ("Finanzaufsicht Musterstadt", "Ministerium des Innern")
    )
    also = {
        "explanations": [statement_paper.Remark("T03", Drop.Kind.RAKE.label, -500, "nachgebucht")],
        "countersignatures": [Countersignature(key=key, at=AT), Countersignature(key=other, at=AT)],
    }  # fmt: skip
    yield _statement(sealed, ORIGINAL) | also
    yield _statement(sealed, REPRINT) | {"differences": []}
    yield _statement(sealed, None)
    for state in ("signed", "declined"):
        row = Statement(house=HOUSE, period="month", first=DAY, figures=_figures(), rests_on=rests_on, state=state)
        row.signed_at, row.signed_by = AT, NOWAK
        yield _statement(row, None)
    figures = {**_figures(), "jackpots": [], "loss": {"brought_cents": 0, "carried_cents": 0, "set_off_cents": 0}}
    figures = {name: value for name, value in figures.items() if name != "year"}
    figures |= {"rake": {**figures["rake"], "tables": [], "games": []}, "tournaments": {"fees_cents": 0, "rows": []}}
    figures["bank"] = {**figures["bank"], "tables": []}
    draft = Draft(HOUSE, "year", DAY, DAY, None, None, figures, {})
    yield {"author": HOUSE.name, **statement_paper.facts(draft, terms=None)}


def _statement(row: Statement, paper: Print | None) -> dict[str, Any]:
    row.pk = 1
    return {"author": HOUSE.name, **statement_paper.facts(row, terms=LEVY, paper=paper)}


def _troncs() -> Iterator[Mapping[str, Any]]:
    """Each for the whole statement and for the sheet of its first person."""
    more = {"houses": [{"code": "see"}], "remainder": "carry_forward", "is_capped": True, "guarantee_minutes": 9_600,
            "recoup_bp": 5_000, "record_before_opening": True, "hours": "roster"}  # fmt: skip
    plain = {name: TERMS[name] for name in ("groups", "functions", "full_minutes")}
    for rules, changes, share, names in (
        (TERMS | more, {"cause": "shifts", "number": 2}, {"years": 12, "points_hundredths": 1_750}, True),
        (
            TERMS | {"electronic": "revenue", "hours": "downs"},
            {"state": "proposed", "decided_at": None, "decided_by": None},
            {},
            False,
        ),
        (plain, {"entry": None, "levy_cents": 0, "deductions": {}}, {"years": 1, "points_hundredths": 1_600}, True),
    ):
        sheet = _sheet(tronc_terms.parse(rules), changes, share)
        context = tronc_file.sheet_context(sheet, names=names)
        yield {**context, "asked_by": str(YILDIZ), "author": HOUSE.name}


def _sheet(rules: tronc_terms.Terms, changes: Mapping[str, Any], share: Mapping[str, Any]) -> sheets.Sheet:
    is_full = bool(rules.houses)
    run = TroncRun(
        **{
            "pk": 1, "house": HOUSE, "month": date(2026, 10, 1), "number": 1, "takings_cents": 1_240_000,
            "carried_in_cents": 12 * is_full, "levy_cents": 62_000, "deductions": {"insurance": 100_000},
            "shared_cents": 1_078_000, "carried_out_cents": 7 * is_full, "carried_into": date(2026, 11, 1),
            "rules": TroncRules(version=3, valid_from=date(2026, 1, 1)), "state": "confirmed", "proposed_by": NOWAK,
            "proposed_at": AT, "decided_by": BRANDT, "decided_at": AT,
            "entry": Entry(book=Book(code="kurpark/tronc"), number=9, digest=bytes.fromhex(DIGEST)), **changes,
        }
    )  # fmt: skip
    people = [
        TroncShare(
            **{
                "run": run, "person": person, "function": "dealer", "years": 0, "points_hundredths": 1_500,
                "minutes": 9_870, "rounded_cents": 215_516, "remainder_cents": 1 - is_full,
                "guaranteed_cents": 70_000 * is_full,
                "advance_cents": 1_250 * is_full, "owed_cents": 900 * is_full, "recouped_cents": 450 * is_full,
                "credited_minutes": 1_200 * is_full, "credited_for": "sick" if is_full else "", **share,
            }
        )
        for person in (YILDIZ, NOWAK)
    ]  # fmt: skip
    unit = sheets.HUNDREDTHS * rules.full_minutes
    lines = [sheets.Line(one, number, rules.functions[0], unit) for number, one in enumerate(people, 1)]
    whole_value = 215 if is_full else None
    groups = [sheets.OfGroup(one, 539_000, 34_545_000, whole_value, unit, lines) for one in rules.groups]
    deducted = [sheets.Deducted(one.name, one.basis, run.deductions.get(one.code, 0)) for one in rules.deductions]
    days = [("kurpark", DAY + timedelta(days=past), 40_000, 150) for past in range(31)]
    found = sheets.Statement(run, rules, days, deducted, groups, None)
    spans = [
        sheets.Span("kurpark", AT + timedelta(days=past), AT + timedelta(days=past, hours=8), 480) for past in range(21)
    ]
    return sheets.Sheet(found, groups[0], lines[0], spans, 214_000 if is_full else None)
