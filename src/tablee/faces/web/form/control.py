"""The controls of a form, as its templates show them."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.faces.web.form.form_values import NESTED

_LONG = 12
Kind = Literal["number", "chips", "select", "toggle", "text", "list", "rows", "group"]


class Chip(msgspec.Struct, frozen=True):
    """A named value; `detail` is the number that it stands for; `inner` opens when it is chosen."""

    value: str
    label: str
    checked: bool
    detail: str = ""
    inner: Control | None = None


class Row(msgspec.Struct, frozen=True):
    """A member of a list: its title, what it says on a line, its controls; `remove` names it for
    the button that does."""

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
        """A value alone, which the title names already."""
        return self.plain and len(self.controls) == 1

    @property
    def wrong(self) -> bool:
        """Whether something in it has to be looked at: a mistake, or a name that is missing yet."""
        return not self.title.strip() or any(each.wrong for each in self.controls)

    @property
    def refused(self) -> bool:
        """Whether a mistake is told in it."""
        return any(each.refused for each in self.controls)


class Control(msgspec.Struct, frozen=True, kw_only=True):
    """One control. `path` is its name in the form; `value` what it shows; `gist` what was given to
    a group, on a line; `landmarks`: what some values stand for."""

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
    can_add: bool = False
    can_remove: bool = False
    main: bool = True

    @property
    def wrong(self) -> bool:
        """Whether there is a mistake in it, or in what it opens."""
        opened = [chip.inner for chip in self.chips if chip.inner]
        inner = any(each.wrong for each in (*self.controls, *opened))
        return bool(self.error) or inner or any(row.wrong for row in self.rows)

    @property
    def refused(self) -> bool:
        """Whether a mistake is told in it, or in what it opens."""
        opened = [chip.inner for chip in self.chips if chip.inner]
        inner = any(each.refused for each in (*self.controls, *opened))
        return bool(self.error) or inner or any(row.refused for row in self.rows)

    @property
    def wide(self) -> bool:
        """Whether a chip holds a word too long for a third of a phone."""
        return any(len(word) > _LONG for chip in self.chips for word in chip.label.split())

    @property
    def id(self) -> str:
        """An id for the page: the path without signs that selectors know."""
        signs = {"[": "-", "]": "", ".": "-", NESTED: "_"}
        return "c-" + "".join(signs.get(sign, sign) for sign in self.path)
