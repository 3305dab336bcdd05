"""Handouts: who reads them, in a view, the story and the recap; their pictures; files."""

from __future__ import annotations

import io
from base64 import b64decode, b64encode

import msgspec
import pytest
from PIL import Image

from tablee.table.export.exporting import campaign_file
from tablee.table.export.importing import campaign_of
from tablee.table.pictures import LONGEST_SIDE, MAX_TEXT, is_picture, picture_of, picture_sent
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import Replays
from tablee.table.views.recap_view import recap_view
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.export.tables import ID, logged

PLAYERS = ("j1", "j2", "j3")
SECRET = "Sous la troisième dalle."


def sent(size: tuple[int, int] = (60, 40)) -> str:
    made = io.BytesIO()
    Image.new("RGB", size, "red").save(made, "PNG")
    return b64encode(made.getvalue()).decode()


def everything(table: Table, seat: str) -> str:
    """All that a seat is sent: its view, and its recap with secrets."""
    recap = recap_view(table.state, seat, Replays(), secrets=True)
    return msgspec.json.encode([table.view(seat), recap]).decode()


def gives(table: Table, *to: str, title: str = "Une lettre") -> str:
    table.does(LEADER, acts.HandOut(title=title, text=SECRET, picture=sent(), to=to))
    return list(table.state.handouts)[-1]


def test_the_whole_table_reads_a_handout_for_all_and_somebody_who_comes_later() -> None:
    table = set_up("exil")
    name = gives(table)
    table.does(LEADER, acts.AddSeat(seat="j9", name="Lou"))
    for seat in (LEADER, *PLAYERS, "j9"):
        view = table.view(seat)
        assert [each.id for each in view.handouts] == [name]
        assert view.handouts[0].text == SECRET
        assert not view.handouts[0].private
        shown = [each.handout for each in view.story.items if each.handout]
        assert shown == view.handouts


@pytest.mark.parametrize("to", [("j1",), ("j1", "j3")])
def test_nobody_else_has_a_byte_of_a_handout_for_some(to: tuple[str, ...]) -> None:
    table, twin = set_up("exil"), set_up("exil")
    before = {seat: everything(table, seat) for seat in PLAYERS}
    gives(table, *to)
    for seat in PLAYERS:
        if seat in to:
            assert SECRET in everything(table, seat)
            assert table.view(seat).handouts[0].private
            assert table.view(seat).handouts[0].to == []
        else:
            assert everything(table, seat) == before[seat] == everything(twin, seat)
    names = [table.state.seats[each].name for each in to]
    assert table.view(LEADER).handouts[0].to == names


def test_an_id_does_not_depend_on_handouts_that_a_seat_does_not_know() -> None:
    table, other = set_up("exil"), set_up("exil")
    now = table.at
    gives(other, "j2", title="Une autre")
    other.at = now
    assert gives(table, "j1") == gives(other, "j1")
    table.at = now  # the same again at the same time is another one
    gives(table, "j1")
    assert len(table.state.handouts) == 2


def test_a_handout_that_is_taken_back_is_gone_from_every_page_but_the_leader_s() -> None:
    table = set_up("exil")
    before = {seat: len(table.view(seat).story.items) for seat in PLAYERS}
    name = gives(table)
    table.does(LEADER, acts.TakeBackHandout(handout=name))
    for seat in PLAYERS:
        assert table.view(seat).handouts == []
        assert len(table.view(seat).story.items) == before[seat]
        assert SECRET not in everything(table, seat)
    view = table.view(LEADER)
    assert view.handouts == []
    assert [each.undone for each in view.story.items if each.handout] == [True]
    assert table.state.handouts[name].picture == ""
    assert not table.act(LEADER, acts.TakeBackHandout(handout=name))
    assert isinstance(table.wrong, Stale)


def test_the_recap_has_it_and_without_secrets_only_one_for_all() -> None:
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene(title="Le quai"))
    for name in (gives(table, title="Pour tous"), gives(table, "j1", title="Pour un")):
        assert name in table.state.handouts

    def titles(seat: str, secrets: bool) -> list[str]:
        recap = recap_view(table.state, seat, Replays(), secrets=secrets)
        items = [item for scene in recap.scenes for item in scene.items]
        return [each.handout.title for each in items if each.handout]

    for seat in (LEADER, *PLAYERS):
        assert titles(seat, False) == ["Pour tous"]
        both = seat in (LEADER, "j1")
        assert titles(seat, True) == (["Pour tous", "Pour un"] if both else ["Pour tous"])


def test_the_next_leader_reads_all_and_who_gave_it_keeps_it() -> None:
    table = set_up("exil")
    gives(table, "j1")
    table.does(LEADER, acts.HandOver(to="j2"))
    assert [len(table.view(seat).handouts) for seat in (LEADER, "j1", "j2", "j3")] == [1, 1, 1, 0]
    assert table.view(LEADER).handouts[0].to == []
    table.does("j2", acts.TakeBackHandout(handout=next(iter(table.state.handouts))))
    assert not any(table.view(seat).handouts for seat in (LEADER, "j1", "j2", "j3"))


def test_the_story_is_searched_by_the_text_of_a_handout_that_the_seat_has() -> None:
    table = set_up("exil")
    gives(table, "j1")

    def found(seat: str) -> int:
        return len(table.view(seat, search="troisieme dalle").story.items)

    assert [found(seat) for seat in (LEADER, "j1", "j2")] == [1, 1, 0]


def test_a_player_gives_none_and_an_empty_one_is_refused() -> None:
    table = set_up("exil")
    name = gives(table)
    for act in (
        acts.HandOut(title="Une lettre", text="Venez."),
        acts.TakeBackHandout(handout=name),
    ):
        assert not table.act("j1", act)
        assert isinstance(table.wrong, NotYours)
    for wrong, field in (
        (acts.HandOut(title="Une lettre", text="  "), "text"),
        (acts.HandOut(title="Une lettre", picture="aGVq"), "picture"),
        (acts.HandOut(title="Une lettre", text="Venez.", to=("j7",)), "to"),
        (acts.TakeBackHandout(handout="inconnu"), "handout"),
    ):
        assert not table.act(LEADER, wrong)
        assert table.wrong is not None
        assert table.wrong.field == field


def test_a_picture_is_drawn_again_within_its_bounds() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Une marque"
    made = io.BytesIO()
    Image.effect_noise((3000, 2000), 90).save(made, "JPEG", exif=exif, comment=b"secret")
    picture = picture_of(made.getvalue())
    assert is_picture(picture)
    assert len(picture) <= MAX_TEXT
    data = b64decode(picture)
    assert Image.open(io.BytesIO(data)).size == (LONGEST_SIDE, 853)
    assert not any(each in data for each in (b"Une marque", b"secret", b"Exif"))
    assert is_picture(picture_sent(picture))
    assert Image.open(io.BytesIO(b64decode(picture_sent(sent())))).size == (60, 40)
    for wrong in ("", "aGVq", sent(), b64encode(made.getvalue()).decode()):
        assert not is_picture(wrong)


def test_a_campaign_file_keeps_handouts() -> None:
    table = set_up("exil")
    kept, taken = gives(table, "j1"), gives(table, title="Une carte")
    table.does(LEADER, acts.TakeBackHandout(handout=taken))
    _, state = campaign_of(campaign_file(ID, logged(table)))
    assert state.handouts == table.state.handouts
    assert state.handouts[kept].picture
    assert state.story == table.state.story
