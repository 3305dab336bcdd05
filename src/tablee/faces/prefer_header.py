"""The `Prefer` header of a request (RFC 7240).

The module knows only this header.
"""

from __future__ import annotations

import re

MINIMAL = "return=minimal"


def wants_no_body(prefer: str | None) -> bool:
    """Return whether the value of a `Prefer` header asks for an answer without a body."""
    return MINIMAL in re.split(r"[\s,;]+", prefer or "")
