"""The context of a page that is being rendered: its reader, and the form that was refused.

Every template can use it. The module knows no page.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec

from tablee.faces.web.form.form_values import Pairs
from tablee.rules.texts.words import Words


class Slip(msgspec.Struct, frozen=True):
    """A refused form: its id, the reason, and the input."""

    form: str
    text: str
    typed: Pairs


HERE = f"\ue000{secrets.token_hex(8)}\ue000"
"""The placeholder for the address of a seat in pieces that several seats share. It holds a secret, so
that nobody can type it."""
NOTHING = Slip("", "", {})
_words: ContextVar[Words] = ContextVar("words")
_slip: ContextVar[Slip] = ContextVar("slip", default=NOTHING)


@contextmanager
def read_by(words: Words, slip: Slip = NOTHING) -> Iterator[None]:
    """Render everything inside in these words, with this form refused."""
    speaking, refused = _words.set(words), _slip.set(slip)
    try:
        yield
    finally:
        _words.reset(speaking)
        _slip.reset(refused)


def reader() -> Words:
    """Return the words of the reader of the current page."""
    return _words.get()


def _text(text: str) -> str:
    return _words.get().text(text)


def _phrase(template: str, /, **numbers: Any) -> str:
    return _words.get().phrase(template, **numbers)


def _value(value: Any) -> str:
    return _words.get().value(value)


def _enumeration(parts: list[str]) -> str:
    return _words.get().enumeration(parts)


def _complaint(form: str) -> str:
    """Return the reason why a form was refused, "" for an accepted one."""
    slip = _slip.get()
    return slip.text if slip.form == form else ""


def _filled(form: str, name: str) -> str:
    """Return the last input of a field of a refused form."""
    slip = _slip.get()
    typed = slip.typed.get(name) if slip.form == form else None
    return typed[-1] if typed else ""


KNOWN: Mapping[str, Callable[..., str]] = {
    "t": _text,
    "phrase": _phrase,
    "value": _value,
    "enumeration": _enumeration,
    "complaint": _complaint,
    "filled": _filled,
}
