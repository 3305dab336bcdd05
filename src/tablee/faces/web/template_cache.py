"""What is made of things that nobody changes is made once, as long as it is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Once:
    """So many things at `most` with what was made of each; the oldest go."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._made: OrderedDict[Hashable, tuple[Sequence[object], Any]] = OrderedDict()
        """Not a plain dict: that is searched from its beginning for the oldest that is left."""

    def of(self, what: Hashable, about: U, make: Callable[[U], T]) -> T:
        """`what` is made of a thing, which says all that it depends on."""
        return self.of_all(what, (about,), lambda: make(about))

    def of_all(self, what: Hashable, about: Sequence[object], make: Callable[[], T]) -> T:
        """The same of several things; `what` says all else that it depends on."""
        name = (what, *map(id, about))
        known = self._made.get(name)
        if known is not None and all(map(is_, known[0], about)):
            kept: T = known[1]
            return kept
        made = make()
        self._made[name] = about, made
        if len(self._made) > self.most:
            self._made.popitem(last=False)
        return made
