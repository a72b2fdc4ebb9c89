"""How a commit message is written: `area: Imperative sentence.`, a blank line, a body that says why, wrapped.

`python -m tests.commit_messages FILE` is the hook of pre-commit; `… OLD..NEW` reads every commit between the two.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST_SUBJECT = 90
"""A line of the log on a wide terminal; of the last hundred commits of 2026 five were longer."""
WIDEST_BODY = 80
SUBJECT = re.compile(r"(?P<area>[a-z][\w., /-]*): (?P<first>[A-Z][\w'-]*)(?P<rest>.*)")
# What is not a verb, but begins a sentence that tells what is now instead of what the commit does.
NO_VERBS = {
    "A", "All", "An", "Both", "Each", "Every", "For", "From", "How", "In", "It", "More", "New", "No", "Now", "On",
    "One", "Only", "Our", "Some", "That", "The", "Their", "There", "These", "They", "Those", "To", "Two", "What",
    "When", "Where", "Which", "Who", "Whoever", "Why", "With",
}  # fmt: skip
# Base forms that end like others.
VERBS = {
    "Bring", "Embed", "Exceed", "Feed", "Focus", "Need", "Proceed", "Seed", "Shed", "Speed", "Spread", "String",
    "Swing",
}  # fmt: skip
OF_GIT = re.compile(r"(?:Merge|Revert) |(?:fixup|squash|amend)! ")


def flaws(message: str) -> Iterator[str]:
    """What is wrong with a message; lines that begin with # are git's own."""
    lines = [line for line in message.rstrip().splitlines() if not line.startswith("#")]
    subject, body = (lines[0], lines[1:]) if lines else ("", [])
    found = SUBJECT.fullmatch(subject)
    if found is None:
        yield "the subject is not `area: Imperative sentence.`"
    elif not is_base_form(found["first"]):
        yield f"“{found['first']}” is no verb in its base form, such as Show, Refuse, Mend"
    if not subject.endswith(".") or subject.endswith(".."):
        yield "the subject does not end with a full stop"
    if len(subject) > LONGEST_SUBJECT:
        yield f"the subject has {len(subject)} characters, more than {LONGEST_SUBJECT}"
    if body and body[0]:
        yield "no blank line after the subject"
    for line in body:
        if len(line) > WIDEST_BODY and " " in line.strip() and not line.startswith("    "):
            yield f"wider than {WIDEST_BODY}: {line[:30]}…"


def is_base_form(word: str) -> bool:
    """Whether the word may be a verb in its base form: `Show`; not `Shows`, `Showing`, `Showed`, `The`."""
    if word in NO_VERBS:
        return False
    return word in VERBS or word.endswith("ss") or not word.endswith(("ed", "ing", "s"))


def between(commits: str) -> Iterator[tuple[str, str]]:
    """The short name and the message of each commit in `OLD..NEW`; merges are git's own."""
    command = ["git", "log", "--no-merges", "--reverse", "-z", "--format=%h%n%B", commits]
    log = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for one in filter(None, log.split("\0")):
        name, _newline, message = one.partition("\n")
        yield name, message


def main(named: str) -> int:
    """Print what is wrong; a file is the message of a commit that is being made, and may be git's own."""
    if Path(named).is_file():
        message = Path(named).read_text(encoding="utf-8")
        told = [] if OF_GIT.match(message) else list(flaws(message))
    else:
        told = [f"{name}: {flaw}" for name, message in between(named) for flaw in flaws(message)]
    print(*told, sep="\n", file=sys.stderr)
    return bool(told)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
