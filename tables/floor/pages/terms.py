"""A cash game over the evening: its rising stakes, planned start and end, last hands, guests who leave early."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from casino import house_time
from casino.pages.forms import CommandForm, new_key
from tables.floor.pages.forms import GameForm
from tables.floor.services import bomb_pots, last_hands, openings
from tables.games.services.game_terms import MOST_LAST_HANDS
from tables.models import Game, StakeStep
from tables.play.pages.tables import SeatCommand, TableCommand
from tables.play.selectors import stakes as selector
from tables.play.selectors.stakes import Play
from tables.play.services import stakes
from tables.play.services.stakes import Planned

MINUTES, HANDS = "minutes", "hands"


class ClockField(forms.TimeField):
    """A time of day, read as the next such moment: `01:30` typed at ten in the evening is tomorrow's."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.TimeInput({"type": "time"}, format="%H:%M"), **options)

    def clean(self, value: Any) -> Any:
        """The moment; None where nothing was typed."""
        time = super().clean(value)
        if time is None:
            return None
        now = house_time.local_now()
        moment = timezone.make_aware(datetime.combine(now.date(), time))
        return moment if moment > now else timezone.make_aware(datetime.combine(now.date() + timedelta(days=1), time))


class StepForm(CommandForm):
    """Which game, after how many minutes of play or hands."""

    after = forms.IntegerField(
        label=gettext_lazy("After"), min_value=1, widget=forms.TextInput({"inputmode": "numeric"})
    )
    measure = forms.ChoiceField(
        label=gettext_lazy("Counted in"),
        widget=forms.RadioSelect,
        choices=[(MINUTES, gettext_lazy("minutes of play")), (HANDS, gettext_lazy("hands"))],
    )
    game = forms.ModelChoiceField(
        Game.objects.none(), label=gettext_lazy("Then"), widget=forms.RadioSelect, empty_label=None
    )

    def __init__(self, *args: Any, games: list[Game], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["game"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Game.objects.filter(pk__in=[game.pk for game in games]).order_by("big_blind_cents", "name")

    def clean(self) -> dict[str, Any]:
        """The step as `planned`, which the services take."""
        values = super().clean() or self.cleaned_data
        if self.errors:
            return values
        after, is_minutes = values["after"], values["measure"] == MINUTES
        planned = Planned(values["game"].pk, after if is_minutes else None, None if is_minutes else after)
        return {"key": values["key"], "version": values["version"], "planned": planned}


class EndForm(CommandForm):
    """When play ends."""

    ends_at = ClockField(label=gettext_lazy("Planned end"), required=False, help_text=gettext_lazy("Empty: open."))


class LastHandsForm(CommandForm):
    """How many hands are still dealt."""

    hands = forms.IntegerField(
        label=gettext_lazy("Hands still to be dealt"),
        min_value=1,
        max_value=MOST_LAST_HANDS,
        widget=forms.TextInput({"inputmode": "numeric"}),
    )


class LeavingForm(CommandForm):
    """When a guest leaves."""

    leaves_at = ClockField(label=gettext_lazy("Leaves at"), required=False, help_text=gettext_lazy("Empty: they stay."))


class OpeningForm(GameForm):
    """Which game, from when, until when."""

    starts_at = forms.DateTimeField(
        label=gettext_lazy("Planned start"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
    )
    ends_at = forms.DateTimeField(
        label=gettext_lazy("Planned end"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
    )


class PlanCommand(TableCommand):
    """A command on the planned steps; leads back to the plan."""

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("floor:plan", args=[self.kwargs["pk"]])


class Plan(PlanCommand):
    """The stakes that are planned and those that were played; plans a further step."""

    service: ClassVar[Callable[..., Any]] = stakes.plan
    title = gettext_lazy("Plan an increase")
    template_name = "floor/plan.html"
    form_class = StepForm

    @cached_property
    def play(self) -> Play | None:
        """The session in progress."""
        return selector.of_table(self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "games": selector.larger(self.play) if self.play else []}

    def get_initial(self) -> dict[str, Any]:
        """As far after the last planned step as that lies after the one before it."""
        plan = sorted(self.play.plan, key=lambda step: step.after) if self.play else []
        measure = HANDS if plan and plan[-1].after_hands is not None else MINUTES
        if not plan:
            return {"measure": measure}
        before = plan[-2].after if len(plan) > 1 else 0
        return {"measure": measure, "after": 2 * plan[-1].after - before}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        session = self.play.session if self.play else None
        steps = selector.steps_of(session.pk) if session else []
        return {
            **super().get_context_data(**kwargs),
            "steps": [(step, step.state == StakeStep.State.PLANNED) for step in steps],
            "changes": selector.changes_of(session.pk) if session else [],
            "coming": selector.coming(self.play) if self.play else None,
            "minutes": self.minutes(),
            "key": new_key(),
        }

    def minutes(self) -> int:
        """Minutes of play so far; pauses do not count."""
        if self.play is None:
            return 0
        played = self.play.now - self.play.session.opened_at - self.play.paused
        return int(played.total_seconds()) // 60


class ChangeStep(Plan):
    """Change a step that lies ahead."""

    service = stakes.change
    title = gettext_lazy("Change the step")
    in_address: ClassVar = {"table_id": "pk", "step_id": "step"}

    def get_initial(self) -> dict[str, Any]:
        step = StakeStep.objects.filter(pk=self.kwargs["step"]).first()
        if step is None:
            return {}
        after = step.after_minutes or step.after_hands
        return {"game": step.game_id, "after": after, "measure": MINUTES if step.after_minutes else HANDS}


class CancelStep(PlanCommand):
    """Cancel a planned step."""

    service = stakes.cancel
    title = gettext_lazy("Cancel the step")
    in_address: ClassVar = {"table_id": "pk", "step_id": "step"}


class PlanEnd(TableCommand):
    """Plan when play ends."""

    service = openings.plan_end
    title = gettext_lazy("Planned end")
    verb = gettext_lazy("Save")
    form_class = EndForm

    def get_initial(self) -> dict[str, Any]:
        ends_at = self.table.session.ends_at if self.table.session else None
        return {"ends_at": timezone.localtime(ends_at).strftime("%H:%M") if ends_at else None}


class LastHands(TableCommand):
    """Announce how many hands are still dealt."""

    service = last_hands.announce_last_hands
    title = gettext_lazy("Announce the last hands")
    form_class = LastHandsForm
    success = gettext_lazy("The last hands have been announced.")

    def get_initial(self) -> dict[str, Any]:
        session = self.table.session
        return {"hands": Game.objects.get(pk=session.game_id).last_hands if session else None}


class PlayOn(TableCommand):
    """Take back the announcement of the last hands."""

    service = last_hands.take_back_last_hands
    title = gettext_lazy("Resume play")


class CallBombPot(TableCommand):
    """The next hand is a bomb pot."""

    service = bomb_pots.call
    title = gettext_lazy("Bomb pot next")


class TakeBackBombPot(TableCommand):
    """The next hand is no bomb pot, unless one is due by itself."""

    service = bomb_pots.take_back
    title = gettext_lazy("No bomb pot")


class PlanOpening(TableCommand):
    """Announce when a table will be opened."""

    title = gettext_lazy("Plan an opening")
    form_class = OpeningForm
    service = openings.plan

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.house.pk}

    def act(self, values: Mapping[str, Any]) -> Any:
        planned = openings.Planned(values["game"].pk, values["starts_at"], values["ends_at"])
        return super().act({"version": values["version"], "planned": planned})


class CancelOpening(TableCommand):
    """Take back the announcement of an opening."""

    service = openings.cancel
    title = gettext_lazy("Cancel the opening")


class Leaving(SeatCommand):
    """When a guest leaves, as they have announced."""

    service = last_hands.plan_leaving
    title = gettext_lazy("Leaves early")
    verb = gettext_lazy("Save")
    form_class = LeavingForm

    def get_initial(self) -> dict[str, Any]:
        leaves_at = self.seat.leaves_at if self.seat else None
        return {"leaves_at": timezone.localtime(leaves_at).strftime("%H:%M") if leaves_at else None}
