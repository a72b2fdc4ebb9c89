"""Static files: which are collected, and their hashed names."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.staticfiles import apps
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesConfig(apps.StaticFilesConfig):
    """Django's app without files that our pages never request."""

    ignore_patterns: ClassVar[list[str]] = [  # type: ignore[misc]  # django-stubs have it without ClassVar
        *apps.StaticFilesConfig.ignore_patterns,
        "redoc",  # the API is browsed at /api/docs/ with Swagger UI
        "rest_framework",  # its own pages: our API answers JSON alone
        "*.map",  # source maps, for debugging the packages
    ]


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise is untyped
    """WhiteNoise's storage with hashed names only, so that a link to an unhashed name fails in tests."""

    keep_only_hashed_files = True
    patterns = tuple(
        (files, tuple(rule for rule in rules if "sourceMappingURL" not in str(rule)))
        for files, rules in CompressedManifestStaticFilesStorage.patterns
    )

    def compress_files(self, paths: Iterable[str]) -> Any:
        """Compress in production only: Brotli would take longer than the rest of a first `up`."""
        return super().compress_files(paths) if settings.PRODUCTION else ()
