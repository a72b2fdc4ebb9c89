"""The addresses of places and prizes."""

from django.urls import path

from tables.prizes.api import advancing, deals, eliminations, prizes

_ONE = "tournaments/<tournament:pk>/"

urlpatterns = [
    path("tournaments/payout-tables/", prizes.PayoutTables.as_view(), name="tournament-payout-tables"),
    path(_ONE + "eliminations/", eliminations.Eliminations.as_view(), name="tournament-eliminations"),
    path(_ONE + "eliminate/", eliminations.Eliminate.as_view(), name="tournament-eliminate"),
    path(_ONE + "undo-elimination/", eliminations.UndoElimination.as_view(), name="tournament-undo-elimination"),
    path(_ONE + "prizes/", prizes.Prizes.as_view(), name="tournament-prizes"),
    path(_ONE + "fix-prizes/", prizes.FixPrizes.as_view(), name="tournament-fix-prizes"),
    path("prizes/<prize:pk>/pay/", prizes.PayPrize.as_view(), name="prize-pay"),
    path(_ONE + "settle/", prizes.SettleTournament.as_view(), name="tournament-settle"),
    path(_ONE + "deals/", deals.Deals.as_view(), name="tournament-deals"),
    path(_ONE + "propose-deal/", deals.ProposeDeal.as_view(), name="tournament-propose-deal"),
    path(_ONE + "agree-on-deal/", deals.AgreeOnDeal.as_view(), name="tournament-agree-on-deal"),
    path("prizes/<prize:pk>/award-seat/", advancing.AwardSeat.as_view(), name="prize-award-seat"),
    path(_ONE + "advance/", advancing.Advance.as_view(), name="tournament-advance"),
]
