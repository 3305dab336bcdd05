"""What a client would rather have for an answer (RFC 7240)."""

from __future__ import annotations

import re
from collections.abc import Mapping

MINIMAL = "return=minimal"


def minimal(headers: Mapping[str, str]) -> bool:
    """Whether no more is wanted than that it is done."""
    return MINIMAL in re.split(r"[\s,;]+", headers.get("prefer", ""))
