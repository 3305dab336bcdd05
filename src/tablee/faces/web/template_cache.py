"""A cache of what templates and cards are made of parts of views.

A part of a view never changes: the same object always gives the same result. This module may
import nothing of the table.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class TemplateCache:
    """Results by the object they are made of; at most `size`, those used longest ago go first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._made: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()

    def get(self, key: Hashable, part: U, make: Callable[[U], T]) -> T:
        """Return `make(part)`, made once for the same part. `key`: everything else that the result
        depends on."""
        name = key, id(part)
        known = self._made.get(name)
        if known is not None and known[0] is part:
            self._made.move_to_end(name)
            cached: T = known[1]
            return cached
        made = make(part)
        self._made[name] = part, made
        if len(self._made) > self.size:
            self._made.popitem(last=False)
        return made
