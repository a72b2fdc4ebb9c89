"""The API's description as an answer: made once for each language, written once for each format: it takes seconds."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

_RENDERERS = {renderer.media_type: renderer for renderer in SpectacularAPIView.renderer_classes}


class Description(SpectacularAPIView):
    """The description of this API (OpenAPI 3.1), as YAML or JSON; `lang` names another language than the reader's."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        asked = request.GET.get("lang")
        language = asked if asked in dict(settings.LANGUAGES) else translation.get_language()
        renderer = request.accepted_renderer
        answer = HttpResponse(_written(renderer.media_type, language), content_type=renderer.media_type)
        answer["Content-Disposition"] = f'inline; filename="{settings.SPECTACULAR_SETTINGS["TITLE"]}.{renderer.format}"'
        return answer


@cache
def _made(language: str) -> dict[str, Any]:
    with translation.override(language):
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


@cache
def _written(media_type: str, language: str) -> str | bytes:
    with translation.override(language):
        written: str | bytes = _RENDERERS[media_type]().render(_made(language), renderer_context={})
    return written
