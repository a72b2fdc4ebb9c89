"""Django's handle on the game side."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from casino import grants, membership, protection, retention, roles
from tables.grants import RIGHTS
from tables.permissions import DOMAIN, MODELS
from tables.protection import PROTECTION
from tables.retention import COLUMNS, NOT_PERSONAL

# Before any service is imported.
roles.carry(DOMAIN, MODELS)
grants.give(RIGHTS)
protection.cover(PROTECTION)
retention.keep(COLUMNS, NOT_PERSONAL)


class TablesConfig(AppConfig):
    """Games, tables, sessions, guests, sittings, hands."""

    name = "tables"
    verbose_name = _("Tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the rows of addresses and arguments; one row has several names where it has several parts to play."""
        from casino.models import User  # noqa: PLC0415 -- the registry must be ready first
        from tables import models  # noqa: PLC0415

        membership.name_rows(
            game=models.Game,
            **dict.fromkeys(("table", "to_table", "main", "feeder"), models.Table),
            session=models.Session,
            sitting=models.Sitting,
            **dict.fromkeys(("guest", "duplicate"), models.Guest),
            ban=models.HouseBan,
            erasure=models.Erasure,
            hold=models.LegalHold,
            hand=models.Hand,
            rule_set=models.HouseRuleSet,
            round=models.Round,
            step=models.StakeStep,
            kept=models.KeptChips,
            entry=models.WaitingEntry,
            list=models.WaitingList,
            move=models.MoveRequest,
            draw=models.SeatDraw,
            call=models.FloorCall,
            **dict.fromkeys(("ruling", "reverses"), models.Ruling),
            incident=models.Incident,
            hand_over=models.HandOver,
            **dict.fromkeys(("dealer", "owner", "over"), User),
            shift=models.Shift,
            tournament=models.Tournament,
            tournament_hand=models.TournamentHand,
            practice_hand=models.PracticeHand,
            entrant=models.Entrant,
            prize=models.Prize,
            claim=models.JackpotClaim,
        )
