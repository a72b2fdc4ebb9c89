"""Personal data: what is kept of whom, by which law, how long, and what becomes of it.

`KINDS` are the kinds of data with their periods; `COLUMNS`, here and in each package, says for every column that can
hold something about a person to which kind it belongs and what an erasure does to it.  A column in neither `COLUMNS`
nor `NOT_PERSONAL` fails a test, so that no new column is forgotten.  The migration that makes the door (`tables_erase`)
repeats the columns: another test compares the two.  Pure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final

from casino.errors import N_

GWG: Final = "GwG § 8 (4)"
TAX: Final = "AO § 147 (3), HGB § 257 (4)"
CLAIMS: Final = "DSGVO Art. 6 (1) (b), BGB §§ 195, 199"
INTEREST: Final = "DSGVO Art. 6 (1) (f)"


class Fate(StrEnum):
    """What an erasure does to a column."""

    ERASED = "erased"
    """Of the guest's own rows; replaced by the pseudonym, or emptied."""
    SCRUBBED = "scrubbed"
    """Texts: the guest's name is replaced wherever it stands."""
    ABOUT = "about"
    """A text about one guest: replaced as a whole, and the name wherever else it stands."""
    COVERED = "covered"
    """Under a digest of the books: it can never change, so the database refuses a guest's name in it."""
    AGED = "aged"
    """Emptied, or deleted with its row, when it is old enough."""
    STAFF = "staff"
    """About those who work here; stays as long as the books that name them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of data.  `years` count from the end of the calendar year, `days` from the day."""

    name: str
    basis: str
    begins: str
    ends: str
    years: int = 0
    days: int = 0

    def until(self, last: date) -> date:
        """The first day on which nothing of this kind need be kept, if it was last needed on `last`."""
        if self.years:
            return date(last.year + self.years + 1, 1, 1)
        return last + timedelta(days=self.days)


KINDS: Final[Mapping[str, Kind]] = {
    "guests": Kind(
        name=N_("Guests: name, number, notes, date of birth"), basis=CLAIMS, years=3,
        begins=N_("end of the year of the last visit"), ends=N_(
            "pseudonymised; on request at once, unless a legal duty prevents it"
        ),
    ),
    "identified": Kind(
        name=N_("Identified guests"), basis=GWG, years=5,
        begins=N_("end of the year of the last visit"), ends=N_("pseudonymised; not earlier, even on request"),
    ),
    "bans": Kind(
        name=N_("House bans"), basis=INTEREST,
        begins=N_("end of the ban"), ends=N_("the reason is erased with the guest, but not while the ban is in force"),
    ),
    "typed": Kind(
        name=N_("Notes about guests: incidents, lists, moves, histories"), basis=INTEREST,
        begins=N_("with the guest"), ends=N_("the name is replaced wherever it appears"),
    ),
    "sign_ins": Kind(
        name=N_("Sign-ins and security events: addresses, names entered"), basis=f"{INTEREST}, Art. 32", days=365,
        begins=N_("when it happened"), ends=N_("address and entered name are cleared"),
    ),
    "answers": Kind(
        name=N_("Stored answers to commands"), basis=INTEREST, days=7,
        begins=N_("when it was given"), ends=N_("deleted"),
    ),
    "files": Kind(
        name=N_("Files and exports"), basis=INTEREST, days=7,
        begins=N_("when it was made"), ends=N_("deleted; at once when a guest is erased"),
    ),
    "books": Kind(
        name=N_("Books, hands, counts, slips: no names"), basis=TAX, years=10,
        begins=N_("end of the year"), ends=N_("never deleted by the program"),
    ),
    "staff": Kind(
        name=N_("People who work here"), basis=TAX, years=10,
        begins=N_("end of the year of the last entry"), ends=N_("never deleted by the program"),
    ),
}  # fmt: skip

SIGN_INS_LEAST_DAYS: Final = 90
"""The database empties no sign-in that is younger."""

# Kind of data, and what an erasure does.  The first pattern decides; those of the packages come first (`keep`).
COLUMNS: Final[dict[str, tuple[str, Fate]]] = {
    # About one guest.
    "casino_storedanswer.answer": ("answers", Fate.ABOUT),
    # Typed, or quoted from what was typed.
    "casino_accountrequest.reason": ("typed", Fate.SCRUBBED),
    "casino_job.params": ("files", Fate.SCRUBBED),
    "casino_job.result": ("files", Fate.SCRUBBED),
    "casino_job.error": ("files", Fate.SCRUBBED),
    "casino_storedanswer.request": ("answers", Fate.SCRUBBED),
    "casino_securityevent.about": ("sign_ins", Fate.SCRUBBED),
    "django_admin_log.change_message": ("typed", Fate.SCRUBBED),
    "django_admin_log.object_repr": ("typed", Fate.SCRUBBED),
    "*_historical*.history_change_reason": ("typed", Fate.SCRUBBED),
    # Old enough, they go by themselves.
    "casino_loginevent.username": ("sign_ins", Fate.AGED),
    "casino_loginevent.ip": ("sign_ins", Fate.AGED),
    "casino_securityevent.ip": ("sign_ins", Fate.AGED),
    "casino_jobfile.name": ("files", Fate.AGED),
    "casino_session.session_data": ("sign_ins", Fate.AGED),
    # Those who work here.
    "casino_user.*": ("staff", Fate.STAFF),
    "casino_historicaluser.*": ("staff", Fate.STAFF),
}

CODE: Final = "a code, name or kind of the house's things"
OURS: Final = "written by the program, of words, ids and numbers of its own"
NOT_PERSONAL: Final[dict[str, str]] = {
    "*.history_type": OURS,
    "auth_*": "not used",
    "django_content_type.*": OURS,
    "django_admin_log.object_id": OURS,
    "knox_authtoken.*": "a token's digest; gone with the sign-in",
    "otp_*": "a telephone's seed; gone with the second factor",
    "casino_device.*": CODE,
    "casino_historicaldevice.*": CODE,
    "casino_*": OURS,
}
"""Why a column holds nothing about a person; the patterns of `COLUMNS` come first."""


def keep(columns: Mapping[str, tuple[str, Fate]], not_personal: Mapping[str, str]) -> None:
    """Add the columns of a package: called by its `apps`."""
    of_base = dict(COLUMNS)
    COLUMNS.clear()
    COLUMNS.update({**columns, **of_base})
    NOT_PERSONAL.update(not_personal)


def decided(column: str) -> tuple[str, Fate] | None:
    """Kind and fate of a column (`table.column`); None: it is not personal, or not named at all."""
    return next((found for pattern, found in COLUMNS.items() if fnmatchcase(column, pattern)), None)


def of_fate(columns: Iterator[str], *fates: Fate) -> list[str]:
    """Those of the columns that have one of these fates, sorted."""
    return sorted(one for one in columns if (found := decided(one)) is not None and found[1] in fates)
