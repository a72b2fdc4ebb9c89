"""The files that browsers fetch: which of them, and under which names."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.staticfiles import apps
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesConfig(apps.StaticFilesConfig):
    """Django's, which leaves out what no page of ours asks for."""

    ignore_patterns: ClassVar[list[str]] = [  # type: ignore[misc]  # django-stubs have it without ClassVar
        *apps.StaticFilesConfig.ignore_patterns,
        "redoc",  # the API is browsed at /api/docs/ with Swagger UI
        "rest_framework",  # its own pages: our API answers JSON alone
        "*.map",  # source maps, for debugging the packages
    ]


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise is untyped
    """WhiteNoise's: names with a hash and no others, so that what asks for another fails here and not in a house."""

    keep_only_hashed_files = True
    patterns = tuple(
        (files, tuple(rule for rule in rules if "sourceMappingURL" not in str(rule)))
        for files, rules in CompressedManifestStaticFilesStorage.patterns
    )

    def compress_files(self, paths: Iterable[str]) -> Any:
        """Brotli at its best takes longer than all else that a first `up` does: it is for a house's releases."""
        return super().compress_files(paths) if settings.PRODUCTION else ()
