"""HTML as a reader sees it: the same however its template is laid out."""

import re


def flat(html: str) -> str:
    """The page in one line, without the white space that only lays out its source.

    Runs of white space become one blank. None is left between two tags, after an opening tag or before a closing one.
    """
    html = re.sub(r"\s+", " ", html).replace(" >", ">")
    html = re.sub(r"(<[^/][^>]*>) ", r"\1", html)
    return re.sub(r" (?=</)|(?<=>) (?=<)", "", html)
