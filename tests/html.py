"""HTML as a reader sees it: the same however its template is laid out; and what a browser sends of its form."""

import re
from html.parser import HTMLParser


def flat(html: str) -> str:
    """The page in one line, without the white space that only lays out its source.

    Runs of white space become one blank. None is left between two tags, after an opening tag or before a closing one.
    """
    html = re.sub(r"\s+", " ", html).replace(" >", ">")
    html = re.sub(r"(<[^/][^>]*>) ", r"\1", html)
    return re.sub(r" (?=</)|(?<=>) (?=<)", "", html)


def filled(html: str) -> dict[str, str]:
    """The fields of the form in the page's main part with their values, as a browser sends them."""
    form = _Form()
    form.feed(html)
    return form.sent


class _Form(HTMLParser):
    """Inputs, chosen options and texts below `main`; boxes that are not ticked are not sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self._is_main = False
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._is_main |= tag == "main"
        if not self._is_main:
            return
        if tag == "select":
            self._select = given["name"]
        elif tag == "option" and "selected" in given:
            self.sent[self._select] = given["value"]
        elif tag == "input" and "checked" in given:
            self.sent[given["name"]] = given.get("value", "on")
        elif tag == "input" and given.get("type") not in ("checkbox", "radio"):
            self.sent[given["name"]] = given.get("value", "")
