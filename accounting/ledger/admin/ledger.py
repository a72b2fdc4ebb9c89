"""Books, entries and places in the admin, read-only: only services post entries."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounting.ledger.selectors import blind
from accounting.models import Assessment, Book, Entry, Place, Transfer, Wager
from casino.admin.editing import badge, money_column
from casino.admin.long_lists import LongListAdmin, OnDay
from casino.admin.reading import ReadOnlyAdmin
from casino.models import User

if TYPE_CHECKING:
    Tabular = admin.TabularInline[Any, Any]  # Django's own class is generic for the type checker alone
    Stacked = admin.StackedInline[Any, Any]
else:
    Tabular = admin.TabularInline
    Stacked = admin.StackedInline


class _Rows:
    """Options of read-only inlines."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class TransferRows(_Rows, Tabular):
    """The transfers of an entry."""

    model = Transfer
    fields = ("position", "source", "destination", "amount_money")
    readonly_fields = fields
    ordering = ("position",)
    amount_money = money_column("amount_cents", _("amount"))


class AssessmentRow(_Rows, Stacked):
    """The assessment of a hand's entry."""

    model = Assessment
    verbose_name_plural = _("assessment")
    fields = (
        ("table_code", "game", "dealer"),
        ("schedule_version", "sign", "dealt_in", "flop_seen", "bomb_pot"),
        ("pot_money", "base_money", "due_money", "taken_money", "jackpot_money", "tips_money"),
        "reason",
    )
    readonly_fields = (
        *fields[0],
        *fields[1],
        *fields[2],
        "reason",
    )
    pot_money = money_column("pot_cents", _("pot"))
    base_money = money_column("base_cents", _("base"))
    due_money = money_column("due_cents", _("rake due"))
    taken_money = money_column("taken_cents", _("rake taken"))
    jackpot_money = money_column("jackpot_cents", _("jackpot"))
    tips_money = money_column("tips_cents", _("tips"))


class WagerRow(_Rows, Stacked):
    """The wager of a round's entry."""

    model = Wager
    verbose_name_plural = _("wager")
    fields = (
        ("table_code", "rule_set", "edge_ppm", "sign"),
        ("ante_money", "staked_money", "lost_money", "paid_money"),
        ("side_staked_money", "side_lost_money", "side_paid_money"),
        ("hour", "dealer", "game", "tips_money"),
    )
    readonly_fields = (*fields[0], *fields[1], *fields[2], *fields[3])
    ante_money = money_column("ante_cents", _("antes"))
    staked_money = money_column("staked_cents", _("staked"))
    lost_money = money_column("lost_cents", _("lost to the house"))
    paid_money = money_column("paid_cents", _("paid by the house"))
    side_staked_money = money_column("side_staked_cents", _("side bets placed"))
    side_lost_money = money_column("side_lost_cents", _("side bets lost"))
    side_paid_money = money_column("side_paid_cents", _("side bets paid"))
    tips_money = money_column("tips_cents", _("tips"))


@admin.register(Book)
class BookAdmin(ReadOnlyAdmin):
    """Books with their last number and digest."""

    list_display = ("code", "house", "number", "digest_start")
    list_select_related = ("house",)
    search_fields = ("code",)
    fields = ("house", "code", "number", "digest_hex")

    @admin.display(description=_("last digest"))
    def digest_start(self, book: Book) -> str:
        """The first 16 digits, to compare by eye."""
        return bytes(book.digest).hex()[:16]

    @admin.display(description=_("last digest"))
    def digest_hex(self, book: Book) -> str:
        return bytes(book.digest).hex()


@admin.register(Entry)
class EntryAdmin(LongListAdmin):
    """Entries with their transfers, assessment and wager."""

    list_display = ("at", "book", "number", "what", "subject", "gaming_day", "actor", "reason")
    list_display_links = ("at", "number")
    list_select_related = ("book", "gaming_day__house", "actor")
    list_filter = ("code", ("gaming_day", OnDay))
    search_fields = ("subject", "reference", "book__code")
    search_help_text = _("Subject (hand:812), reference or book, in full.")
    ordering = ("-id",)
    inlines = (TransferRows, AssessmentRow, WagerRow)
    fields = (
        ("book", "number", "code"),
        ("at", "gaming_day", "actor"),
        ("subject", "reference"),
        "reason",
        ("reverses", "reversed_with"),
        "digest_hex",
        "evidence_hex",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """Without rows that would tell a person who counts what is in a box."""
        actor = request.user
        assert isinstance(actor, User)
        return blind.entries(super().get_queryset(request), actor=actor)

    def searched(self, term: str) -> Q:
        books = Book.objects.filter(code=term).values_list("pk", flat=True)
        return Q(subject=term) | Q(reference=term) | Q(book__in=list(books))

    @admin.display(description=_("code"), ordering="code")
    def what(self, entry: Entry) -> str:
        """The entry's code; a reversal is highlighted."""
        return badge(entry.get_code_display(), "warn" if entry.code == "reversal" else "")

    @admin.display(description=_("reversed by"))
    def reversed_with(self, entry: Entry) -> str:
        """The entry that reverses this one."""
        return str(getattr(entry, "reversed_by", "")) or "–"

    @admin.display(description=_("digest"))
    def digest_hex(self, entry: Entry) -> str:
        """SHA-256 over the previous digest and this entry's number, id and content."""
        return bytes(entry.digest).hex()

    @admin.display(description=_("digest of the underlying records"))
    def evidence_hex(self, entry: Entry) -> str:
        """SHA-256 over the facts that the entry rests on, like a hand's set-up and actions."""
        return bytes(entry.evidence).hex() or "–"


@admin.register(Place)
class PlaceAdmin(ReadOnlyAdmin):
    """Places with their balances."""

    list_display = ("name", "house", "balance_money")
    list_select_related = ("house",)
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("house", "name", "balance_money")
    readonly_fields = ("balance_money",)
    balance_money = money_column("balance_cents", _("balance"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Place]:
        """Without rows that would tell a person who counts what is in a box."""
        actor = request.user
        assert isinstance(actor, User)
        return blind.places(super().get_queryset(request), actor=actor)
