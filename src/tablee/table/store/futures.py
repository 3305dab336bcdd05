"""What becomes of those who wait for an answer of the database."""

from __future__ import annotations

import asyncio
from typing import Any


def answered(done: asyncio.Future[Any], outcome: object) -> None:
    """Tell who waits; somebody who went away meanwhile is not told."""
    if done.done():
        return
    if isinstance(outcome, BaseException):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
