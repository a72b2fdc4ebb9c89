"""The description of the books' files for the tax authority: `index.xml` and its DTD, and how to check the hashes.

The form is the one that the tax authorities' audit programs read ("Beschreibungsstandard für die
Datenträgerüberlassung", version of 1 September 2004; GoBD, data access Z3).  The DTD declares the elements of that
standard which stand in our description, in its order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

from django.utils.translation import gettext

from accounting.models import House
from accounting.reports.selectors.book_files import BookFile, Column, Kind, Scope

INDEX: Final = "index.xml"
DTD_NAME: Final = "gdpdu-01-09-2004.dtd"
HASHES: Final = "SHA256SUMS"
SUMS: Final = "control_sums"
DELIMITER: Final = ";"

DTD: Final = """<!ELEMENT DataSet (Version, DataSupplier?, Media+)>
<!ELEMENT Version (#PCDATA)>
<!ELEMENT DataSupplier (Name, Location, Comment)>
<!ELEMENT Name (#PCDATA)>
<!ELEMENT Location (#PCDATA)>
<!ELEMENT Comment (#PCDATA)>
<!ELEMENT Media (Name, Table+)>
<!ELEMENT Table (URL, Name?, Description?, Validity?, UTF8?, (DecimalSymbol, DigitGroupingSymbol)?, Range?, VariableLength)>
<!ELEMENT URL (#PCDATA)>
<!ELEMENT Description (#PCDATA)>
<!ELEMENT Validity (Range, Format?)>
<!ELEMENT Range (From, To?)>
<!ELEMENT From (#PCDATA)>
<!ELEMENT To (#PCDATA)>
<!ELEMENT Format (#PCDATA)>
<!ELEMENT UTF8 EMPTY>
<!ELEMENT DecimalSymbol (#PCDATA)>
<!ELEMENT DigitGroupingSymbol (#PCDATA)>
<!ELEMENT VariableLength (ColumnDelimiter?, RecordDelimiter?, TextEncapsulator?, VariablePrimaryKey*, VariableColumn*, ForeignKey*)>
<!ELEMENT ColumnDelimiter (#PCDATA)>
<!ELEMENT RecordDelimiter (#PCDATA)>
<!ELEMENT TextEncapsulator (#PCDATA)>
<!ELEMENT VariablePrimaryKey (Name, Description?, (Numeric | AlphaNumeric | Date))>
<!ELEMENT VariableColumn (Name, Description?, (Numeric | AlphaNumeric | Date))>
<!ELEMENT Numeric (Accuracy?)>
<!ELEMENT Accuracy (#PCDATA)>
<!ELEMENT AlphaNumeric EMPTY>
<!ELEMENT Date (Format?)>
<!ELEMENT ForeignKey (Name+, References)>
<!ELEMENT References (#PCDATA)>
"""  # noqa: E501 -- an element is one line

_TYPES: Final[Mapping[Kind, str]] = {
    Kind.TEXT: "<AlphaNumeric/>",
    Kind.MOMENT: "<AlphaNumeric/>",
    Kind.NUMBER: "<Numeric/>",
    Kind.AMOUNT: "<Numeric><Accuracy>2</Accuracy></Numeric>",
    Kind.DATE: "<Date><Format>DD.MM.YYYY</Format></Date>",
}


def render(house: House, scope: Scope, files: Sequence[BookFile]) -> str:
    """The description of all files in the reader's language."""
    return "\n".join(_lines(house, scope, files)) + "\n"


def control_columns() -> list[Column]:
    """The columns of the file of control sums."""
    names = {
        "file": (gettext("Name of the file"), Kind.TEXT),
        "column": (gettext("Name of the column; empty: the number of rows"), Kind.TEXT),
        "rows": (gettext("Number of rows"), Kind.NUMBER),
        "total": (gettext("Column total"), Kind.AMOUNT),
    }
    return [
        Column(name, "", description, kind, "", "", is_key=name in ("file", "column"))
        for name, (description, kind) in names.items()
    ]


def read_me(house: House, scope: Scope) -> str:
    """What lies here, and how it is checked; in the reader's language."""
    lines = [
        gettext("Books of %(house)s, gaming days %(first)s to %(last)s")
        % {"house": house.name, "first": scope.first, "last": scope.last},
        "",
        gettext("index.xml describes every file and every column (Beschreibungsstandard of 1 September 2004)."),
        gettext("control_sums.csv has the number of rows of each file and the total of each column of amounts."),
        gettext("SHA256SUMS lists the digest of every file. Check it with:") + " sha256sum --check SHA256SUMS",
        gettext("Over all gaming days, a place's transfers add up to its balance in places.csv."),
        gettext("The digests of the entries are chained; a copy of the database can be verified with: manage.py prove"),
    ]
    return "\n".join(lines) + "\n"


def _lines(house: House, scope: Scope, files: Sequence[BookFile]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<!DOCTYPE DataSet SYSTEM "{DTD_NAME}">'
    yield "<DataSet>"
    yield "<Version>1.0</Version>"
    location = " ".join(house.letterhead.split()) or house.name
    comment = gettext("Gaming days %(first)s to %(last)s") % {"first": scope.first, "last": scope.last}
    yield (
        f"<DataSupplier><Name>{escape(house.name)}</Name><Location>{escape(location)}</Location>"
        f"<Comment>{escape(comment)}</Comment></DataSupplier>"
    )
    yield f"<Media><Name>{escape(house.code)}</Name>"
    for file in files:
        yield from _table(file.name, gettext(file.title), file.columns, scope)
    yield from _table(SUMS, gettext("Number of rows and totals of every file"), control_columns(), scope)
    yield "</Media>"
    yield "</DataSet>"


def _table(name: str, title: str, columns: list[Column], scope: Scope) -> Iterator[str]:
    yield f"<Table><URL>{name}.csv</URL><Name>{name}</Name><Description>{escape(title)}</Description>"
    yield (
        f"<Validity><Range><From>{scope.first:%d.%m.%Y}</From><To>{scope.last:%d.%m.%Y}</To></Range>"
        "<Format>DD.MM.YYYY</Format></Validity>"
    )
    yield "<UTF8/><DecimalSymbol>,</DecimalSymbol><DigitGroupingSymbol>.</DigitGroupingSymbol>"
    yield "<Range><From>2</From></Range>"  # the first line has the names
    yield "<VariableLength>"
    yield (
        f"<ColumnDelimiter>{DELIMITER}</ColumnDelimiter><RecordDelimiter>&#10;</RecordDelimiter>"
        "<TextEncapsulator>&quot;</TextEncapsulator>"
    )
    for column in sorted(columns, key=lambda one: not one.is_key):
        tag = "VariablePrimaryKey" if column.is_key else "VariableColumn"
        yield (
            f"<{tag}><Name>{column.name}</Name><Description>{escape(column.description)}</Description>"
            f"{_TYPES[column.kind]}</{tag}>"
        )
    for column in columns:
        if column.refers_to:
            yield f"<ForeignKey><Name>{column.name}</Name><References>{column.refers_to}</References></ForeignKey>"
    yield "</VariableLength></Table>"
