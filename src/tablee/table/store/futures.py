"""The futures of callers that wait for the database."""

from __future__ import annotations

import asyncio
from typing import Any


def settle_future(done: asyncio.Future[Any], outcome: object) -> None:
    """Set the result or the error of a future, unless its caller has cancelled it."""
    if done.done():
        return
    if isinstance(outcome, BaseException):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
