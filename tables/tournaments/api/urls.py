"""The addresses of tournaments."""

from django.urls import path

from tables.tournaments.api import announcing, balancing, chips, clock, draws, racing, sales, seats

_ONE = "tournaments/<tournament:pk>/"
_ENTRANT = "entrants/<entrant:pk>/"

urlpatterns = [
    path("tournaments/", announcing.Tournaments.as_view(), name="tournaments"),
    path("tournaments/structures/", announcing.StructureTemplates.as_view(), name="tournament-structures"),
    path(_ONE, announcing.OneTournament.as_view(), name="tournament"),
    path(_ONE + "open-registration/", announcing.OpenRegistration.as_view(), name="tournament-open-registration"),
    path(_ONE + "cancel/", announcing.CancelTournament.as_view(), name="tournament-cancel"),
    path(_ONE + "entrants/", sales.Entrants.as_view(), name="tournament-entrants"),
    path(_ONE + "purchases/", sales.Purchases.as_view(), name="tournament-purchases"),
    path(_ONE + "enter/", sales.Enter.as_view(), name="tournament-enter"),
    path(_ENTRANT + "withdraw/", sales.Withdraw.as_view(), name="entrant-withdraw"),
    path(_ENTRANT + "re-buy/", sales.ReBuy.as_view(), name="entrant-re-buy"),
    path(_ENTRANT + "add-on/", sales.BuyAddOn.as_view(), name="entrant-add-on"),
    path(_ONE + "tables/", seats.TournamentTables.as_view(), name="tournament-tables"),
    path(_ONE + "seat-changes/", seats.SeatChanges.as_view(), name="tournament-seat-changes"),
    path(_ONE + "draws/", draws.Draws.as_view(), name="tournament-draws"),
    path(_ONE + "draw-seats/", seats.DrawSeats.as_view(), name="tournament-draw-seats"),
    path(_ONE + "add-tables/", seats.AddTables.as_view(), name="tournament-add-tables"),
    path(_ONE + "move/", seats.MoveEntrant.as_view(), name="tournament-move"),
    path(_ONE + "buttons/", seats.SetButtons.as_view(), name="tournament-buttons"),
    path(_ONE + "outlook/", balancing.Outlook.as_view(), name="tournament-outlook"),
    path(_ONE + "balance/", balancing.Balance.as_view(), name="tournament-balance"),
    path(_ONE + "clock/", clock.Clock.as_view(), name="tournament-clock"),
    path(_ONE + "clock/start/", clock.StartClock.as_view(), name="tournament-clock-start"),
    path(_ONE + "clock/pause/", clock.PauseClock.as_view(), name="tournament-clock-pause"),
    path(_ONE + "clock/resume/", clock.ResumeClock.as_view(), name="tournament-clock-resume"),
    path(_ONE + "clock/move/", clock.MoveClock.as_view(), name="tournament-clock-move"),
    path(_ONE + "clock/adjust/", clock.AdjustClock.as_view(), name="tournament-clock-adjust"),
    path(_ONE + "hand-for-hand/", clock.HandForHand.as_view(), name="tournament-hand-for-hand"),
    path(_ONE + "chip-counts/", chips.ChipCounts.as_view(), name="tournament-chip-counts"),
    path(_ONE + "chip-set-checks/", chips.ChipSetChecks.as_view(), name="tournament-chip-set-checks"),
    path(_ONE + "count-chips/", chips.CountChips.as_view(), name="tournament-count-chips"),
    path(_ONE + "check-chip-set/", chips.CheckChipSet.as_view(), name="tournament-check-chip-set"),
    path(_ONE + "chip-races/", racing.ChipRaces.as_view(), name="tournament-chip-races"),
    path(_ONE + "race-chips/", racing.RaceChips.as_view(), name="tournament-race-chips"),
]
