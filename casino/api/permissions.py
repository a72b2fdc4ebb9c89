"""Who may ask a view of the API, or a page: the permission of the service it calls, or of what it reads."""

from typing import TYPE_CHECKING, Any

from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request

from casino import roles

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which reads the settings that name this module


class HasPermission(IsAuthenticated):
    """Signed in, and with the permission that this method of the view needs (refused as `not_allowed`)."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        if not super().has_permission(request, view):
            return False
        permission = needed(view, request.method or "GET")
        if permission is not None:
            roles.require(request.user, permission)  # type: ignore[arg-type]  # signed in, so it is our User
        return True


def needed(view: Any, method: str) -> str | None:
    """The permission that a method of a view needs: its own to read, that of its service to command.

    None: anybody who is signed in.
    """
    reads = method in SAFE_METHODS and hasattr(view, "permission")
    service: Any = None if reads else getattr(view, "service", None)
    permission: str | None = service.permission if hasattr(service, "permission") else view.permission
    return permission
