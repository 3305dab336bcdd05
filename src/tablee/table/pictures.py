"""Pictures that people send, drawn again: of a bounded size, and nothing but their colours.

No place, no camera and no comment of a file stays. This module may import Pillow,
refusals and words; it must not know tables.
"""

from __future__ import annotations

import io
from base64 import b64decode, b64encode
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from tablee.rules.refusal import Refusal, refuse
from tablee.rules.texts.words import deferred

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE = 1280
"""Largest width and height of a picture of a handout, in pixels."""
MAX_PIXELS, MAX_PIXELS_SENT = 16_000_000, 1_000_000
"""Pixels of a picture from a person's device, and of one inside an act."""
MAX_TEXT = 400_000
"""Characters of a picture as text."""
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
_JPEG_SCALE = 4
"""A JPEG picture may be larger: it is decoded at a fraction of its size."""
_QUALITIES = (82, 60, 40, 20)
_ONE_AT_A_TIME = Lock()
ALLOWED = "une image JPEG, PNG, WebP ou GIF d’au plus {n:million|millions} de pixels"
UNREADABLE = deferred(
    "ce fichier n’est pas une image que l’on sache lire. Sont permises les images JPEG, PNG, WebP ou "
    "GIF d’au plus {n:million|millions} de pixels."
)
TOO_LARGE = deferred(
    "cette image est trop grande, {wide} pixels sur {high}. Sont permises les images JPEG, PNG, WebP "
    "ou GIF d’au plus {n:million|millions} de pixels."
)


def drawn_again(
    data: bytes, most: int, side: int, fitted: Callable[[Image], Image], longest: int
) -> str:
    """Return a JPEG made of a picture's bytes, as text of at most `longest` characters.

    `most`: pixels of the given picture; `side`: pixels of the new one, in each direction; `fitted`
    returns it in the new size. Raises `Refusal` under `picture` for anything that is no picture."""
    from PIL import Image, ImageOps

    try:
        with _ONE_AT_A_TIME, Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            jpeg = picture.format == "JPEG"
            scaled = most * (_JPEG_SCALE if jpeg else 1)
            if picture.width * picture.height > scaled:
                raise refused_picture(scaled, picture.size)
            picture.draft("RGB", (side, side))
            upright = fitted(ImageOps.exif_transpose(picture).convert("RGBA"))
            drawn = Image.new("RGB", upright.size, "white")
            drawn.paste(upright, mask=upright.getchannel("A"))
    except Refusal:
        raise
    except Exception:  # a decoder may raise anything about a damaged file
        raise refused_picture(most) from None
    for quality in _QUALITIES:
        made = io.BytesIO()
        drawn.save(made, "JPEG", quality=quality, optimize=True)
        text = b64encode(made.getvalue()).decode()
        if len(text) <= longest:
            return text
    raise refused_picture(most)


def refused_picture(most: int, size: tuple[int, int] | None = None) -> Refusal:
    """Return the refusal of something that is no picture, or has more than `most` pixels. `size`: its
    width and height, where they are known to be too large."""
    n = most // 1_000_000
    if size is None:
        return refuse("picture", None, ALLOWED, n=n, sentence=UNREADABLE)
    return refuse("picture", None, ALLOWED, n=n, sentence=TOO_LARGE, wide=size[0], high=size[1])


def bytes_sent(text: str) -> bytes:
    """Return the bytes of a small picture that is written as text. Raises `Refusal`."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise refused_picture(MAX_PIXELS_SENT) from None


def picture_of(data: bytes, most: int = MAX_PIXELS) -> str:
    """Return the picture of a handout made of a picture's bytes, as text. Raises `Refusal`."""
    return drawn_again(data, most, LONGEST_SIDE, _within, MAX_TEXT)


def _within(picture: Image) -> Image:
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return picture


def picture_sent(text: str) -> str:
    """Return the picture made of a small one that is written as text; one that `picture_of` made may
    be larger. Raises `Refusal`."""
    return picture_of(bytes_sent(text), max(MAX_PIXELS_SENT, LONGEST_SIDE**2))


def is_picture(text: str) -> bool:
    """Return whether a text is a picture as `picture_of` makes one."""
    size = plain_size(text)
    return size is not None and max(size) <= LONGEST_SIDE and len(text) <= MAX_TEXT


def plain_size(text: str) -> tuple[int, int] | None:
    """Return the size of a JPEG that is written as text; None for anything else and with EXIF data."""
    from PIL import Image

    try:
        data = io.BytesIO(b64decode(text, validate=True))
        with Image.open(data, formats=("JPEG",)) as picture:
            if picture.getexif() or max(picture.size) > LONGEST_SIDE:
                return None
            picture.load()
            return picture.size
    except Exception:
        return None
