"""Levies of some Länder as their public texts say them, to be proposed as a house's terms; a lawyer checks them first.

A law changes, and a concession may say more: what is here is a start for the two people who put terms in force, never
in force by itself.  The name of a law says where its text is known to be older than what is in force.  Of other Länder
(Rhineland-Palatinate §§ 5, 6 SpielbG) the rates were not read, so they are not here.  Profit levies (NRW § 21, Berlin
§ 4) are charged on the annual accounts, not here.  Pure.
"""

from collections.abc import Mapping
from typing import Any, Final

_MILLION: Final = 100_000_000
"""Of euros, in cents."""


def _tiered(name: str, *tiers: tuple[int, int]) -> dict[str, Any]:
    return {
        "name": name,
        "period": "year",
        "tiers": [{"from_cents": millions * _MILLION, "rate_bp": rate_bp} for millions, rate_bp in tiers],
    }


LAWS: Final[Mapping[str, Mapping[str, Any]]] = {
    # § 19 (2): 30 %, for what exceeds 15 million euros in the calendar year another 10 %; (3) No. 1: less the losses of
    # earlier days not set off yet; (4): what is not collected counts.  § 20 (further payments) was not read.
    "nrw": {
        "law": "SpielbG NRW § 19",
        "source": "https://recht.nrw.de/lmi/owa/br_bes_detail?bes_id=42511&det_id=649538",
        "levies": [_tiered("Spielbankabgabe", (0, 3_000), (15, 4_000))],
        "loss": "bank_games",
    },
    # Art. 7 (1): to 25 million euros of the year 25 %, above 30 %; (3): what is not collected counts; (5): losses of a
    # day are set off against later revenue of all games.  To be checked: whether the higher rate is of the part above
    # 25 million alone, as here, or of the whole.
    "bayern": {
        "law": "SpielbG Bayern Art. 7",
        "source": "https://gesetze.legal/bayern/spielbg/7",
        "levies": [_tiered("Spielbankabgabe", (0, 2_500), (25, 3_000))],
        "loss": "all_games",
    },
    # § 3 (2): to 10 million euros of the year 30 %, for what exceeds them 35 %; (4): what is not collected counts.  § 3
    # as of 2010; § 4 (further payments) was not read, and whether losses are carried forward is to be checked.
    "berlin": {
        "law": "SpBG Berlin § 3",
        "source": "https://gesetze.berlin.de/jportal/portal/page/bsbeprod.psml?doc.id=jlr-SpielbkZulGBEV7P3",
        "levies": [_tiered("Spielbankabgabe", (0, 3_000), (10, 3_500))],
        "loss": "bank_games",
    },
    # The rates of the bill of 2007; its §§ 8 and 9 have the titles of those of the law of 15 November 2007 (HSpielbG,
    # today HSpielbOCG).  § 8 (1): to 25 million euros of the year 50 %, for what exceeds them 55 %, above 50 million
    # 60 %; § 9: beside it 30, 25 and 20 %, together always 80 % (so the press of 2017); § 8 (2): a day's losses are
    # set off against the wins of the next days; (3): what is not collected counts.
    # To be checked before use: the law itself was not read.  In December 2017 the Landtag lowered the levies by about
    # five per cent, and in 2019 Bad Homburg paid 67.25 % (both by the press; docs/domain.md §4.17).  § 8 (5) and § 7a
    # (turnover tax is paid out of the levy), § 10 (further payments) and § 11 (reductions by each permit) are not here.
    "hessen": {
        "law": "HSpielbG §§ 8, 9 (Entwurf 2007; seit 2018 niedriger: prüfen)",
        "source": "http://www.juramagazin.de/24199.html",
        "levies": [
            _tiered("Spielbankabgabe", (0, 5_000), (25, 5_500), (50, 6_000)),
            _tiered("Zusätzliche Leistungen", (0, 3_000), (25, 2_500), (50, 2_000)),
        ],
        "loss": "bank_games",
    },
}
"""Terms by Land, as `policy.levy.parse` reads them."""
