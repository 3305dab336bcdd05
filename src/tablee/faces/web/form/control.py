"""The controls of a form, as its templates use them.

The module holds data types only.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.faces.web.form.form_values import NESTED

_LONG = 12
Kind = Literal["number", "chips", "select", "toggle", "text", "list", "rows", "group"]


class Chip(msgspec.Struct, frozen=True):
    """A named value; `detail`: its number; `inner`: the controls that open when it is chosen;
    `group`: the title that it shares with others in a list to select from."""

    value: str
    label: str
    checked: bool
    detail: str = ""
    inner: Control | None = None
    group: str = ""


class Button(msgspec.Struct, frozen=True):
    """An option of a choice. `key`: its value as JSON, by which advice is put beside it; `means`: its
    meaning where a number alone is unclear."""

    value: str
    key: str
    label: str
    means: str = ""


class Row(msgspec.Struct, frozen=True):
    """A member of a list: its title, a summary on one line, its controls; `remove` is the name for
    its remove button."""

    title: str
    gist: str
    controls: tuple[Control, ...]
    remove: str

    @property
    def plain(self) -> bool:
        """Whether it needs no box: a value, or a value and its chance."""
        small = all(each.kind not in ("rows", "group") for each in self.controls)
        return small and len(self.controls) <= 2

    @property
    def bare(self) -> bool:
        """Whether it is a single value, which the title already names."""
        return self.plain and len(self.controls) == 1

    @property
    def wrong(self) -> bool:
        """Whether a control inside has a mistake or lacks a name."""
        return not self.title.strip() or any(each.wrong for each in self.controls)

    @property
    def refused(self) -> bool:
        """Whether a control inside shows a mistake."""
        return any(each.refused for each in self.controls)


class Control(msgspec.Struct, frozen=True, kw_only=True):
    """One control. `path`: its name in the form; `value`: the displayed value; `gist`: a summary of
    a group on one line; `landmarks`: the meaning of some values."""

    kind: Kind
    path: str
    label: str
    help: str = ""
    error: str = ""
    value: str = ""
    gist: str = ""
    low: int | None = None
    high: int | None = None
    longest: int = 2000
    chips: tuple[Chip, ...] = ()
    rows: tuple[Row, ...] = ()
    controls: tuple[Control, ...] = ()
    landmarks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    offered: tuple[str, ...] = ()
    """Names that the document gives and that are left, each added by one tap."""
    taps: bool = True
    """Whether each of these names is a button, too; otherwise it is only suggested."""
    offers_all: bool = False
    """Whether one more tap adds all of them."""
    suggestions: str = ""
    """The id of the control whose offered names are suggested here, "" for none."""
    can_add: bool = False
    can_remove: bool = False
    main: bool = True

    @property
    def wrong(self) -> bool:
        """Whether it, or a control that it opens, has a mistake."""
        opened = [chip.inner for chip in self.chips if chip.inner]
        inner = any(each.wrong for each in (*self.controls, *opened))
        return bool(self.error) or inner or any(row.wrong for row in self.rows)

    @property
    def refused(self) -> bool:
        """Whether it, or a control that it opens, shows a mistake."""
        opened = [chip.inner for chip in self.chips if chip.inner]
        inner = any(each.refused for each in (*self.controls, *opened))
        return bool(self.error) or inner or any(row.refused for row in self.rows)

    @property
    def wide(self) -> bool:
        """Whether a chip has a word too long for a third of a phone."""
        return any(len(word) > _LONG for chip in self.chips for word in chip.label.split())

    @property
    def id(self) -> str:
        """An id for the page: the path without characters that selectors treat specially."""
        signs = {"[": "-", "]": "", ".": "-", NESTED: "_"}
        return "c-" + "".join(signs.get(sign, sign) for sign in self.path)
