"""A page of help for each desk: ten sentences for somebody who stands there for the first time."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.errors import N_, NotFound
from casino.pages.views import Page

SENTENCES: Final[Mapping[str, tuple[str | Promise, Sequence[str | Promise]]]] = {
    "dealer": (
        _("At the table"),
        (
            _("Tap your name on the tablet and enter your PIN: your table opens by itself."),
            _("Where only the outcome is recorded, enter the pot, tap the winner and book the hand."),
            _("Where every action is recorded, only what is legal now can be tapped."),
            _("The rake is worked out for you; if you take another amount, give the reason."),
            _("Enter each tip with its hand: it goes to the tronc, never to the rake."),
            _("A step of the hand in play can be taken back, as often as you need it."),
            _("A booked hand is corrected by the floor: call them and deal on."),
            _("Without a network the pad keeps the outcomes that you enter and sends them later, each of them once."),
            _("At your relief the next dealer enters their own PIN; nobody deals under another name."),
            _("If you are unsure, stop the action and call the floor: a call costs nothing."),
        ),
    ),
    "f": (
        _("On the floor"),
        (
            _("Open the gaming day, then open each table with a game and its counted float."),
            _("The board shows every table; what needs you is on top, and red means that a person is calling."),
            _("Enter a table's code and a letter, then press Enter: T02 P pauses table T02."),
            _("Pausing, calls and seats can be taken back for eight seconds with Z."),
            _("Guests join the list of a game; a free seat is offered to the first guest who is present."),
            _("Relieve a dealer from the board as soon as their down is over."),
            _("Ask the cage for chips with a slip: two people sign it, and the chips move once."),
            _("Correct or void a hand with a reason; you cannot do it for a hand that you booked."),
            _("Close a table when its guests have left: count its float without seeing what it should be."),
            _("Hand over to the next shift on the handover page, which both of you sign."),
        ),
    ),
    "c": (
        _("In the cage"),
        (
            _("Open your window with the money and chips that you counted in it."),
            _("Sell chips to a guest of the house and buy them back, or state that the guest is not known."),
            _("Identify a guest by the legal limit; the audit finds every sale above it that names no guest."),
            _("A slip brings chips to a table or back: print it, have it signed, carry it out."),
            _("Boxes are counted by two people, each without seeing the other's count."),
            _("A box that differs from the books needs an explanation before the day can be closed."),
            _("Jackpot slips are paid to the winner, or to the person whom the winner named before two people."),
            _("Tips from the boxes go to the tronc; two people sign the record of the day."),
            _("Close your window by counting it; a second person confirms what you counted."),
            _("What was booked is never deleted: a mistake is reversed and booked again."),
        ),
    ),
    "m": (
        _("In management"),
        (
            _("“Today” shows how the evening is going, compared with the same weekday before."),
            _("Every figure leads to the rows that it is made of."),
            _("“To approve” lists everything that waits for a second person, and says why you may or may not."),
            _("You approve what you saw: if it has changed since, you are shown it again."),
            _("Nobody approves what they asked for, counted or signed themselves."),
            _("Rake schedules apply from a date on; hands before it keep the terms that they were played under."),
            _("The day can be closed once its check list is empty; closing seals it."),
            _("The tips of a month are distributed by rules that two people have approved."),
            _("The statement for the authority is signed by two people and cannot be altered afterwards."),
            _("Reports can be downloaded, and sent each morning to those who have asked for them."),
        ),
    ),
    "a": (
        _("In the audit"),
        (
            _("Audit a day to have every hand computed again from what was recorded."),
            _("A finding says what was found, at which table and when, and how much money it concerns."),
            _("Findings of one cause stand together and are decided together, with one reason."),
            _("Nobody decides on a hand that they dealt, booked or signed."),
            _("Due, booked and counted stand side by side, by half hour and by table."),
            _("The funnel shows which dealers differ by more than chance; it accuses nobody."),
            _("The proof checks the books from the first entry to the last one."),
            _("A seal that has been posted or printed cannot be changed unnoticed."),
            _("“Security” lists sign-ins, refusals and alarms; the person who caused an alarm cannot close it."),
            _("You read everything and book nothing."),
        ),
    ),
    "h": (
        _("For the house"),
        (
            _("Set the house up step by step: games, tables, windows, people."),
            _("An account is asked for by one person and approved by another."),
            _("Roles that do not go together cannot be given to one person."),
            _("A one-time password is shown once, to the person who approves the account."),
            _("Tablets are added with a code that is valid for ten minutes."),
            _("A PIN opens a dealer's desk on a tablet and nothing else."),
            _("Somebody who leaves is locked out at once; their bookings keep their name."),
            _("“Operation” says whether the system is healthy, and what has to be done tonight."),
            _("Backups are made and tested automatically; the page says when the last one was good."),
            _("Rake, levies, tronc rules and roles need two people; “To approve” lists what is waiting."),
        ),
    ),
}


class Help(Page):
    """Ten sentences about one desk, for everybody who is signed in."""

    permission = None
    template_name = "help.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        desk = self.kwargs["desk"]
        if desk not in SENTENCES:
            raise NotFound("not_found", N_("Not found."))
        title, sentences = SENTENCES[desk]
        others: list[tuple[str, Any]] = [(code, name) for code, (name, _sentences) in SENTENCES.items() if code != desk]
        return {**super().get_context_data(**kwargs), "title": title, "sentences": sentences, "others": others}
