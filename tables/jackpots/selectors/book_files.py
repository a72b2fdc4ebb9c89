"""The file of the claims on jackpots in the books for the tax authority."""

from typing import Final

from accounting.reports.selectors.book_files import OF_DAY, BookFile
from casino.errors import N_
from tables.models import JackpotClaim

FILES: Final = (
    BookFile(
        "jackpot_claims",
        N_("Jackpot claims: the hand, the cards shown, who entered and who approved them"),
        JackpotClaim,
        OF_DAY,
        left_out={"shares": "names guests; the slips have the amount of each share"},
    ),
)
