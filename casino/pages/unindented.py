"""Templates without their indentation: a fifth of a page's bytes, and nothing that anybody sees."""

import re
from typing import Any, Final

from django.template.loaders.filesystem import Loader as Files

_INDENTED: Final = re.compile(r"\n\s+")


class Loader(Files):
    """Reads our templates; what a `<textarea>` or `<pre>` holds comes from values, which stay as they are."""

    def get_contents(self, origin: Any) -> str:
        text: str = super().get_contents(origin)
        return _INDENTED.sub("\n", text) if str(origin.name).endswith(".html") else text
