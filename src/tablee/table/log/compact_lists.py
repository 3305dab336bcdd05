"""Many things of one kind in memory: those written last as they are, the others small."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeVar

import msgspec

T = TypeVar("T")
MOST_OUT = 30
"""So many are kept as they are, the last that were written;"""
MOST_READ = 60
"""of the others so many that were asked for."""


class Away(NamedTuple):
    """A thing as it is put away: what it has of its own beside another one of its sort (a preset
    dictionary, RFC 1950, 2.2)."""

    other: bytes
    own: bytes


class Shelf(Mapping[str, T]):
    """Things by their names, in the order in which they came: a campaign has thousands, and looks
    at few. What is put away is kept as JSON, deflated, and is equal when it is read again to what
    the log makes of it; the last ones that were asked for stay the very same. `sort`: things of a
    sort have most of their JSON in common."""

    def __init__(self, kind: type[T], sort: Callable[[T], str]) -> None:
        self._decoder = msgspec.json.Decoder(kind)
        self._sort = sort
        self._first: dict[str, bytes] = {}
        self._all: dict[str, T | Away] = {}
        self._out: dict[str, None] = {}
        self._read: dict[str, tuple[Away, T]] = {}

    def __getitem__(self, name: str) -> T:
        found = self._all[name]
        return self._again(name, found) if isinstance(found, Away) else found

    def _again(self, name: str, away: Away) -> T:
        known = self._read.get(name)
        if known is not None and known[0] is away:
            return known[1]
        inflate = zlib.decompressobj(zdict=away.other)
        found = self._decoder.decode(inflate.decompress(away.own) + inflate.flush())
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
            self._put_away(oldest)

    def _put_away(self, name: str) -> None:
        thing = self._all[name]
        assert not isinstance(thing, Away)
        text = msgspec.json.encode(thing)
        first = self._first.setdefault(self._sort(thing), text)
        deflate = zlib.compressobj(level=1, zdict=first)
        self._all[name] = Away(first, deflate.compress(text) + deflate.flush())

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
        made._decoder, made._sort = self._decoder, self._sort
        made._first, made._read = self._first, self._read
        made._all, made._out = self._all.copy(), self._out.copy()
        return made
