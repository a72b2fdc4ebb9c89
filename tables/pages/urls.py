"""Addresses of the floor, of the dealer, and of management's audit."""

from django.urls import include, path

from accounting.models import Slip
from tables.pages import (
    absence,
    admission,
    audit,
    board,
    calls,
    carrying,
    corrections,
    days,
    daysheet,
    dealer,
    display,
    findings,
    floor,
    funnel,
    guestcards,
    hands,
    pad,
    posted,
    progress,
    rounds,
    seats,
    simulation,
    slips,
    tips,
    waitingwall,
)

floor_urls = [
    path("", board.Board.as_view(), name="board"),
    path("day/", floor.OpenDay.as_view(), name="open-day"),
    path("calls/<int:pk>/answer/", board.AnswerCall.as_view(), name="answer"),
    path("tables/<int:pk>/alarms/<slug:kind>/<slug:mark>/", board.Acknowledge.as_view(), name="acknowledge"),
    path("tables/<int:pk>/", floor.TablePage.as_view(), name="table"),
    path("tables/<int:pk>/open/", floor.OpenTable.as_view(), name="open"),
    path("tables/<int:pk>/pause/", floor.PauseTable.as_view(), name="pause"),
    path("tables/<int:pk>/resume/", floor.ResumeTable.as_view(), name="resume"),
    path("tables/<int:pk>/game/", floor.ChangeGame.as_view(), name="game"),
    path("tables/<int:pk>/close/", floor.CloseTable.as_view(), name="close"),
    path("tables/<int:pk>/carry-over/", carrying.CarryOver.as_view(), name="carry-over"),
    path("tables/<int:pk>/boxes/", carrying.DropBoxes.as_view(), name="boxes"),
    path("tables/<int:pk>/late/", corrections.EnterLate.as_view(), name="late"),
    path("tables/<int:pk>/ruling/", corrections.RuleAtTable.as_view(), name="rule"),
    path("tables/<int:pk>/fill/", slips.AskSlip.as_view(kind=Slip.Kind.FILL), name="fill"),
    path("tables/<int:pk>/credit/", slips.AskSlip.as_view(kind=Slip.Kind.CREDIT), name="credit"),
    path("tables/<int:pk>/change/", slips.AskSlip.as_view(kind=Slip.Kind.CHANGE), name="change"),
    path("tables/<int:pk>/dealer/", floor.PushDealer.as_view(), name="push"),
    path("tables/<int:pk>/seats/<int:seat>/sit/", seats.Sit.as_view(), name="sit"),
    path("tables/<int:pk>/seats/<int:seat>/guest/", seats.NewGuest.as_view(), name="guest"),
    path("tables/<int:pk>/seats/<int:seat>/admit/", admission.Admit.as_view(), name="admit"),
    path("tables/<int:pk>/seats/<int:seat>/top-up/", seats.TopUp.as_view(), name="top-up"),
    path("tables/<int:pk>/seats/<int:seat>/cash-out/", seats.CashOut.as_view(), name="cash-out"),
    path("tables/<int:pk>/seats/<int:seat>/move/", seats.Move.as_view(), name="move"),
    path("tables/<int:pk>/seats/<int:seat>/away/", seats.Away.as_view(), name="away"),
    path("tables/<int:pk>/seats/<int:seat>/back/", seats.Back.as_view(), name="back"),
    path("tables/<int:pk>/seats/<int:seat>/pick-up/", absence.PickUp.as_view(), name="pick-up"),
    path("guests/", guestcards.Guests.as_view(), name="guests"),
    path("guests/<int:pk>/", guestcards.GuestPage.as_view(), name="guest-card"),
    path("guests/<int:pk>/notes/", guestcards.EditNotes.as_view(), name="guest-notes"),
    path("kept-chips/<int:pk>/hand-out/", guestcards.HandOut.as_view(), name="hand-out"),
    path("kept-chips/<int:pk>/take-in/", guestcards.TakeIn.as_view(), name="take-in"),
]

dealer_urls = [
    path("", dealer.Desk.as_view(), name="desk"),
    path("tables/<int:pk>/", dealer.DealerTable.as_view(), name="table"),
    path("tables/<int:pk>/start/", dealer.StartHand.as_view(), name="start"),
    path("tables/<int:pk>/record/", pad.RecordSummary.as_view(), name="record"),
    path("tables/<int:pk>/round/", rounds.RecordRound.as_view(), name="round"),
    path("tables/<int:pk>/rounds/<int:number>/void/", rounds.VoidRound.as_view(), name="void-round"),
    path("tables/<int:pk>/false-deal/", rounds.FalseDeal.as_view(), name="false-deal"),
    path("tables/<int:pk>/history/", pad.History.as_view(), name="history"),
    path("tables/<int:pk>/call/", calls.CallFloor.as_view(), name="call"),
    path("tables/<int:pk>/refused/", calls.BringRefused.as_view(), name="refused"),
    path("refused/<uuid:hand_uuid>/", pad.Decided.as_view(), name="decided"),
    path("worker.js", pad.worker, name="worker"),
    path("hands/<int:pk>/", hands.HandPage.as_view(), name="hand"),
    path("hands/<int:pk>/act/", hands.Act.as_view(), name="act"),
    path("hands/<int:pk>/undo/", hands.Undo.as_view(), name="undo"),
    path("hands/<int:pk>/settle/", hands.Settle.as_view(), name="settle"),
    path("hands/<int:pk>/misdeal/", hands.Misdeal.as_view(), name="misdeal"),
    path("hands/<int:pk>/void/", hands.Void.as_view(), name="void"),
    path("hands/<int:pk>/correct/", corrections.Correct.as_view(), name="correct"),
    path("hands/<int:pk>/ruling/", corrections.RuleOnHand.as_view(), name="rule"),
    path("hands/<int:pk>/bundle/", corrections.Bundle.as_view(), name="bundle"),
]

audit_urls = [
    path("", audit.AuditPage.as_view(), name="day"),
    path("findings/", audit.Inbox.as_view(), name="findings"),
    path("findings/<int:pk>/", findings.FindingPage.as_view(), name="finding"),
    path("findings/<int:pk>/assign/", findings.AssignFinding.as_view(), name="assign"),
    path("dealers/", funnel.Dealers.as_view(), name="dealers"),
    path("tips/", tips.Tips.as_view(), name="tips"),
    path("<int:pk>/run/", progress.StartAudit.as_view(), name="run"),
    path("<int:pk>/progress/", progress.AuditProgress.as_view(), name="progress"),
]

day_urls = [
    path("", days.Days.as_view(), name="list"),
    path("<int:pk>/", days.CloseDay.as_view(), name="close"),
    path("<int:pk>/checklist/", days.Checklist.as_view(), name="checklist"),
    path("<int:pk>/audit/", days.Audit.as_view(), name="audit"),
    path("<int:pk>/roll-over/", days.RollOver.as_view(), name="roll-over"),
    path("<int:pk>/reopen/", days.AskReopening.as_view(), name="reopen"),
    path("<int:pk>/reopen/<int:request_pk>/", days.ApproveReopening.as_view(), name="approve-reopening"),
    path("<int:pk>/sheet/", daysheet.DaySheet.as_view(), name="sheet"),
    path("<int:pk>/sheet/<int:number>/", daysheet.DaySheet.as_view(), name="sheet-print"),
]

policy_urls = [
    path("schedules/simulate/", simulation.Simulate.as_view(), name="simulate"),
    path("rules/", posted.Games.as_view(), name="games"),
    path("rules/<int:pk>/", posted.Sheet.as_view(), name="rules"),
]

slip_urls = [path("<int:pk>/bring/", slips.CarrySlipOut.as_view(), name="bring")]

display_urls = [
    path("", display.Display.as_view(), name="board"),
    path("lists/", waitingwall.Lists.as_view(), name="lists"),
]

urlpatterns = [
    path("display/", include((display_urls, "display"))),
    path("tournaments/", include("tables.pages.tournaments.urls")),
    path("cage/slips/", include((slip_urls, "slips"))),
    path("management/", include((policy_urls, "policy"))),
    path("management/days/", include((day_urls, "days"))),
    path("management/audit/", include((audit_urls, "audit"))),
    path("floor/", include((floor_urls, "floor"))),
    path("dealer/", include((dealer_urls, "dealer"))),
]
