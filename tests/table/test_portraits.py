"""Portraits: pictures made small and plain, who may give one, and hostile files."""

from __future__ import annotations

import io
import struct
import zlib
from base64 import b64decode, b64encode
from typing import Any

import pytest
from PIL import Image

from tablee.rules.refusal import Refusal
from tablee.table.export.exporting import campaign_file
from tablee.table.export.importing import campaign_of
from tablee.table.portraits import MAX_TEXT, SIDE, is_portrait, portrait_of, portrait_sent
from tablee.table.refusals import NotYours
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged


def picture(form: str = "PNG", size: tuple[int, int] = (60, 40), **more: Any) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, "red").save(made, form, **more)
    return made.getvalue()


def opened(text: str) -> Image.Image:
    return Image.open(io.BytesIO(b64decode(text)))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF"])
def test_a_picture_becomes_a_small_square(form: str) -> None:
    portrait = portrait_of(picture(form))
    assert opened(portrait).size == (SIDE, SIDE)
    assert is_portrait(portrait)


def test_nothing_but_the_colours_stays() -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x0112] = "Une marque", 6
    sent = picture("JPEG", (800, 600), exif=exif, comment=b"secret", icc_profile=b"profil")
    assert b"Une marque" in sent
    made = b64decode(portrait_of(sent))
    assert not any(each in made for each in (b"Une marque", b"secret", b"profil", b"Exif"))


def test_a_picture_is_turned_as_its_camera_was() -> None:
    exif = Image.Exif()
    exif[0x0112] = 3
    image = Image.new("RGB", (100, 100), "white")
    image.paste("black", (0, 0, 100, 50))
    made = io.BytesIO()
    image.save(made, "JPEG", exif=exif)
    turned = opened(portrait_of(made.getvalue())).convert("L")
    top, bottom = turned.getpixel((160, 20)), turned.getpixel((160, 300))
    assert isinstance(top, int)
    assert isinstance(bottom, int)
    assert top > 200 > 50 > bottom


def test_noise_stays_within_the_limit() -> None:
    noise = Image.effect_noise((900, 900), 200)
    made = io.BytesIO()
    noise.save(made, "PNG")
    assert len(portrait_of(made.getvalue())) <= MAX_TEXT


def bomb(width: int, height: int) -> bytes:
    """Return a small PNG that claims to be large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        sum_ = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", sum_)

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1_000_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


HOSTILE = {
    "nothing": b"",
    "text": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "page": b"<script>alert(1)</script>",
    "bomb": bomb(30_000, 30_000),
    "warned": bomb(10_000, 10_000),
    "large": bomb(4_100, 4_000),
    "cut": picture("JPEG", (400, 400))[:300],
    "damaged": picture("PNG")[:30] + b"\xff" * 40,
    "other": picture("BMP"),
    "postscript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        portrait_of(HOSTILE[name])
    assert refused.value.field == "picture"
    assert not is_portrait(b64encode(HOSTILE[name]).decode())


def test_a_picture_inside_an_act_is_small() -> None:
    with pytest.raises(Refusal):
        portrait_sent("pas de base64 !")
    with pytest.raises(Refusal, match="picture"):
        portrait_sent("\x87é")
    with pytest.raises(Refusal):
        portrait_sent(b64encode(picture("PNG", (1100, 1000))).decode())


def test_who_may_give_a_portrait_and_a_file_carries_it() -> None:
    table, sent = set_up("exil"), b64encode(picture()).decode()
    table.does("j1", acts.PutPortrait(character="aurele", picture=sent))
    for who in ("jeanne", "vigile", "personne"):
        assert not table.act("j1", acts.PutPortrait(character=who, picture=sent))
        assert isinstance(table.wrong, NotYours)
    table.does(LEADER, acts.PutPortrait(character="vigile", picture=sent))
    assert set(table.state.portraits) == {"aurele", "vigile"}
    file = campaign_file(ID, logged(table))
    assert campaign_of(file)[1].portraits == table.state.portraits
    table.does("j1", acts.PutPortrait(character="aurele"))
    assert set(table.state.portraits) == {"vigile"}
