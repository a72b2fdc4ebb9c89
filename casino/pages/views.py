"""Views of the pages: `Page` shows, `Live` is asked every two seconds, `Command` runs one use case from a form.

Like a command of the API, a form's answer is kept in the transaction of its effect (`casino.transactions.once`): a
second submit leads to the same address as the first, and a refusal is shown in the user's language with the form's
input.  A page's `permission` is for looking at it; a form is sent by those who may call its service.
"""

import functools
from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from inspect import signature
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise, cached_property
from django.views.generic import FormView, TemplateView

from casino import house_time, membership, roles, wording
from casino.api.confirming import FIELD, asks
from casino.api.permissions import needed
from casino.errors import Refusal, Stale
from casino.models import DeskCounter, User
from casino.pages import errors, polls
from casino.pages.forms import CommandForm
from casino.pages.notices import Undo
from casino.pages.submitting import ask_password, ask_seen, show_seen, submit, submitted
from casino.selectors.decisions import Duties

if TYPE_CHECKING:
    OurFormView = FormView[CommandForm]  # Django's own class is generic for the type checker alone
else:
    OurFormView = FormView


class SeeOther(HttpResponseRedirect):
    """Redirect to the page that shows a command's result; reloading that page repeats nothing."""

    status_code = 303


def redirect_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the sign-in page and back; a polling part (htmx) reloads its whole page instead."""
    tablet = settings.TABLET_COOKIE_NAME in request.COOKIES
    if getattr(request, "htmx", False):
        return HttpResponse(status=401, headers={"HX-Refresh": "true"})
    return redirect_to_login(request.get_full_path(), reverse("tablet") if tablet else None)


class Page(TemplateView):
    """A page for users with `permission`; a refusal while it is built is shown as a page."""

    permission: ClassVar[str | None]  # None: anybody who is signed in
    http_method_names = ["get", "post", "head", "options"]  # noqa: RUF012 -- as in the base; a browser sends no others
    actor: User

    def dispatch(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponseBase:
        """Check the sign-in, then the permission, then answer."""
        request.sensitive_post_parameters = (FIELD,)  # type: ignore[attr-defined]  # kept out of reports of our mistakes
        if not isinstance(request.user, User):
            return redirect_to_sign_in(request)
        self.actor = request.user
        try:
            for permission in needed(self, request.method or "GET"):
                roles.require(self.actor, permission)
            membership.require(self.actor, self.rows_in_address())
            return self.unchanged(request) or self.answer(request, *args, **path)
        except Refusal as refusal:
            return errors.refused(request, wording.sentence(refusal), refusal.status)

    def rows_in_address(self) -> list[tuple[type[Model], int]]:
        """The rows that the address names."""
        match = self.request.resolver_match
        assert match is not None
        return membership.in_address(match.route, match.kwargs)

    def unchanged(self, request: HttpRequest) -> HttpResponse | None:
        """An answer that needs no page, or None; see `Polled`."""
        return None

    def answer(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponseBase:
        """Call the method's function, and render, in the house's time; override to set up data for all methods."""
        with timezone.override(self.zone()):
            response = super().dispatch(request, *args, **path)
            return response.render() if isinstance(response, TemplateResponse) else response

    def zone(self) -> tzinfo | None:
        """The zone in which the page shows times; None: UTC."""
        return membership.zone(self.actor, self.request.session)


class Polled(Page):
    """A page with a part that polls every two seconds: `?v=<version>` answers 204 while nothing has changed.

    An idle poll costs only the query of `version`, since the sign-in was checked recently (`casino.pages.polls`).  The
    version names the house that the page shows, so that no session is read to find it.
    """

    watches: ClassVar[str]  # the desk whose commits the version counts, unless `version` is overridden
    version_before: str  # read before the page's data, so that the next poll shows later changes

    @classmethod
    def version(cls, *, house_id: int | None, **_path: Any) -> str:
        """A text that changes with the data of the part; one query by primary key."""
        return DeskCounter.version(cls.watches, house_id)

    @classmethod
    def still_shows(cls, seen: str, **path: Any) -> bool:
        """Whether the version `seen` is still current, and its time is not over (`@` and a time, `@` and notes)."""
        version, until, *_notes = (*seen.split("@"), "")
        house, _dot, version = version.partition(".")
        is_old = until != "" and int(until) <= house_time.now().timestamp()
        return not is_old and version == cls.version(**path, house_id=int(house) if house else None)

    def house_shown(self) -> int | None:
        """The id of the house that the page shows; None: it is of no single house."""
        return None

    def unchanged(self, request: HttpRequest) -> HttpResponse | None:
        """204 if the poll's version is still current, else None."""
        if request.method != "GET" or "v" not in request.GET:
            return None
        seen = polls.seen(request)
        if seen is None or not self.still_shows(seen, **self.kwargs):
            return None
        answer = HttpResponse(status=204)
        polls.give_pass(request, answer)
        return answer

    def answer(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponseBase:
        """The page, with a pass for the following polls."""
        house_id = self.house_shown()
        self.version_before = f"{house_id or ''}.{self.version(**self.kwargs, house_id=house_id)}"
        answer = super().answer(request, *args, **path)
        polls.give_pass(request, answer)
        return answer


class Live(Polled):
    """A page that answers polls with its template `part` alone."""

    part: ClassVar[str]

    def good_until(self) -> datetime | None:
        """When the part must be rendered again although no data changed (a time shown runs out); None: never."""
        return None

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        version = self.version_before
        context, until = self.get_context_data(**path), self.good_until()
        if until is not None:
            version = f"{version}@{ceil(until.timestamp())}"
        live = {**polls.context(request, request.path, version), "live_part": self.part}
        return self.render_to_response({**context, **live})

    def get_template_names(self) -> list[str]:
        """The part alone for a poll."""
        return [self.part] if "v" in self.request.GET else super().get_template_names()


class Command(Page, OurFormView):
    """One use case behind a form. GET shows the form, POST runs it once and redirects.

    A command that passes the form's values on names its `service`; one that does more overrides `act`.  It asks for the
    password again, each time, where its service does.
    """

    service: ClassVar[Callable[..., Any]]
    form_class: type[CommandForm] = CommandForm
    requires_password: ClassVar[bool] = False  # as its service says
    in_address: ClassVar[Mapping[str, str]] = {}
    """The service's arguments, by their names in the address."""
    title: ClassVar[str | Promise] = ""
    explanation: ClassVar[str | Promise] = ""
    verb: ClassVar[str | Promise] = ""
    """What its button says; where the title is no verb."""
    danger: ClassVar[bool] = False
    """Whether it takes something away: its button warns."""
    leads_to: ClassVar[str] = ""
    """The name of the page it leads to, done or not; where that has arguments, `get_success_url` is overridden."""
    success: ClassVar[str | Promise] = ""
    """The message after it."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.requires_password = asks(cls)

    def wants_password(self) -> bool:
        """Whether this call needs the password that its service asks for; override if it depends on the row."""
        return True

    def run(self, values: Mapping[str, Any]) -> str:
        """Act, and return the address to redirect to."""
        self.act(values)
        return self.get_success_url()

    def act(self, values: Mapping[str, Any]) -> Any:
        """Call the service with `target`, the form's values (rows as ids named `*_id`) and the actor."""
        service = type(self).service
        unasked = {"key"} if "version" in signature(service).parameters else {"key", "version"}
        typed = {name: value for name, value in values.items() if name not in unasked}
        ids = {f"{name}_id": typed.pop(name).pk for name, value in values.items() if isinstance(value, Model)}
        return service(**self.target(), **typed, **ids, actor=self.actor)

    def get_success_url(self) -> str:
        """Where it leads, done or not."""
        return reverse(self.leads_to) if self.leads_to else ""

    def target(self) -> dict[str, Any]:
        """The service's arguments that name the row it acts on."""
        return {name: self.kwargs[given] for name, given in self.in_address.items()}

    def done(self, values: Mapping[str, Any]) -> str:
        """The message after success; empty for none."""
        return str(self.success)

    def counter(self, values: Mapping[str, Any]) -> Undo | None:
        """The command that takes this one back, offered beside its message; None where money or paper hangs on it."""
        return None

    def current_version(self) -> int | None:
        """The current version of the row that the form acts on."""
        return None

    @property
    def decides(self) -> Duties[Any] | None:
        """What the service decides on, where others have had their part in it: the form names what was seen."""
        return getattr(getattr(type(self), "service", None), "decides", None)

    def decided_on(self) -> Any:
        """The row that is decided on, as the page shows it."""
        raise NotImplementedError

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "version": self.current_version()}

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        """The form, which asks for what was seen and for the password where the service does."""
        form = super().get_form(form_class)
        if self.decides is not None:
            ask_seen(form, self.decides.seen(self.decided_on()))
        if self.requires_password and self.wants_password():
            ask_password(form)
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The form, and what every command says of itself."""
        said = {name: getattr(self, name) for name in ("title", "explanation", "verb", "danger")}
        return {**said, "back": self.get_success_url(), **super().get_context_data(**kwargs)}

    def post(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """Run the use case once and redirect; or show the form again with its errors or the refusal."""
        form = self.get_form()
        try:
            return self.form_valid(form) if form.is_valid() else self.form_invalid(form)
        except Refusal as refusal:
            self.refuse(form, refusal)
            return self.render_to_response(self.get_context_data(form=form), status=refusal.status)

    def form_valid(self, form: CommandForm) -> HttpResponse:
        values = form.cleaned_data
        answer = submit(self.request, form, lambda: self.run(values), actor=self.actor)
        if sentence := self.done(values):
            self.renew()
            messages.success(self.request, sentence, extra_tags=str(self.counter(values) or ""))
        return SeeOther(answer.body)

    def form_invalid(self, form: CommandForm) -> HttpResponse:
        """Show the form again with its errors; lead to where it led if it was run before."""
        if (before := submitted(self.request, form, actor=self.actor)) is not None:
            return SeeOther(before.body)
        form.refuse("", self.current_version())
        return self.render_to_response(self.get_context_data(form=form), status=400)

    def refuse(self, form: CommandForm, refusal: Refusal) -> None:
        """Say the refusal above the form, which is then about what is true now."""
        self.renew()
        form.refuse(self.said(refusal), self.current_version())
        if self.decides is not None and isinstance(refusal, Stale):
            show_seen(form, self.decides.seen(self.decided_on()))

    def said(self, refusal: Refusal) -> str:
        """The refusal as the page says it; a page that knows more adds it."""
        return wording.sentence(refusal)

    def renew(self) -> None:
        """Drop what was loaded before the use case ran: the page shows what is true now."""
        for name in list(self.__dict__):
            if isinstance(getattr(type(self), name, None), cached_property | functools.cached_property):
                del self.__dict__[name]
