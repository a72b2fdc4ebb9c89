"""The check list for the supervising authority: each duty with its source, and the page that answers it.

FinASVO NRW is the "Finanzaufsichts- und Sicherungsverordnung NRW" of 18 November 2020 (GV. NRW. S. 1056a); other Länder
have rules of the same kind.  The duties of the authority itself are told only where this system shows what it needs.
"""

from dataclasses import dataclass
from typing import Final

from casino.errors import _

_LAW: Final = "https://recht.nrw.de/lmi/owa/br_bes_detail?bes_id=43907&det_id="
_WHOLE: Final = "https://recht.nrw.de/lmi/owa/br_bes_text?anw_nr=2&bes_id=43907"
_GOBD: Final = "https://ao.bundesfinanzministerium.de/ao/2021/Anhaenge/BMF-Schreiben-und-gleichlautende-Laendererlasse/"


@dataclass(frozen=True, slots=True)
class Duty:
    """A duty.  `rule`: where it stands, `source`: the address of its text; `page`: the name of the page's address."""

    rule: str
    source: str
    duty: str
    answer: str
    page: str


DUTIES: Final[tuple[Duty, ...]] = (
    Duty(
        "FinASVO NRW § 6 (1)", f"{_LAW}654082",
        _("Determine the gross gaming revenue correctly and compute the levy from it"),
        _("Win and revenue of each gaming day, losses carried forward"), "management:bank",
    ),
    Duty(
        "FinASVO NRW § 7 (2)", f"{_LAW}654083",
        _("Follow up the alerts of the table management system"),
        _("Findings with owner and decision; nobody resolves their own"), "audit:findings",
    ),
    Duty(
        "FinASVO NRW § 7 (4)", f"{_LAW}654083",
        _("Rake is determined correctly, collected and put into its box"),
        _("Rake due, booked and counted, by table and gaming day, down to the hand"), "audit:day",
    ),
    Duty(
        "FinASVO NRW § 7 (1)", f"{_LAW}654083",
        _("Minimum and maximum stakes and the posted rules are observed"),
        _("The rules in force of each game, with their versions"), "policy:games",
    ),
    Duty(
        "FinASVO NRW §§ 8, 12", _WHOLE,
        _("Chips left at the table and unclaimed winnings are kept and become revenue"),
        _("Unclaimed chips taken as revenue, by gaming day"), "management:bank",
    ),
    Duty(
        "FinASVO NRW § 9", _WHOLE,
        _("Chip changes are entered by the operator's agent"),
        _("Numbered change slips, by two people"), "cage:today",
    ),
    Duty(
        "FinASVO NRW § 10", f"{_LAW}654086",
        _("Fills: slip signed by two people, entered in the system"),
        _("Numbered slips without gaps, each by two people, on the day sheet"), "days:list",
    ),
    Duty(
        "FinASVO NRW § 11", f"{_LAW}654087",
        _("Removals from a table during play: both check before chips leave"),
        _("Numbered slips without gaps, each by two people, on the day sheet"), "days:list",
    ),
    Duty(
        "FinASVO NRW § 18", f"{_LAW}654094",
        _("The last three hands are announced, tables are closed and counted, noted in the day's record"),
        _("The floor's board announces the last hands; the day sheet has every table"), "days:list",
    ),
    Duty(
        "FinASVO NRW §§ 20, 21", f"{_LAW}654096",
        _("Tournaments: each purchase is tied to the money taken and the chips issued; chip sets are checked"),
        _("Each tournament with its purchases, chip counts and chip set checks"), "tournaments:list",
    ),
    Duty(
        "FinASVO NRW § 23", f"{_LAW}654099",
        _("Tournaments: settlement within ten days, every advertised prize is paid out"),
        _("The settlement of each tournament"), "tournaments:list",
    ),
    Duty(
        "SpielbG NRW § 22", "https://recht.nrw.de/lmi/owa/br_bes_detail?bes_id=42511&det_id=649541",
        _("Tips go to the tronc at once; takings are recorded at the end of every gaming day"),
        _("Tips of each gaming day by table; booked and counted in the rake audit"), "audit:tips",
    ),
    Duty(
        "GoBD; AO § 146 (4), § 147", _GOBD,
        _("Single entries: complete, timely and safe from changes that leave no trace"),
        _("The proof of all books, and of the seals of all days"), "management:proof",
    ),
    Duty(
        "GoBD; AO § 147 (6)", _GOBD,
        _("Data are handed over in machine-readable form, with a description"),
        _("The books as described files with digests (job `books`)"), "management:books",
    ),
    Duty(
        "AO § 147 (3), GwG § 8 (4)", "https://www.gesetze-im-internet.de/ao_1977/__147.html",
        _("Books are kept as long as the law requires, personal data no longer than that"),
        _("Retention periods, and what was erased"), "retention:list",
    ),
)  # fmt: skip
