"""Settings of the API: Django REST framework, OpenAPI 3.1, tokens."""

from datetime import timedelta
from typing import Any

from casino import environment

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "casino.api.authentication.TokenAuthentication",
        "casino.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["casino.api.permissions.HasPermission"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["casino.api.parsing.StrictJSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["casino.api.filtering.StrictFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "casino.api.paging.CursorPages",
    "DEFAULT_SCHEMA_CLASS": "casino.api.schema.HouseSchema",
    "EXCEPTION_HANDLER": "casino.api.problems.answer_problem",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "URL_FORMAT_OVERRIDE": None,  # `?format=csv` belongs to the reports
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Casino poker room",
    "DESCRIPTION": "Tables, hands, the house's tax and tips, and the books that prove them. Money is integer cents.\n\n"
    "Every address answers 405 (method), 406 (Accept), 413 (too large) and 415 (Content-Type) where the request is so.",
    "VERSION": environment.VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": [
        "rest_framework.permissions.IsAuthenticated"
        if environment.PRODUCTION
        else "rest_framework.permissions.AllowAny"
    ],
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "HandStateEnum": "tables.models.Hand.State",
        "RecordedKindEnum": "tables.hands.api.serializers.RECORDED_KINDS",
        "ActionKindEnum": "tables.hands.api.serializers.ACTION_KINDS",
        "DocumentEnum": "tables.models.Guest.Document",
        "EntryCodeEnum": "accounting.models.EntryCode",
        "SlipKindEnum": "accounting.models.Slip.Kind",
        "SlipStateEnum": "accounting.models.Slip.State",
        "SpanEnum": "accounting.reports.api.periods.SPANS",
        "MailedSpanEnum": "accounting.models.ReportSubscription.Span",
        "FundKindEnum": "accounting.models.Fund.Kind",
        "FundTermsStateEnum": "accounting.models.FundTerms.State",
        "FundMoveKindEnum": "accounting.models.FundMove.Kind",
        "FundMoveStateEnum": "accounting.models.FundMove.State",
        "JackpotSlipStateEnum": "accounting.models.JackpotSlip.State",
        "TournamentStateEnum": "tables.models.Tournament.State",
        "DealMethodEnum": "tables.prizes.api.deals.METHODS",
        "AgreedMethodEnum": "tables.prizes.api.deals.AGREED_METHODS",
        "HandCategoryEnum": "tables.rounds.api.views.CATEGORIES",
        "MoveKindEnum": "tables.models.MoveRequest.Kind",
        "DealerSkillEnum": "tables.models.Qualification.SKILLS",
        "FloorCallKindEnum": "tables.models.CallKind",
        "IncidentKindEnum": "tables.models.Incident.Kind",
        "ByEnum": "accounting.reports.api.reports.BY",
        "BankByEnum": "accounting.reports.api.bank.BY",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "filter": True},
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "casino.api.components.written_once",
    ],
}

KNOX_TOKEN_MODEL = "knox.AuthToken"  # noqa: S105 -- a model's name
REST_KNOX: dict[str, Any] = {"TOKEN_TTL": timedelta(hours=12), "AUTO_REFRESH": False}
