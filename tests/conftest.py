"""Hypothesis for the whole suite: no deadlines (machines differ), the same examples in CI."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("tablee", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tablee")
