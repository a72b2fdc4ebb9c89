"""The product's addresses and, for the bench's own server alone, which worker answers and a bare insert."""

from django.urls import path

from casino.urls import handler400, handler403, handler404, handler500
from casino.urls import urlpatterns as product
from tools.bench import bare

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("api/v1/bench/worker/", bare.worker),
    path("api/v1/bench/row/", bare.Row.as_view()),
    *product,
]
