"""Advice from the arrays of a fight alone."""

from __future__ import annotations

import pytest

from tablee.rules.readings.advice import advise as advising
from tablee.rules.readings.advice import kept_advisers


def only_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no walk of a fight, or of one of its rounds, answer."""
    monkeypatch.setattr(advising, "FIGHT_STEPS", 0)
    monkeypatch.setattr(advising, "ROUND_STEPS", 0)
    kept_advisers.forget()
