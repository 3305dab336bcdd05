"""The devices of a seat: their names in plain words, and the list that its page shows.

A browser says which it is in its `User-Agent` (RFC 9110, section 10.1.5), as it likes. This module may
import the credentials; it must not know how a page looks.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tablee.faces.web.table.page_models import Moment, moment
from tablee.rules.texts.words import Words
from tablee.table.access import Device

SYSTEMS = (
    ("iphone", "iPhone"),
    ("ipad", "iPad"),
    ("android", "Android"),
    ("windows", "Windows"),
    ("mac os", "Mac"),
    ("cros", "ChromeOS"),
    ("linux", "Linux"),
)
BROWSERS = (
    ("edg", "Edge"),
    ("opr/", "Opera"),
    ("samsungbrowser", "Samsung Internet"),
    ("firefox", "Firefox"),
    ("fxios", "Firefox"),
    ("crios", "Chrome"),
    ("chrome", "Chrome"),
    ("safari", "Safari"),
)
"""Part of a `User-Agent` -> the name that people know; the first one counts, since browsers name
others too."""


class ShownDevice(msgspec.Struct, frozen=True):
    """A device of a seat. `id`: for the form that ends it; `own`: the one that asks."""

    id: str
    name: str
    since: Moment
    own: bool


def device_name(agent: str, words: Words) -> str:
    """Return the system and the browser of a `User-Agent`."""
    text = agent.casefold()
    named = (
        next((name for part, name in known if part in text), "") for known in (SYSTEMS, BROWSERS)
    )
    return ", ".join(filter(None, named)) or words.text("un appareil")


def shown_devices(found: Sequence[Device], own: str, words: Words) -> list[ShownDevice]:
    """Return the devices of a seat for its page. `own`: the id of the one that asks, "" for none."""
    return [
        ShownDevice(
            id=each.id,
            name=words.text("un programme") if each.program else device_name(each.agent, words),
            since=moment(words, each.created * 1000),
            own=each.id == own,
        )
        for each in found
    ]
