"""The portraits of characters: pictures that people send, made small, square and plain.

A picture is decoded and drawn again, so that nothing but its colours stays: no place, no camera. This
module may import Pillow and refusals; it must not know tables.
"""

from __future__ import annotations

import io
from base64 import b64decode, b64encode
from hashlib import sha256
from threading import Lock

from tablee.rules.refusal import Refusal, refuse

SIDE = 320
"""Width and height of a portrait in pixels."""
MAX_PIXELS, MAX_PIXELS_SENT = 16_000_000, 1_000_000
"""Pixels of a picture from a person's device, and of one inside an act."""
MAX_TEXT = 100_000
"""Characters of a portrait as text."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
_JPEG_SCALE = 4
"""A JPEG picture may be larger: it is decoded at a fraction of its size."""
_QUALITIES = (82, 60, 40)
_ONE_AT_A_TIME = Lock()
ALLOWED = "une image JPEG, PNG, WebP ou GIF d’au plus {n:million|millions} de pixels"


def portrait_of(data: bytes, most: int = MAX_PIXELS) -> str:
    """Return the portrait made of a picture's bytes, as text. Raises `Refusal` under `picture` for
    anything that is no picture, or has more than `most` pixels."""
    from PIL import Image, ImageOps

    try:
        with _ONE_AT_A_TIME, Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            jpeg = picture.format == "JPEG"
            if picture.width * picture.height > most * (_JPEG_SCALE if jpeg else 1):
                raise _refusal(most)
            picture.draft("RGB", (SIDE, SIDE))
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
            square = ImageOps.fit(upright, (SIDE, SIDE), centering=(0.5, 0.3))
            drawn = Image.new("RGB", square.size, "white")
            drawn.paste(square, mask=square.getchannel("A"))
    except Refusal:
        raise
    except Exception:  # a decoder may raise anything about a damaged file
        raise _refusal(most) from None
    for quality in _QUALITIES:
        made = io.BytesIO()
        drawn.save(made, "JPEG", quality=quality, optimize=True)
        text = b64encode(made.getvalue()).decode()
        if len(text) <= MAX_TEXT:
            break
    return text


def _refusal(most: int) -> Refusal:
    return refuse("picture", None, ALLOWED, n=most // 1_000_000)


def portrait_sent(text: str) -> str:
    """Return the portrait made of a small picture that is written as text. Raises `Refusal`."""
    try:
        data = b64decode(text, validate=True)
    except ValueError:
        raise _refusal(MAX_PIXELS_SENT) from None
    return portrait_of(data, MAX_PIXELS_SENT)


def is_portrait(text: str) -> bool:
    """Return whether a text is a portrait as `portrait_of` makes one."""
    from PIL import Image

    try:
        data = io.BytesIO(b64decode(text, validate=True))
        with Image.open(data, formats=("JPEG",)) as picture:
            plain = not picture.getexif() and picture.size == (SIDE, SIDE)
            picture.load()
            return plain and len(text) <= MAX_TEXT
    except Exception:
        return False


def digest_of(portrait: str) -> str:
    """Return a short name of a portrait, "" without one."""
    return sha256(portrait.encode()).hexdigest()[:12] if portrait else ""
