"""The page that checks the dice, with secret throws that were revealed: the same answers as the command."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from tablee.faces.throw_verdicts import checked_view
from tablee.rules.refusal import Refusal
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.export.house_throws import read_file
from tablee.table.export.throw_checks import verified
from tablee.table.log import events as ev
from tablee.table.log.scene_dice import Draw
from tablee.table.log.secret_keys import commitment_of_keys, free_key, run_key
from tests.browser.test_verify import Tabs, answer, forged, given, why
from tests.kit import acts
from tests.table.evening import set_up
from tests.table.export.tables import ID, LEADER, logged, played

REVEALING = 4
"""An evening with secret throws and a run that stays secret."""


def of_player(number: int, **changed: Any) -> bytes:
    """A player's file of an evening at the end of which every secret run is revealed but the last, with
    changes of the first throw that has a key."""
    table = played("loss", number)
    hidden = [run for run in table.state.runs if run in table.state.hidden_runs]
    shown = [ev.Revealed(at=1, by=LEADER, run=run) for run in hidden[:-1]]
    data = throws_file(ID, [*logged(table), *shown], "j1")

    def change(content: Any) -> None:
        sides = [scene["screen"] for scene in content["scenes"]]
        side = next(side for side in sides if side["throws"])
        for name, value in changed.items():
            among = side if name in ("keys", "kept", "commitment", "seed") else side["throws"][0]
            among[name] = value

    return forged(data, change)


OF_PLAYER: Sequence[Mapping[str, Any]] = (
    {},
    {"faces": [13]},
    {"place": 1, "counter": 2},
    {"run": "j999"},
    {"run": ""},
    {"run": "x1"},
    {"for_one": True},
    {"words": "j1=renard"},
    {"dice": "0d6"},
    {"keys": []},
    {"keys": None},
    {"kept": ["j1", "j2", "j3"]},
    {"commitment": "0" * 64},
    {"seed": "ab" * 32},
)


@pytest.mark.parametrize("changed", OF_PLAYER, ids=str)
def test_it_answers_the_same_of_revealed_throws(tabs: Tabs, changed: Mapping[str, Any]) -> None:
    data = of_player(REVEALING, **changed)
    throws = read_file(data)
    found = checked_view(throws, verified(throws))
    assert answer(tabs().open("/verifier"), data) == found
    assert found["holds"] is (not changed or "kept" in changed)
    keyed = [side for scene in found["scenes"] for side in scene["sides"] if side["kept"]]
    assert keyed


DICE_TEXTS = (
    *("3d6", "1d10@0", "2d6@1", "0d6", "3d0", "03d6", "1d10!10/1", "2d10!10/1", "1d10!9/1"),
    *(
        "5d6~1,2^1",
        "5d6~1,2",
        "4d4@0~0",
        "3d6~1^0",
        "2d6~2,1",
        "2d2~1,2",
        "2d6~7",
        "2d6~0",
        "9d3~3^2",
    ),
    *("2d6~1,1", "2d6~01", "2d6~1^01", "1d10!10/1~1", "1d6~", "6d6~6^12"),
)


def test_all_dice_fall_as_in_the_command(tabs: Tabs) -> None:
    """Dice that are thrown again too, with a key of the seed or of the throw."""
    page = tabs().open("/verifier")
    drawn = "([seed, draw]) => Draws.faces(seed, draw)"
    for dice in DICE_TEXTS:
        for secret, scheme, run in product((False, True), range(3, 8), ("j3", "")):
            draw = Draw(
                scene=2,
                secret=secret,
                counter=7,
                run=run,
                place=1,
                dice=dice,
                words="j1=é",
                scheme=scheme,
            )
            faces: list[int] | None = None
            with contextlib.suppress(ValueError):
                faces = [*draw.faces("ab" * 32)]
            view = msgspec.to_builtins(draw) | {"side": "screen" if secret else "open"}
            assert page.evaluate(drawn, ["ab" * 32, view]) == faces, dice


def test_the_commitment_to_keys_is_that_of_the_command(tabs: Tabs) -> None:
    page = tabs().open("/verifier")
    for seed in ("ab" * 32, "0" * 64):
        assert page.evaluate("seed => Keys.commitment(seed)", seed) == commitment_of_keys(seed)
    for run in ("j1", "j512", "j513", "j999999999", "j1000000000", "", "j", "x", "j1 "):
        for one in (False, True):
            for keys in (768, 1024):
                number = page.evaluate("given => Keys.ofRun(...given)", [run, one, keys])
                assert number == run_key(run, one, keys)
    for place in (0, 5, 255, 256, 1000):
        assert page.evaluate("place => Keys.ofFree(place)", place) == free_key(place)


def with_free_dice() -> list[ev.TableEvent]:
    """A scene that is over, in which the leader revealed the second of three secret free throws."""
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene())
    for dice in ("2d6+1d8", "5d10", "d12"):
        table.does(LEADER, acts.ThrowFree(expression=dice, secret=True))
    table.does(LEADER, acts.RevealThrow(throw="1.3"))
    table.does(LEADER, acts.EndScene())
    return logged(table)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"faces": [1, 2, 3, 4, 5]},
        {"counter": 1},
        {"counter": 1, "place": 0},
        {"counter": 5, "place": 4},
        {"run": "j1"},
    ],
    ids=str,
)
def test_revealed_free_dice_are_checked_as_in_the_command(
    tabs: Tabs, changed: Mapping[str, Any]
) -> None:
    def change(content: Any) -> None:
        content["scenes"][0]["screen"]["throws"][0].update(changed)

    data = forged(throws_file(ID, with_free_dice(), "j1"), change)
    throws = read_file(data)
    checked = verified(throws)
    assert answer(tabs().open("/verifier"), data) == checked_view(throws, checked)
    assert (checked.holds, checked.count(True)) == (not changed, 0 if changed else 1)


def test_the_whole_log_with_revealed_free_dice_is_checked_as_in_the_command(tabs: Tabs) -> None:
    data = campaign_file(ID, with_free_dice())
    throws = read_file(data)
    checked = verified(throws)
    assert answer(tabs().open("/verifier"), data) == checked_view(throws, checked)
    assert (checked.holds, checked.count(True)) == (True, 4)


@pytest.mark.parametrize(
    "changed",
    [
        {"keys": [{"number": 1, "key": "ab" * 32, "path": []}]},
        {"keys": [{"number": 1024, "key": "ab" * 32, "path": ["ab" * 32] * 10}]},
        {"keys": [{"number": -1, "key": "ab" * 32, "path": ["ab" * 32] * 10}]},
        {"keys": [{"number": 1, "key": "ab", "path": ["ab" * 32] * 10}]},
        {"keys": {}},
        {"kept": "j1"},
        {"kept": [1]},
        {"for_one": 1},
    ],
    ids=str,
)
def test_it_refuses_the_keys_that_the_command_refuses(
    tabs: Tabs, changed: Mapping[str, Any]
) -> None:
    data = of_player(REVEALING, **changed)
    with pytest.raises(Refusal):
        read_file(data)
    assert why(tabs().open("/verifier"), data) == "bad_file"


def test_the_page_says_what_stays_secret_and_which_commitment_it_saw(tabs: Tabs) -> None:
    page = tabs().open("/verifier")
    data = of_player(REVEALING)
    given(page, data)
    expect(page.locator("#summary")).to_contain_text("Tout ce qui peut être vérifié tient.")
    main = page.locator("#scenes")
    expect(main).to_contain_text("a la clé sur laquelle la maison s’était engagée")
    expect(main).to_contain_text("1 jet de cette scène reste secret")
    expect(main.get_by_text("que ce navigateur a vu")).to_have_count(0)
    page.evaluate("key => localStorage.setItem(key, '0'.repeat(64))", f"commitment {ID} 1 screen")
    given(page, b"{")
    given(page, data)
    expect(page.locator("#summary")).to_contain_text("Quelque chose ne tient pas.")
    expect(main.get_by_text("que ce navigateur a vu")).to_have_count(1)
    page.evaluate("localStorage.clear()")
