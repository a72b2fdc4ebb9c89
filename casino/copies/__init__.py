"""Copies of the house: a base copy of the whole server and its log from then on, encrypted, restored to any moment.

A copy is encrypted for `CASINO_COPIES_RECIPIENTS` (age, X25519); only the identity, which need not lie on this machine,
reads it.  On a bare machine a pair of keys is made once and kept in the data folder.
"""


class CopyError(Exception):
    """A copy that cannot be taken or restored; the text says why, and what would be right."""
