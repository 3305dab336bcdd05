"""Numbers that a sheet brings and of which another may be chosen: a share of what somebody can do,
a modifier with more of what hinders him. They stand behind, and count as the sheet has them until
then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.control import Chip, Control
from tablee.faces.web.form.form_values import NESTED
from tablee.faces.web.table.sheet_names import values_on
from tablee.rules.game import Game
from tablee.rules.schema import Field
from tablee.rules.shapes import Whole
from tablee.rules.words import Words, capital
from tablee.table.log.table_state import State


def stands_apart(state: State, game: Game, field: Field, who: Sequence[str]) -> bool:
    """Whether a parameter is such a number on the sheets of all of these characters."""
    if field.source is None or not field.source.partial or not isinstance(field.shape, Whole):
        return False
    values = [values_on(state, game, field, each)[:1] for each in who]
    return bool(values) and all(each and type(each[0]) is int for each in values)


def otherwise(
    state: State,
    game: Game,
    words: Words,
    field: Field,
    control: Control,
    who: Sequence[str],
    given: Any,
) -> Control:
    """The control of such a number, empty as long as nobody has said another one (`given`); where
    the sheets have names for more than the number, all of them together are offered."""
    values = [values_on(state, game, field, each) for each in who]
    told = words.enumeration([words.value(each[0]) for each in values])
    if not (together := _together(values)):
        return msgspec.structs.replace(
            control,
            value="" if given is None else control.value,
            help=words.phrase("À défaut, ce que disent les fiches : {told:=}", told=told),
            main=False,
        )
    name = "+".join(together[0])
    label = " + ".join(words.label(each) for each in together[0])
    sums = words.enumeration([words.value(sum(each.values())) for each in together])
    typed = given not in (None, name)
    inner = msgspec.structs.replace(
        control, path=f"{control.path}{NESTED}0", value=control.value if typed else "0"
    )
    chips = (
        Chip("", words.text("selon la fiche"), given is None, told),
        Chip(name, capital(label), given == name, sums),
        Chip(f"{NESTED}0", words.text("autre"), typed, "…", inner),
    )
    return msgspec.structs.replace(control, kind="chips", chips=chips, main=False, help="")


def _together(values: Sequence[Sequence[Any]]) -> list[Mapping[str, int]]:
    """The numbers with names beside that of each sheet; none where they come to the same."""
    tables = [each[1] for each in values if len(each) > 1 and isinstance(each[1], Mapping)]
    if len(tables) < len(values) or any(each.keys() != tables[0].keys() for each in tables):
        return []
    same = all(sum(table.values()) == each[0] for table, each in zip(tables, values, strict=True))
    return [] if same else tables
