"""Addresses of the cage."""

from django.urls import path

from accounting.cage.pages import cage, counts, slips, windows

cage_urls = [
    path("", cage.CagePage.as_view(), name="today"),
    path("windows/", windows.Windows.as_view(), name="windows"),
    path("windows/<window:pk>/", windows.EditWindow.as_view(), name="window"),
    path("windows/<window:pk>/open/", windows.OpenWindow.as_view(), name="window-open"),
    path("windows/<window:pk>/sell/", windows.SellChips.as_view(), name="window-sell"),
    path("windows/<window:pk>/redeem/", windows.RedeemChips.as_view(), name="window-redeem"),
    path("windows/<window:pk>/close/", windows.CloseWindow.as_view(), name="window-close"),
    path("window-shifts/<window_shift:pk>/confirm/", windows.ConfirmWindow.as_view(), name="window-confirm"),
    path("window-shifts/<window_shift:pk>/resume/", windows.ResumeWindow.as_view(), name="window-resume"),
    path("slips/<slip:pk>/", slips.Paper.as_view(), name="slip"),
    path("slips/<slip:pk>/print/<int:number>/", slips.Paper.as_view(), name="slip-print"),
    path("slips/<slip:pk>/cancel/", slips.CancelSlip.as_view(), name="slip-cancel"),
    path("count/", counts.CountDesk.as_view(), name="count"),
    path("count/<drop:pk>/", counts.CountBox.as_view(), name="count-box"),
    path("count/<drop:pk>/explain/", counts.ExplainBox.as_view(), name="explain-box"),
]
