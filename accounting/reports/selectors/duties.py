"""The check list for the supervising authority: each duty with its source, and the page that answers it.

FinASVO NRW is the "Finanzaufsichts- und Sicherungsverordnung NRW" of 18 November 2020 (GV. NRW. S. 1056a); other Länder
have rules of the same kind.  The duties of the authority itself are told only where this system shows what it needs.
"""

from dataclasses import dataclass
from typing import Final

from casino.errors import N_

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
        N_("Determine the gross gaming revenue correctly and compute the levy from it"),
        N_("Win and revenue of each gaming day, losses carried forward"), "management:bank",
    ),
    Duty(
        "FinASVO NRW § 7 (2)", f"{_LAW}654083",
        N_("Follow up the alerts of the table management system"),
        N_("Findings with owner and decision; nobody resolves their own"), "audit:findings",
    ),
    Duty(
        "FinASVO NRW § 7 (4)", f"{_LAW}654083",
        N_("Rake is determined correctly, collected and put into its box"),
        N_("Rake due, booked and counted, by table and gaming day, down to the hand"), "audit:day",
    ),
    Duty(
        "FinASVO NRW § 7 (1)", f"{_LAW}654083",
        N_("Minimum and maximum stakes and the posted rules are observed"),
        N_("The rules in force of each game, with their versions"), "policy:games",
    ),
    Duty(
        "FinASVO NRW §§ 8, 12", _WHOLE,
        N_("Chips left at the table and unclaimed winnings are kept and become revenue"),
        N_("Unclaimed chips taken as revenue, by gaming day"), "management:bank",
    ),
    Duty(
        "FinASVO NRW § 9", _WHOLE,
        N_("Chip changes are entered by the operator's agent"),
        N_("Numbered change slips, by two people"), "cage:today",
    ),
    Duty(
        "FinASVO NRW § 10", f"{_LAW}654086",
        N_("Fills: slip signed by two people, entered in the system"),
        N_("Numbered slips without gaps, each by two people, on the day sheet"), "days:list",
    ),
    Duty(
        "FinASVO NRW § 11", f"{_LAW}654087",
        N_("Removals from a table during play: both check before chips leave"),
        N_("Numbered slips without gaps, each by two people, on the day sheet"), "days:list",
    ),
    Duty(
        "FinASVO NRW § 18", f"{_LAW}654094",
        N_("The last three hands are announced, tables are closed and counted, noted in the day's record"),
        N_("The floor's board announces the last hands; the day sheet has every table"), "days:list",
    ),
    Duty(
        "FinASVO NRW §§ 20, 21", f"{_LAW}654096",
        N_("Tournaments: each purchase is tied to the money taken and the chips issued; chip sets are checked"),
        N_("Each tournament with its purchases, chip counts and chip set checks"), "tournaments:list",
    ),
    Duty(
        "FinASVO NRW § 23", f"{_LAW}654099",
        N_("Tournaments: settlement within ten days, every advertised prize is paid out"),
        N_("The settlement of each tournament"), "tournaments:list",
    ),
    Duty(
        "SpielbG NRW § 22", "https://recht.nrw.de/lmi/owa/br_bes_detail?bes_id=42511&det_id=649541",
        N_("Tips go to the tronc at once; takings are recorded at the end of every gaming day"),
        N_("Tips of each gaming day by table; booked and counted in the rake audit"), "audit:tips",
    ),
    Duty(
        "GoBD; AO § 146 (4), § 147", _GOBD,
        N_("Single entries: complete, timely and safe from changes that leave no trace"),
        N_("The proof of all books, and of the seals of all days"), "management:proof",
    ),
    Duty(
        "GoBD; AO § 147 (6)", _GOBD,
        N_("Data are handed over in machine-readable form, with a description"),
        N_("The books as described files with digests (job `books`)"), "management:books",
    ),
    Duty(
        "AO § 147 (3), GwG § 8 (4)", "https://www.gesetze-im-internet.de/ao_1977/__147.html",
        N_("Books are kept as long as the law requires, personal data no longer than that"),
        N_("Retention periods, and what was erased"), "retention:list",
    ),
)  # fmt: skip
