"""Names as people type them: without case and accents, with umlauts as one letter or as two ("kra" finds "Krämer")."""

from typing import Any, Final
from unicodedata import combining, normalize

from django.db.models import F, Func, TextField, Value
from django.db.models.functions import Lower, Replace

_WRITTEN: Final = (("ß", "ss"), ("ae", "a"), ("oe", "o"), ("ue", "u"))
_ACCENTED: Final = "".join(chr(code) for code in range(0xC0, 0x180) if len(normalize("NFD", chr(code))) > 1)
_PLAIN: Final = "".join(normalize("NFD", one)[0].lower() for one in _ACCENTED)


def folded(text: str) -> str:
    """A text as it is looked for."""
    plain = "".join(one for one in normalize("NFD", text.lower()) if not combining(one))
    for written, letter in _WRITTEN:
        plain = plain.replace(written, letter)
    return plain


def folded_column(name: str) -> Any:
    """The same of a column, in the database."""
    plain: Any = Lower(Func(F(name), Value(_ACCENTED), Value(_PLAIN), function="translate", output_field=TextField()))
    for written, letter in _WRITTEN:
        plain = Replace(plain, Value(written), Value(letter), output_field=TextField())
    return plain
