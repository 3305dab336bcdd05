"""Dice that nobody can bend: who knows the seed cannot look for better faces, nor can a player."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tablee.table.export.house_throws import throws_of
from tablee.table.export.throw_checks import verified
from tablee.table.log import events as ev
from tablee.table.log.scene_dice import FORMER_SCHEME, commitment_of
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

OPEN = {"talent": 9}


def begun(**words: str) -> Table:
    """A table in a scene, with the words of some players."""
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene())
    for seat, word in words.items():
        table.does(seat, acts.ChangeSeat(seat=seat, word=word))
    return table


def ask(table: Table, secret: bool = False) -> str:
    act = acts.RequestRun(procedure="exil.simple", params=OPEN, secret=secret)
    table.does(LEADER, act)
    return list(table.state.runs)[-1]


def thrown(table: Table, secret: bool = False) -> list[int]:
    """The faces of the next throw of the house."""
    table.does(LEADER, acts.Throw(run=ask(table, secret), place=0))
    return next(
        e.answer["dice"]
        for e in reversed(table.events)
        if isinstance(e, ev.Answered) and e.draw is not None
    )


def refused(table: Table, seat: str, act: acts.Act) -> str:
    assert not table.act(seat, act)
    assert table.wrong is not None
    return table.wrong.field


def test_the_host_finds_no_act_that_changes_the_next_face() -> None:
    """The host reads the seed and may try what a leader can do, in any number."""
    usual = thrown(begun(j1="ours", j2="lune"))
    for n in range(12):
        table = begun(j1="ours", j2="lune")
        assert refused(table, LEADER, acts.ChangeSeat(seat=LEADER, word=f"w{n}")) == "word"
        assert refused(table, LEADER, acts.ChangeSeat(seat="j1", word=f"w{n}")) == "seat"
        table.does(LEADER, acts.AddSeat(seat=f"c{n}", name=f"Compère {n}"))
        new = f"c{n}"
        assert refused(table, new, acts.ChangeSeat(seat=new, word=f"w{n}")) == "word"
        if n % 3 == 0:
            table.does(LEADER, acts.RemoveSeat(seat="j2"))
        for _ in range(n):  # another run, with another id
            table.does(LEADER, acts.Withdraw(run=ask(table)))
        if n % 2:
            table.does(LEADER, acts.Note(text="rien"))
        assert thrown(table) == usual


def test_a_player_gives_one_word_and_only_before_the_first_throw() -> None:
    table = begun(j1="ours")
    assert refused(table, "j1", acts.ChangeSeat(seat="j1", word="autre")) == "word"
    assert [each.takes_word for each in table.view("j2").seats] == [False, False, True, True]
    thrown(table)
    assert refused(table, "j2", acts.ChangeSeat(seat="j2", word="lune")) == "word"
    assert not any(each.takes_word for each in table.view("j2").seats)
    table.does("j2", acts.ChangeSeat(seat="j2", name="Lou"))  # everything else may change
    table.does(LEADER, acts.EndScene())
    assert refused(table, "j2", acts.ChangeSeat(seat="j2", word="lune")) == "word"
    table.does(LEADER, acts.BeginScene())
    assert [each.word for each in table.view("j2").seats] == ["", "", "", ""]
    table.does("j2", acts.ChangeSeat(seat="j2", word="lune"))


def test_a_word_is_in_the_story() -> None:
    table = begun(j1="ours")
    for seat in (LEADER, "j1", "j2"):
        (item,) = [i for i in table.view(seat).story.items if i.kind == "word_given"]
        assert item.text == "ours"


def test_secret_throws_are_not_betrayed_by_words() -> None:
    """A word may still come after a secret throw, or its refusal would show that there was one."""
    table = begun()
    secret = thrown(table, secret=True)
    table.does("j1", acts.ChangeSeat(seat="j1", word="ours"))
    assert thrown(table)
    table.does(LEADER, acts.EndScene())
    checked = verified(throws_of(table.state.id, table.events))
    assert checked.holds
    assert checked.count(True) == 2
    assert secret


@pytest.mark.parametrize("word", ["loup", ""])
def test_a_word_changed_afterwards_is_found(word: str) -> None:
    table = begun(j1="ours")
    thrown(table)
    thrown(table)
    table.does(LEADER, acts.EndScene())
    events = list(table.events)
    for place, event in enumerate(events):
        if isinstance(event, ev.SeatChanged):
            events[place] = replace(event, word=word)
    found = verified(throws_of(table.state.id, events))
    assert found.count(False) == 2


def test_an_older_scene_goes_on_in_its_own_way() -> None:
    """Its words are those that the seats have, and change no more."""
    table = set_up("exil")
    table.happen(ev.SeatChanged(at=table.at, by="j1", seat="j1", word="ours"))
    (made,) = [
        e for e in table.decided(LEADER, acts.BeginScene()) or () if isinstance(e, ev.SceneBegun)
    ]
    own = commitment_of(made.secret_seed)
    table.happen(replace(made, scheme=FORMER_SCHEME, seats=(), secret_commitment=own))
    assert refused(table, "j1", acts.ChangeSeat(seat="j1", word="loup")) == "word"
    thrown(table)
    (event,) = [e for e in table.events if isinstance(e, ev.Answered)]
    assert event.words == "j1=ours"
    table.does(LEADER, acts.EndScene())
    assert verified(throws_of(table.state.id, table.events)).holds
