"""Who may ask a view of the API, or a page: the permission of the service it calls, or of what it reads."""

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request

from casino import membership, roles

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which reads the settings that name this module


class HasPermission(IsAuthenticated):
    """Signed in, with the permission that this method of the view needs (`not_allowed`), for rows of own houses."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if not super().has_permission(request, view):
            return False
        for permission in needed(view, request.method or "GET"):
            roles.require(request.user, permission)  # type: ignore[arg-type]  # signed in, so it is our User
        if match := request.resolver_match:
            membership.require(request.user, membership.in_address(match.route, match.kwargs))  # type: ignore[arg-type]
        return True


def needed(view: Any, method: str) -> list[str]:
    """The permissions that a method of a view needs: the view's own, and to command that of its service.

    A view without a service says `permission`, which is None where it is for anybody who is signed in.
    """
    asked: list[str | None] = [view.permission] if hasattr(view, "permission") else []
    if method not in SAFE_METHODS or not asked:
        service: Any = getattr(view, "service", None)
        assert asked or service is not None, f"{view} says neither permission nor service"
        asked.append(getattr(service, "permission", None))
    return [permission for permission in asked if permission is not None]
