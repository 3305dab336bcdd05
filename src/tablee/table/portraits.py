"""The portraits of characters: pictures that people send, made small, square and plain.

This module may import pictures; it must not know tables.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from tablee.table.pictures import MAX_PIXELS, MAX_PIXELS_SENT, bytes_sent, drawn_again, plain_size

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 320
"""Width and height of a portrait in pixels."""
MAX_TEXT = 100_000
"""Characters of a portrait as text."""


def portrait_of(data: bytes, most: int = MAX_PIXELS) -> str:
    """Return the portrait made of a picture's bytes, as text. Raises `Refusal` under `picture` for
    anything that is no picture, or has more than `most` pixels."""
    return drawn_again(data, most, SIDE, _square, MAX_TEXT)


def _square(picture: Image) -> Image:
    from PIL import ImageOps

    return ImageOps.fit(picture, (SIDE, SIDE), centering=(0.5, 0.3))


def portrait_sent(text: str) -> str:
    """Return the portrait made of a small picture that is written as text. Raises `Refusal`."""
    return portrait_of(bytes_sent(text), MAX_PIXELS_SENT)


def is_portrait(text: str) -> bool:
    """Return whether a text is a portrait as `portrait_of` makes one."""
    return plain_size(text) == (SIDE, SIDE) and len(text) <= MAX_TEXT


def digest_of(portrait: str) -> str:
    """Return a short name of a portrait, "" without one."""
    return sha256(portrait.encode()).hexdigest()[:12] if portrait else ""
