"""Reasons that people give for what they do, in a few words: a dot explains nothing to an auditor."""

from typing import Final

from casino.errors import N_, Malformed, Refusal

SHORTEST: Final = 3
LONGEST: Final = 500


def given(text: str) -> str:
    """The reason, stripped; refuses a missing one (`reason_required`) and one that is too long (`text_too_long`)."""
    text = text.strip()
    if len(text) < SHORTEST:
        raise Refusal("reason_required", N_("Give a short reason."))
    if len(text) > LONGEST:
        raise Malformed("text_too_long", N_("Use no more than %(most)s characters."), most=LONGEST)
    return text


def if_any(text: str) -> str:
    """As `given`, or empty where none is given."""
    return given(text) if text.strip() else ""
