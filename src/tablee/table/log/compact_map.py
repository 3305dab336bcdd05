"""A mapping that keeps most of its values compressed in memory.

The state of a table keeps its runs in it: a campaign has thousands, and pages read few of them. It
makes a state of 220 runs of Socle 1.6 MB large instead of 4.1 MB, and one of 400 runs of Loss 0.6 MB
instead of 3.5 MB. The module may import nothing of Tablée; it must not know what it stores.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeVar

import msgspec

T = TypeVar("T")
MAX_RECENT = 30
"""Number of values that stay as they are, the last ones that were written."""
MAX_READ = 60
"""Number of decompressed values that are cached, the last ones that were read."""


class Compressed(NamedTuple):
    """A value as deflated JSON, with another value of its group as the preset dictionary (RFC 1950,
    2.2)."""

    dictionary: bytes
    deflated: bytes


class CompactMap(Mapping[str, T]):
    """Values by name, in the order of their first writing.

    A compressed value equals the written one when it is read again; repeated reads give the same
    object. `group`: a function to the name of a group whose values have similar JSON.
    """

    def __init__(self, kind: type[T], group: Callable[[T], str]) -> None:
        self._decoder = msgspec.json.Decoder(kind)
        self._group = group
        self._dictionaries: dict[str, bytes] = {}
        self._values: dict[str, T | Compressed] = {}
        self._recent: dict[str, None] = {}
        self._read: dict[str, tuple[Compressed, T]] = {}

    def __getitem__(self, name: str) -> T:
        found = self._values[name]
        return self._decompress(name, found) if isinstance(found, Compressed) else found

    def _decompress(self, name: str, compressed: Compressed) -> T:
        known = self._read.get(name)
        if known is not None and known[0] is compressed:
            return known[1]
        inflate = zlib.decompressobj(zdict=compressed.dictionary)
        found = self._decoder.decode(inflate.decompress(compressed.deflated) + inflate.flush())
        self._read.pop(name, None)
        if len(self._read) >= MAX_READ:
            del self._read[next(iter(self._read))]
        self._read[name] = compressed, found
        return found

    def __setitem__(self, name: str, value: T) -> None:
        self._values[name] = value
        self._recent.pop(name, None)
        self._recent[name] = None
        if len(self._recent) > MAX_RECENT:
            oldest = next(iter(self._recent))
            del self._recent[oldest]
            self._compress(oldest)

    def _compress(self, name: str) -> None:
        value = self._values[name]
        assert not isinstance(value, Compressed)
        text = msgspec.json.encode(value)
        dictionary = self._dictionaries.setdefault(self._group(value), text)
        deflate = zlib.compressobj(level=1, zdict=dictionary)
        self._values[name] = Compressed(dictionary, deflate.compress(text) + deflate.flush())

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __reversed__(self) -> Iterator[str]:
        return reversed(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def latest(self) -> Iterator[T]:
        """Return the values, the newest first."""
        return map(self.__getitem__, reversed(self._values))

    def copy(self) -> CompactMap[T]:
        """Return an independent copy that shares the compressed values."""
        made = CompactMap.__new__(CompactMap)
        made._decoder, made._group = self._decoder, self._group
        made._dictionaries, made._read = self._dictionaries, self._read
        made._values, made._recent = self._values.copy(), self._recent.copy()
        return made
