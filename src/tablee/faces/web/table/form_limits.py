"""Limits of controls by the amounts that the table holds.

This module may import the form controls and words. It must not know sheets or runs.
"""

from __future__ import annotations

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.rules.contract_json import ParamsJson
from tablee.rules.schema import Field
from tablee.rules.words import Words, capital


def limit_control(words: Words, field: Field, control: Control, known: ParamsJson) -> Control:
    """Return the control with the available amount as its maximum and in its help. `known`: the
    values that the table counts. The minimum is always offered, though it may be refused."""
    most = known.get(field.most.field) if field.most is not None else None
    if field.most is None or type(most) is not int:
        return control
    held = capital(words.label(field.most.field))
    text = words.phrase("{field:=} : {word:=}", field=held, word=words.value(most))
    return msgspec.structs.replace(_lower(control, most), help=text)


def _lower(control: Control, most: int) -> Control:
    chips = tuple(_lower_chip(chip, most) for chip in control.chips)
    if control.high is None:
        return msgspec.structs.replace(control, chips=chips)
    high = min(control.high, max(most, control.low or 0))
    return msgspec.structs.replace(control, high=high, chips=chips)


def _lower_chip(chip: Chip, most: int) -> Chip:
    inner = chip.inner and _lower(chip.inner, most)
    return msgspec.structs.replace(chip, inner=inner)
