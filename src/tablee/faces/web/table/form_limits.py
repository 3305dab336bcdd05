"""Numbers that are taken out of what the table itself holds: no more of one is offered than there
is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.rules.schema import Field
from tablee.rules.words import Words, capital


def capped(words: Words, field: Field, control: Control, known: Mapping[str, Any]) -> Control:
    """The control, which says how much there is and goes no further. `known`: what the table has
    for parameters. Of what is not there the least stays offered: asking for it is refused."""
    most = known.get(field.most.field) if field.most is not None else None
    if field.most is None or type(most) is not int:
        return control
    held = capital(words.label(field.most.field))
    told = words.phrase("{field:=} : {word:=}", field=held, word=words.value(most))
    return msgspec.structs.replace(_lowered(control, most), help=told)


def _lowered(control: Control, most: int) -> Control:
    chips = tuple(_chip(chip, most) for chip in control.chips)
    if control.high is None:
        return msgspec.structs.replace(control, chips=chips)
    high = min(control.high, max(most, control.low or 0))
    return msgspec.structs.replace(control, high=high, chips=chips)


def _chip(chip: Chip, most: int) -> Chip:
    inner = chip.inner and _lowered(chip.inner, most)
    return msgspec.structs.replace(chip, inner=inner)
