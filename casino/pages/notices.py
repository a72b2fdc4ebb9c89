"""Where a notice waits between a command and the page that shows it."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage


class NoticeCookie(CookieStorage):
    """Django's signed cookie under our name: a notice may tell a secret once, which the database must not keep."""

    cookie_name = settings.MESSAGE_COOKIE_NAME
