"""Polynomials with coefficients >= 0, packed into one integer (Kronecker substitution, 1882).

Each coefficient has the same number of bits, so that one multiplication of integers multiplies two
polynomials.
"""

from __future__ import annotations

from typing import Literal


def width_of(paths: int) -> int:
    """Return the bits of a coefficient: enough for all paths, 32, 64 or a multiple of 8 above."""
    bits = paths.bit_length()
    return 32 if bits <= 32 else 64 if bits <= 64 else (bits + 7) // 8 * 8


def unpacked(packed: int, width: int) -> list[int]:
    """Return the coefficients of a packed polynomial."""
    size = width // 8
    fields = (packed.bit_length() + width - 1) // width
    data = packed.to_bytes(fields * size, "little")
    if _LITTLE and width in _NATIVE:
        return memoryview(data).cast(_NATIVE[width]).tolist()
    return _decoded(data, size)


def _decoded(data: bytes, size: int) -> list[int]:
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


_LITTLE = memoryview(b"\x01" + b"\0" * 7).cast("Q")[0] == 1
_NATIVE: dict[int, Literal["I", "Q"]] = {32: "I", 64: "Q"}
"""Widths of the numbers that the machine has."""
