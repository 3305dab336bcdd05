"""The `Prefer` header of a request (RFC 7240).

The module knows only this header.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

MINIMAL = "return=minimal"


def minimal(headers: Mapping[str, str]) -> bool:
    """Return whether the client wants an answer without a body."""
    return MINIMAL in re.split(r"[\s,;]+", headers.get("prefer", ""))
