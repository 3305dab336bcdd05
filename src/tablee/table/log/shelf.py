"""Many things of one kind in memory: those written last as they are, the others small."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec

__all__ = ["Shelf"]

T = TypeVar("T")
MOST_OUT = 30
"""So many are kept as they are, the last that were written;"""
MOST_READ = 60
"""of the others so many that were asked for."""


class Shelf(Mapping[str, T]):
    """Things by their names, in the order in which they came: a campaign has thousands, and looks at
    few. What is put away is kept as JSON, deflated, and is equal when it is read again to what the
    log makes of it; the last ones that were asked for stay the very same."""

    def __init__(self, kind: type[T]) -> None:
        self._decoder = msgspec.json.Decoder(kind)
        self._all: dict[str, T | bytes] = {}
        self._out: dict[str, None] = {}
        self._read: dict[str, tuple[bytes, T]] = {}

    def __getitem__(self, name: str) -> T:
        found = self._all[name]
        return self._again(name, found) if isinstance(found, bytes) else found

    def _again(self, name: str, away: bytes) -> T:
        known = self._read.get(name)
        if known is not None and known[0] is away:
            return known[1]
        found = self._decoder.decode(zlib.decompress(away))
        self._read.pop(name, None)
        if len(self._read) >= MOST_READ:
            del self._read[next(iter(self._read))]
        self._read[name] = away, found
        return found

    def __setitem__(self, name: str, thing: T) -> None:
        self._all[name] = thing
        self._out.pop(name, None)
        self._out[name] = None
        if len(self._out) > MOST_OUT:
            oldest = next(iter(self._out))
            del self._out[oldest]
            self._all[oldest] = zlib.compress(msgspec.json.encode(self._all[oldest]), 1)

    def __contains__(self, name: object) -> bool:
        return name in self._all

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __reversed__(self) -> Iterator[str]:
        return reversed(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def latest(self) -> Iterator[T]:
        """Those that came last first."""
        return map(self.__getitem__, reversed(self._all))

    def copy(self) -> Shelf[T]:
        """One that may go on by itself; what never changes is shared."""
        made = Shelf.__new__(Shelf)
        made._decoder, made._read = self._decoder, self._read
        made._all, made._out = self._all.copy(), self._out.copy()
        return made
