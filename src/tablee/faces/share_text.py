"""Shares of 1 as a person writes them: "0.1%", "0,1 %" or "0.001"."""

from __future__ import annotations

import re

from tablee.rules.refusal import Refusal

_SHARE = re.compile(r"(\d{1,3}(?:[.,]\d{1,12})?)[ \xa0\u202f]?(%?)", re.ASCII)


def share_of(text: str, field: str) -> float:
    """Return a share above 0 and below 1. Raises `Refusal` under `field`."""
    found = _SHARE.fullmatch(text.strip())
    share = float(found[1].replace(",", ".")) / (100 if found[2] else 1) if found else 0.0
    if not 0 < share < 1:
        raise Refusal("param", field, text, "une part de plus de 0 et de moins de 100 %")
    return share
