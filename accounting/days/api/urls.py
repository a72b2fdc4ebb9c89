"""Addresses of houses and gaming days below `/api/v1/`."""

from accounting.days.api import clocks, days, houses

urlpatterns = [*houses.urlpatterns, *clocks.urlpatterns, *days.urlpatterns]
