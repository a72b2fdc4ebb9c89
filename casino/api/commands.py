"""Commands: one POST, one use case, answered once.

A command view declares its input, its service and its output::

    class Sit(Command):
        \"\"\"Seat a guest with a buy-in.\"\"\"

        service = seats.sit           # called with the address, the body's values and `actor=`, by their names
        # target = "table_id"         # the service's name for the `pk` of the address, if not its first argument
        output = TableSerializer      # renders the service's result as JSON; override `shown` to render something else
        status = 200                  # 201 for commands that create something
        # idempotent = False          # for commands that move no money and record no play: the key is then optional
        # A service that `decides` on a row asks for `seen`: declare nothing; the row's output has `Seen(...)`.

        class Input(Body):
            guest = IdField()         # passed on as `guest_id`
            buy_in_cents = CentsField(min_value=1)
            version = VersionField()

        def current(self, *, actor: User, pk: int, seat: int) -> Table:   # only where versions are checked
            return selectors.table(pk)

    urlpatterns = [path("tables/<id:pk>/seats/<int:seat>/sit/", Sit.as_view())]

Where the service asks for the password again, the body may carry it (`casino.api.confirming`).

A command that does more than call its service overrides `run`.  It and its rendering happen inside the transaction that
keeps the answer (`casino.transactions.once`), so the stored answer is exactly the one sent.  A `Stale`
refusal gets `facts["current"]` from `current`, read afterwards.
"""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.confirming import FIELD, asks, demand, note_grave
from casino.api.fields import Body, PasswordField, TextField
from casino.api.rendering import Json, canonical, render
from casino.api.serializers import Serializer
from casino.errors import Stale
from casino.models import User
from casino.selectors.decisions import Duties
from casino.transactions import Answer, once

_ASKED_AGAIN = "Yours; 403 `password_required` where it was not given within five minutes (`POST auth/confirm/`)."
_SEEN = "What you decide on: the row's `seen` as you read it; 409 `stale` where it has changed since."
_ANY_JSON = frozenset({"*/*", "application/json", "application/json, */*"})


def _decides(cls: type["Command"]) -> Duties[Any] | None:
    """What the command's service decides on, where others have had their part in it."""
    return getattr(getattr(cls, "service", None), "decides", None)


def _first_argument(cls: type["Command"]) -> str:
    """Of the command's service; empty where it has none."""
    return next(iter(signature(cls.service).parameters), "") if hasattr(cls, "service") else ""


class Command(APIView):
    """Base of every command view; see the module."""

    http_method_names: ClassVar[list[str]] = ["post", "options"]  # type: ignore[misc]

    class Input(Body):
        """Nothing: `{}`."""

    service: ClassVar[Callable[..., Any]]
    target: ClassVar[str] = ""
    output: ClassVar[type[Serializer] | None] = None
    status: ClassVar[int] = 200
    idempotent: ClassVar[bool] = True
    requires_password: ClassVar[bool] = False  # as its service says
    examples: ClassVar[Mapping[str, Json]] = {}  # example bodies for the API description, by title

    _input: ClassVar[Body]
    _target: ClassVar[str]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.requires_password = asks(cls)
        cls._target = cls.target or _first_argument(cls)
        asked: dict[str, Any] = {}
        if _decides(cls) is not None:
            asked["seen"] = TextField(max_length=64, help_text=_SEEN)
        if cls.requires_password:
            asked[FIELD] = PasswordField(required=False, help_text=_ASKED_AGAIN)
        if asked.keys() - cls.Input().fields.keys():
            asked["__qualname__"] = f"{cls.__qualname__}.Input"
            asked["__doc__"] = None if cls.Input is Command.Input else cls.Input.__doc__  # it is no longer nothing
            cls.Input = type(cls.Input)("Input", (cls.Input,), asked)  # type: ignore[misc]
        # One instance reads every request: building a serializer copies all its fields, which costs more than reading.
        cls._input = cls.Input()

    # Every address has its own arguments: `*args: Any, **options: Any` lets overrides choose theirs.
    def run(self, values: Mapping[str, Any], *args: Any, **path: Any) -> Any:
        """`run(values, *, actor, **path)`: call the service and return what it returns."""
        if "pk" in path:
            path[self._target] = path.pop("pk")
        return type(self).service(**path, **values)

    def shown(self, result: Any) -> Any:
        """The value that `output` renders, by default the service's result; JSON is answered unchanged."""
        return result

    def wants_password(self, **path: Any) -> bool:
        """Whether this call needs the password that its service asks for; override if it depends on the row."""
        return True

    def current(self, *args: Any, **options: Any) -> Any:
        """`current(*, actor, **path)`: the current state, for a stale client; of what it decides on, the row."""
        decides = _decides(type(self))
        return None if decides is None else self.shown(decides.model._default_manager.get(pk=options["pk"]))

    def _json(self, shown: Any) -> Json:
        return shown if self.output is None else self.output.json(shown)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:  # noqa: FBT001, FBT002
        """JSON for the three usual Accept headers, without DRF's negotiation, which handles the rest."""
        if request.META.get("HTTP_ACCEPT", "*/*") in _ANY_JSON:
            return JSONRenderer(), JSONRenderer.media_type
        negotiated: tuple[Any, str] = super().perform_content_negotiation(request, force)
        return negotiated

    def post(self, request: Request, **path: Any) -> HttpResponse:
        """Validate the body, run, keep the answer under the key, answer."""
        body = request.data  # {} where there is none
        values: dict[str, Any] = self._input.run_validation(body)
        actor = request.user
        assert isinstance(actor, User)
        values = self._input.of_actor(values, actor)
        is_grave = self.requires_password and self.wants_password(**path)
        if self.requires_password:
            password = values.pop(FIELD, None)
            if is_grave:
                demand(request._request, password, auth=request.auth, actor=actor)  # noqa: SLF001 -- DRF's name
            # The stored digest excludes the password, so it cannot be guessed, and a retry may leave it out.
            assert isinstance(body, Mapping)
            body = {name: sent for name, sent in body.items() if name != FIELD}

        def run() -> Answer:
            shown = self._json(self.shown(self.run(values, actor=actor, **path)))
            if is_grave:
                note_grave(request._request, actor)  # noqa: SLF001
            return Answer(self.status, render(shown))

        key = request.META.get("HTTP_IDEMPOTENCY_KEY", "")
        try:
            if self.idempotent or key:
                name = f"{request.method} {request.path}"
                answer = once(run, actor_id=actor.pk, key=key, request=name, body=canonical(body))
            else:
                answer = run()
        except Stale as refusal:
            refusal.facts["current"] = self._json(self.current(actor=actor, **path))
            raise
        response = HttpResponse(answer.body, status=answer.status, content_type="application/json")
        if answer.replayed:
            response.headers["Idempotent-Replayed"] = "true"
        return response


class Decision(Command):
    """A decision on what waits for a second person, or its withdrawal: it moves no money."""

    idempotent = False


def read_body(serializer: Body, request: Request) -> Mapping[str, Any]:
    """The values of a body outside a command (PATCH); refuses unknown fields as commands do."""
    values = serializer.run_validation(request.data)
    if not isinstance(values, Mapping):
        raise ValidationError
    return values
