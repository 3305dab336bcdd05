"""Acts from the fields of a form: each field is read under its own name."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tablee.faces.web.table.act_forms import act_of
from tablee.rules.refusal import Refusal
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Text, Whole, YesNo
from tablee.table.acts.act import Act
from tablee.table.acts.act_registry import ACTS
from tests.faces.web.test_table_again import served
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

OWN_FORMS = {"request", "dice", "choose", "propose", "throw_free", "put_sheet", "bring", "give"}
OWN_FORMS |= {"change_record", "answer", "seal", "hand_out"}
"""Acts whose forms have more than their plain fields."""


def plain_values(act: type[Act]) -> dict[str, str] | None:
    """The text that a form has for each field; None for an act with another kind of field."""
    values = {}
    for name, field in fields_of(act).items():
        match field.shape:
            case Whole(low=low):
                values[name] = str((low or 0) + len(name))
            case YesNo():
                values[name] = "true"
            case Text():
                values[name] = f"un-{name}".replace("_", "-")
            case _:
                return None
    return values


PLAIN = {tag: plain for tag in sorted({*ACTS} - OWN_FORMS) if (plain := plain_values(ACTS[tag]))}


def test_most_acts_have_plain_forms() -> None:
    assert len(PLAIN) >= 20


@pytest.mark.parametrize("tag", PLAIN)
def test_each_field_of_a_plain_act_is_read_under_its_own_name(tag: str) -> None:
    table, values = set_up("exil"), PLAIN[tag]
    pairs = {"do": [tag], "place": ["99"], **{name: [text] for name, text in values.items()}}
    read = act_of(table.state, lambda: table.view(LEADER), table.game, pairs)
    built = msgspec.to_builtins(read)
    assert {name: str(built[name]).lower() for name in values} == values


def test_one_tap_makes_more_of_an_adversary() -> None:
    table = set_up("exil")
    pairs = {"do": ["copy_character"], "character": ["brute"], "count": ["2"]}
    read = act_of(table.state, lambda: table.view(LEADER), table.game, pairs)
    assert read == acts.CopyCharacter(character="brute", count=2)
    table.does(LEADER, read)
    assert {"brute-2", "brute-3"} <= table.state.sheets.keys()
    with pytest.raises(Refusal, match="count"):
        act_of(table.state, lambda: table.view(LEADER), table.game, pairs | {"count": ["deux"]})


def test_a_copy_has_no_buttons_for_copies(tmp_path: Path) -> None:
    """More of an adversary are made at the first one; its copies take no room for buttons."""
    table = set_up("exil")
    table.does(LEADER, acts.CopyCharacter(character="brute", count=2))
    with served(table, tmp_path) as client:
        page = str(client.get(f"/t/{ID}/{LEADER}").text)
    assert "La Brute des pontons 3" in page
    found = re.findall(r'id="copy-(.+?)-1"', page)
    assert "brute" in found
    assert not {"brute-2", "brute-3"} & {*found}


def test_who_is_proposed_stays_a_proposal_when_others_join(tmp_path: Path) -> None:
    """The first tap replaces the character that the form itself proposes, also after an adversary
    more has come."""
    with served(set_up("exil"), tmp_path) as client:
        page = str(client.get(f"/t/{ID}/{LEADER}").text)
    (joining,) = re.findall(r'hx-trigger="joined from:#request" hx-include="([^"]*)"', page)
    assert joining == "#request [name]:not(button, [data-usual] [name])"
