"""What a house installs is under permissive terms, or NOTICE says under which; so are the letters that we ship."""

import re
from importlib import metadata

from packaging.requirements import Requirement

from casino.environment import ROOT

NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")
LOCK = (ROOT / "requirements-embedded.lock.txt").read_text(encoding="utf-8")
# As SPDX names them, and as older metadata do: in a classifier, or in a word of their own.
PERMISSIVE = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "PSF-2.0", "Unlicense",
    "Apache Software License", "BSD License", "ISC License (ISCL)", "MIT License",
    "BSD", "BSD 3-Clause",
}  # fmt: skip


def installed() -> list[str]:
    """The packages of the lock that this machine and this Python have."""
    locked = [Requirement(line) for line in re.findall(r"^([a-z][^\\\n]*?) \\$", LOCK, re.MULTILINE)]
    return [one.name for one in locked if one.marker is None or one.marker.evaluate()]


def terms(told: metadata.PackageMetadata) -> str:
    """A licence: as an expression, else what the classifiers say, else a short word; "" where the metadata say none."""
    if expression := told.get("License-Expression"):
        return str(expression)
    classified = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier") or [] if one.startswith("License ::")]
    return " OR ".join(classified) or str(told.get("License") or "")


def is_permissive(terms: str) -> bool:
    return all(any(one.strip() in PERMISSIVE for one in part.split(" OR ")) for part in terms.split(" AND "))


def named() -> set[str]:
    """The packages that NOTICE names with terms of their own."""
    return set(re.findall(r"(?m)^\* ([a-z][a-z-]*): ", NOTICE))


def test_every_package_is_under_permissive_terms_or_named() -> None:
    said = {name: terms(metadata.metadata(name)) for name in installed()}
    assert {name: term for name, term in said.items() if not is_permissive(term)}.keys() == named()
    assert len(said) > 50


def test_terms_are_read_as_they_are_meant() -> None:
    assert is_permissive("Apache-2.0 OR LGPL-3.0-only")
    assert is_permissive("Apache-2.0 AND BSD-2-Clause")
    assert not any(map(is_permissive, ["", "LGPL-3.0-only", "MIT AND LGPL-3.0-only", "Other/Proprietary License"]))


def test_letters_have_their_licence_beside_them_and_are_named() -> None:
    ours = [path for package in ("accounting", "casino", "tables", "templates") for path in (ROOT / package).rglob("*")]
    folders = {path.parent for path in ours if path.suffix in {".ttf", ".otf", ".woff", ".woff2"}}
    assert [str(one) for one in folders if f"* {one.relative_to(ROOT)}/:" not in NOTICE] == []
    assert all(any(re.search("LICENSE|OFL", path.name) for path in one.iterdir()) for one in folders)
    assert folders
