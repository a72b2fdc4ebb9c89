"""Addresses of tables, seats, guests and slips on the floor, and of the set-up of tables."""

from django.urls import path

from accounting.models import Slip
from tables.floor.pages import (
    absence,
    admission,
    carry_overs,
    decks,
    guests,
    house_rules,
    seats,
    setup,
    slips,
    tables,
    terms,
)

setup_urls = [
    path("", setup.Steps.as_view(), name="steps"),
    path("house/", setup.HouseSettings.as_view(), name="house"),
    path("tables/", setup.Tables.as_view(), name="tables"),
    path("tables/<table:pk>/", setup.EditTable.as_view(), name="table"),
]
floor_urls = [
    path("day/", tables.OpenDay.as_view(), name="open-day"),
    path("rules/waiting/", house_rules.WaitingRules.as_view(), name="waiting-rules"),
    path("rules/moves/", house_rules.MovingRules.as_view(), name="moving-rules"),
    path("rules/absence/", house_rules.AbsenceRules.as_view(), name="absence-rules"),
    path("tables/<table:pk>/", tables.TablePage.as_view(), name="table"),
    path("tables/<table:pk>/open/", tables.OpenTable.as_view(), name="open"),
    path("tables/<table:pk>/pause/", tables.PauseTable.as_view(), name="pause"),
    path("tables/<table:pk>/resume/", tables.ResumeTable.as_view(), name="resume"),
    path("tables/<table:pk>/game/", tables.ChangeGame.as_view(), name="game"),
    path("tables/<table:pk>/deck/", decks.ChangeDeck.as_view(), name="deck"),
    path("tables/<table:pk>/plan/", terms.Plan.as_view(), name="plan"),
    path("tables/<table:pk>/plan/<step:step>/", terms.ChangeStep.as_view(), name="step"),
    path("tables/<table:pk>/plan/<step:step>/cancel/", terms.CancelStep.as_view(), name="step-cancel"),
    path("tables/<table:pk>/end/", terms.PlanEnd.as_view(), name="end"),
    path("tables/<table:pk>/last-hands/", terms.LastHands.as_view(), name="last-hands"),
    path("tables/<table:pk>/play-on/", terms.PlayOn.as_view(), name="play-on"),
    path("tables/<table:pk>/bomb-pot/", terms.CallBombPot.as_view(), name="bomb-pot"),
    path("tables/<table:pk>/no-bomb-pot/", terms.TakeBackBombPot.as_view(), name="no-bomb-pot"),
    path("tables/<table:pk>/opening/", terms.PlanOpening.as_view(), name="opening"),
    path("tables/<table:pk>/opening/cancel/", terms.CancelOpening.as_view(), name="opening-cancel"),
    path("tables/<table:pk>/seats/<int:seat>/leaving/", terms.Leaving.as_view(), name="leaving"),
    path("tables/<table:pk>/close/", tables.CloseTable.as_view(), name="close"),
    path("tables/<table:pk>/carry-over/", carry_overs.CarryOver.as_view(), name="carry-over"),
    path("tables/<table:pk>/boxes/", carry_overs.DropBoxes.as_view(), name="boxes"),
    path("tables/<table:pk>/fill/", slips.AskSlip.as_view(kind=Slip.Kind.FILL), name="fill"),
    path("tables/<table:pk>/credit/", slips.AskSlip.as_view(kind=Slip.Kind.CREDIT), name="credit"),
    path("tables/<table:pk>/change/", slips.AskSlip.as_view(kind=Slip.Kind.CHANGE), name="change"),
    path("tables/<table:pk>/seats/<int:seat>/sit/", seats.Sit.as_view(), name="sit"),
    path("tables/<table:pk>/seats/<int:seat>/guest/", admission.NewGuest.as_view(), name="guest"),
    path("tables/<table:pk>/seats/<int:seat>/admit/", admission.Admit.as_view(), name="admit"),
    path("tables/<table:pk>/seats/<int:seat>/decide/", admission.Decide.as_view(), name="decide"),
    path("tables/<table:pk>/seats/<int:seat>/top-up/", seats.TopUp.as_view(), name="top-up"),
    path("tables/<table:pk>/seats/<int:seat>/cash-out/", seats.CashOut.as_view(), name="cash-out"),
    path("tables/<table:pk>/seats/<int:seat>/move/", seats.Move.as_view(), name="move"),
    path("tables/<table:pk>/seats/<int:seat>/away/", seats.Away.as_view(), name="away"),
    path("tables/<table:pk>/seats/<int:seat>/back/", seats.Back.as_view(), name="back"),
    path("tables/<table:pk>/seats/<int:seat>/pick-up/", absence.PickUp.as_view(), name="pick-up"),
    path("guests/", guests.Guests.as_view(), name="guests"),
    path("guests/register/", guests.Register.as_view(), name="guest-register"),
    path("guests/<guest:pk>/", guests.GuestPage.as_view(), name="guest-card"),
    path("guests/<guest:pk>/notes/", guests.EditNotes.as_view(), name="guest-notes"),
    path("guests/<guest:pk>/merge/", guests.Merge.as_view(), name="guest-merge"),
    path("guests/<guest:pk>/separate/", guests.Separate.as_view(), name="guest-separate"),
    path("kept-chips/<kept:pk>/hand-out/", guests.HandOut.as_view(), name="hand-out"),
    path("kept-chips/<kept:pk>/take-in/", guests.TakeIn.as_view(), name="take-in"),
]


slip_urls = [path("<slip:pk>/bring/", slips.CarrySlipOut.as_view(), name="bring")]
