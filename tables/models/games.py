"""Games: what the house offers at a table, its limits and how its hands are recorded (seeds 000, 001, 003)."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import House, RakeSchedule
from casino.models.history import HistoricalRecords
from tables.rules import banked
from tables.rules.rule_sets import USUAL
from tables.rules.setup import MOST_BOARDS
from tables.rules.terms import room


class Game(models.Model):
    """Variant, betting, blinds, buy-ins, raise cap, schedule, recording; amounts in cents of the house's currency."""

    class Variant(models.TextChoices):
        # The forms of poker (`tables.rules.forms`), by the names that rooms post.
        TEXAS = "texas", "Texas Hold'em"
        TEXAS_HI_LO = "texas_hi_lo", "Texas Hold'em Hi-Lo"
        OMAHA = "omaha", "Omaha Hold'em"
        OMAHA_5 = "omaha_5", "5-Card Omaha"
        OMAHA_6 = "omaha_6", "6-Card Omaha"
        OMAHA_HI_LO = "omaha_hi_lo", "Omaha Hi-Lo"
        BIG_O = "big_o", "Big O"
        # Against the house (`tables.rules.banked`): no blinds, no rake, limits per box.
        EASY_HOLDEM = "easy_holdem", "Easy Hold'em"
        CASINO_HOLDEM = "casino_holdem", "Casino Hold'em"
        ULTIMATE_HOLDEM = "ultimate_holdem", "Ultimate Texas Hold'em"

    class Betting(models.TextChoices):
        NO_LIMIT = "no_limit", _("no-limit")
        POT_LIMIT = "pot_limit", _("pot-limit")
        FIXED_LIMIT = "fixed_limit", _("fixed-limit")

    class Recording(models.TextChoices):
        EVERY_ACTION = "every_action", _("every action")
        SUMMARY = "summary", _("summary")

    house = models.ForeignKey(House, models.PROTECT, related_name="games", verbose_name=_("house"))
    name = models.CharField(_("name"), max_length=60)
    variant = models.CharField(_("variant"), max_length=20, choices=Variant.choices)
    betting = models.CharField(_("betting"), max_length=20, choices=Betting.choices)
    small_blind_cents = models.BigIntegerField(_("small blind"))
    big_blind_cents = models.BigIntegerField(_("big blind"))
    ante_cents = models.BigIntegerField(_("ante"), default=0)
    straddle = models.BooleanField(_("straddle allowed"), default=False)
    boards = models.PositiveSmallIntegerField(_("boards"), default=1, db_default=1)
    bomb_pot_ante_cents = models.BigIntegerField(
        _("ante of a bomb pot"), null=True, blank=True, help_text=_("Empty: no bomb pots.")
    )
    bomb_pot_boards = models.PositiveSmallIntegerField(_("boards of a bomb pot"), default=1, db_default=1)
    # When one is due without the floor saying so.
    bomb_pot_every = models.PositiveSmallIntegerField(
        _("bomb pot every (hands)"), null=True, blank=True, help_text=_("Empty: not by number.")
    )
    bomb_pot_at_dealer_change = models.BooleanField(_("bomb pot with a new dealer"), default=False, db_default=False)
    min_buy_in_cents = models.BigIntegerField(_("minimum buy-in"))
    max_buy_in_cents = models.BigIntegerField(_("maximum buy-in"), null=True, blank=True)
    return_minutes = models.PositiveSmallIntegerField(
        _("return window (minutes)"),
        null=True,
        blank=True,
        help_text=_("A guest who comes back within it brings back what they took. Empty: nobody is asked."),
    )
    raise_cap = models.PositiveSmallIntegerField(
        _("raises per betting round"), null=True, blank=True, help_text=_("Empty: as the rule set says.")
    )
    recording = models.CharField(_("recording"), max_length=20, choices=Recording.choices, default=Recording.SUMMARY)
    rule_set = models.CharField(_("rule set"), max_length=1_000, default=USUAL)
    # Only of games among guests; winnings against the house are another revenue (domain §0).
    rake_schedule = models.ForeignKey(
        RakeSchedule, models.PROTECT, null=True, blank=True, related_name="games", verbose_name=_("rake schedule")
    )
    chip_cents = models.BigIntegerField(_("smallest chip"), default=100)
    # Pieces by denomination, worth the minimum buy-in, handed to each player (S9; `accounting.chips`).
    chip_set = models.JSONField(_("chip set"), null=True, blank=True)
    rebuy_allowed = models.BooleanField(_("re-buy allowed"), default=True)
    rebuy_at_cents = models.BigIntegerField(
        _("re-buy at or below"), null=True, blank=True, help_text=_("Empty: with any stack.")
    )
    rebuy_cents = models.BigIntegerField(
        _("re-buy"),
        null=True,
        blank=True,
        help_text=_("Empty: as much as the minimum buy-in, or with any stack any amount."),
    )
    last_hands = models.PositiveSmallIntegerField(_("last hands announced"), default=3)
    min_box_cents = models.BigIntegerField(_("smallest ante in a box"), default=0, blank=True)
    max_box_cents = models.BigIntegerField(_("largest ante in a box"), default=0, blank=True)
    max_side_cents = models.BigIntegerField(_("largest side bet"), default=0, blank=True)
    max_paid_cents = models.BigIntegerField(_("highest payout per box"), null=True, blank=True)
    is_active = models.BooleanField(_("offered"), default=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "name"], name="game_once"),
            models.CheckConstraint(condition=Q(chip_cents__gt=0), name="game_chip_positive"),
            models.CheckConstraint(
                condition=Q(variant__in=banked.VARIANTS, small_blind_cents=0, big_blind_cents=0, ante_cents=0)
                | ~Q(variant__in=banked.VARIANTS)
                & Q(small_blind_cents__gt=0, big_blind_cents__gte=F("small_blind_cents"), ante_cents__gte=0),
                name="game_blinds",
            ),
            models.CheckConstraint(
                condition=Q(variant__in=banked.VARIANTS, rake_schedule=None, min_box_cents__gt=0, max_side_cents__gte=0)
                & Q(max_box_cents__gte=F("min_box_cents"))
                & (Q(max_paid_cents=None) | Q(max_paid_cents__gt=0))
                | ~Q(variant__in=banked.VARIANTS)
                & Q(rake_schedule__isnull=False, min_box_cents=0, max_box_cents=0, max_side_cents=0)
                & Q(max_paid_cents=None),
                name="game_banked_or_raked",
            ),
            models.CheckConstraint(
                condition=Q(min_buy_in_cents__gte=F("big_blind_cents"))
                & (Q(max_buy_in_cents=None) | Q(max_buy_in_cents__gte=F("min_buy_in_cents"))),
                name="game_buy_ins",
            ),
            models.CheckConstraint(
                condition=Q(rebuy_allowed=True, rebuy_at_cents=None)
                | Q(rebuy_allowed=True, rebuy_at_cents__gte=0)
                | Q(rebuy_allowed=False, rebuy_at_cents=None, rebuy_cents=None),
                name="game_rebuy",
            ),
            models.CheckConstraint(
                condition=Q(rebuy_cents=None) | Q(rebuy_cents__gte=F("min_buy_in_cents")), name="game_rebuy_buys_in"
            ),
            models.CheckConstraint(condition=Q(last_hands__gt=0), name="game_last_hands"),
            models.CheckConstraint(
                condition=Q(boards__gte=1, boards__lte=MOST_BOARDS, bomb_pot_boards__gte=1)
                & Q(bomb_pot_boards__lte=MOST_BOARDS),
                name="game_boards",
            ),
            models.CheckConstraint(
                condition=Q(bomb_pot_ante_cents=None, bomb_pot_every=None, bomb_pot_at_dealer_change=False)
                | Q(bomb_pot_ante_cents__gt=0) & (Q(bomb_pot_every=None) | Q(bomb_pot_every__gt=0)),
                name="game_bomb_pots",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def offers_bomb_pots(self) -> bool:
        return self.bomb_pot_ante_cents is not None

    @property
    def most_players(self) -> int:
        """How many it holds, in its bomb pots too."""
        return room.most_players(self.variant, max(self.boards, self.bomb_pot_boards))

    def room(self, seats: int, taken: int) -> int:
        """How many more may sit down at a table; `taken`: seats that are occupied or held for somebody."""
        return room.room(seats, self.most_players, taken)

    @property
    def is_banked(self) -> bool:
        return self.variant in banked.VARIANTS
