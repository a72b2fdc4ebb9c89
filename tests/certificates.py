"""A certificate that nobody has signed, for a server of a test."""

import shutil
import subprocess
from pathlib import Path

import pytest

KEY, CERTIFICATE = "privkey.pem", "fullchain.pem"  # as certbot calls them


def make(folder: Path, name: str, *others: str) -> None:
    """`KEY` and `CERTIFICATE` in the folder, for a host and others as OpenSSL writes them (`IP:127.0.0.1`)."""
    program = shutil.which("openssl") or pytest.skip("no openssl on this machine, which makes the certificate")
    subprocess.run(
        [
            program, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", folder / KEY, "-out", folder / CERTIFICATE, "-days", "2",
            "-subj", f"/CN={name}", "-addext", f"subjectAltName={','.join((f'DNS:{name}', *others))}",
        ],
        check=True, capture_output=True,
    )  # fmt: skip
