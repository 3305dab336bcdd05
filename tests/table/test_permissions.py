"""Who may do what: every act there is, by everybody who could try it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tablee.table.log import events as ev
from tablee.table.refusals import NotYours
from tests.kit import acts
from tests.table.evening import LEADER, SEATS, Table, set_up, sheet_of

WHO = {"leader": LEADER, "owner": "j1", "other": "j2", "removed": "j3", "nobody": "j9"}
EVERYBODY = {"leader", "owner", "other"}
OWN = {"leader", "owner"}
LEADS = {"leader"}
JET: dict[str, Any] = {"procedure": "armes_dieux.jet", "params": {"poignee": 6}, "to": ("bastan",)}
MASTERLY = JET | {"params": {"poignee": 6, "maitrise": True}}
EFFORT = {"type": "armes_dieux.personnage", "qui": "bastan", "evenement": {"type": "effort"}}
FACES = [1, 2, 3, 4, 5, 6]


def table_of() -> Table:
    """A scene of Armes-Dieux: `j1` plays bastan, `j2` oriane, `j3` is gone. j1 waits for dice of
    bastan's, j2 is over, j3 waits for choices at once, j4 is over and secret, and in j5 bastan has
    chosen his bonus. Of two Efforts of bastan's the second was declined."""
    table = set_up("armes_dieux")
    both = {"participants": ["bastan", "oriane"]}
    each = [{"poignee": 5, "bonus": []}, {"poignee": 5, "bonus": []}]
    table.does(LEADER, acts.RemoveSeat(seat="j3"))
    table.does(LEADER, acts.Give(character="sentinelle", free=True))
    table.does(LEADER, acts.RequestRun(**MASTERLY, decides=False))
    table.does(LEADER, acts.RequestRun(**JET, decides=False))
    table.does("j1", acts.Answer(run="j2", place=0, answer={"dice": FACES}))
    params: dict[str, Any] = {"participants": each}
    table.does(
        LEADER, acts.RequestRun(procedure="armes_dieux.opposition", params=params, cast=both)
    )
    table.does(LEADER, acts.RequestRun(**JET, decides=False, secret=True))
    table.does(LEADER, acts.Answer(run="j4", place=0, answer={"dice": FACES}))
    params = {"domaine": "Agression"}
    table.does(LEADER, acts.RequestRun(procedure="armes_dieux.test", params=params, to=("bastan",)))
    table.does("j1", acts.Answer(run="j5", place=0, answer={"choose": []}))
    table.does("j1", acts.ChangeRecord(event=EFFORT))
    table.does("j1", acts.ChangeRecord(event=EFFORT))
    table.does("j1", acts.Decline(consequence=table.state.scene_consequences[-1]))
    return table


SHEET = sheet_of(set_up("armes_dieux", others=False), "bastan", notes="Relue.")
SAMPLES: dict[str, Callable[[Table], acts.Act]] = {
    "request": lambda _: acts.RequestRun(**JET),
    "repeat": lambda _: acts.Repeat(run="j2"),
    "remove_modifier": lambda _: acts.RemoveModifier(run="j1", name="maitrise"),
    "answer": lambda _: acts.Answer(run="j1", place=0, answer={"dice": FACES}),
    "throw": lambda _: acts.Throw(run="j1", place=0),
    "copy_character": lambda _: acts.CopyCharacter(character="sentinelle"),
    "allow_typed_dice": lambda _: acts.AllowTypedDice(who="leader"),
    "change_rulings": lambda _: acts.ChangeRulings(rulings={"echecs_critiques": True}),
    "put_away": lambda _: acts.PutAway(character="sentinelle"),
    "let_throw": lambda _: acts.LetThrow(run="j1"),
    "seal": lambda _: acts.Seal(run="j3", place=0, values={"0": 2}),
    "undo": lambda _: acts.Undo(run="j5"),
    "withdraw": lambda _: acts.Withdraw(run="j1"),
    "reveal": lambda _: acts.Reveal(run="j4"),
    "disclose": lambda _: acts.Disclose(run="j1"),
    "reveal_throw": lambda _: acts.RevealThrow(throw="1.1"),
    "overrule": lambda _: acts.Overrule(run="j2", field="qualites", value=2),
    "change_record": lambda _: acts.ChangeRecord(event=EFFORT),
    "decline": lambda table: acts.Decline(consequence=table.state.scene_consequences[-2]),
    "restore": lambda table: acts.Restore(consequence=table.state.scene_consequences[-1]),
    "replace": lambda table: acts.Replace(consequence="j6.1", place=0),
    "put_sheet": lambda _: acts.PutSheet(character="bastan", sheet=SHEET, seat="j1"),
    "put_portrait": lambda _: acts.PutPortrait(character="bastan"),
    "reset_fields": lambda _: acts.ResetFields(character="bastan"),
    "hand_out": lambda _: acts.HandOut(title="Une lettre", text="Venez.", to=("j2",)),
    "take_back_handout": lambda table: acts.TakeBackHandout(
        handout=next(iter(table.state.handouts))
    ),
    "give": lambda _: acts.Give(character="sentinelle", to="j1"),
    "begin_scene": lambda _: acts.BeginScene(title="Au matin"),
    "end_scene": lambda _: acts.EndScene(),
    "throw_free": lambda _: acts.ThrowFree(expression="2d6+1"),
    "knock": lambda _: acts.Knock(seat="j1"),
    "propose": lambda _: acts.Propose(
        procedure="armes_dieux.test", character="bastan", params={"domaine": "Influence"}
    ),
    "play_pending": lambda table: acts.PlayPending(consequence=table.state.scene_consequences[-1]),
    "note": lambda _: acts.Note(text="Une note."),
    "add_seat": lambda _: acts.AddSeat(seat="j4", name="Lou"),
    "change_seat": lambda _: acts.ChangeSeat(seat="j1", dice="real"),
    "remove_seat": lambda _: acts.RemoveSeat(seat="j2"),
    "hand_over": lambda _: acts.HandOver(to="j2"),
    "allow_advice": lambda _: acts.AllowAdvice(allowed=False),
    "allow_rolls": lambda _: acts.AllowRolls(allowed=True),
    "archive": lambda _: acts.Archive(),
}
"""Act -> a sample that is possible for the leader, and of j1's own where players may do it."""
ALLOWED = {"leader": LEADS, "owner": OWN, "anyone": EVERYBODY}
"""Permission that an act declares -> who may do its sample."""


def allowed(tag: str) -> set[str]:
    return ALLOWED[acts.ACTS[tag].permission]


def secret_seuil() -> Table:
    """A table of Éclats, whose j1 is over and has a secret seuil."""
    table = set_up("eclats")
    given = {"caracteristique": 0, "seuil": 6, "secret": True}
    asked = acts.RequestRun(procedure="eclats.test", params=given, to=("anselme",))
    table.does(LEADER, asked)
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [7]}))
    table.does(LEADER, acts.RemoveSeat(seat="j3"))
    return table


def prepared(tag: str) -> Table:
    """The table, with what the sample needs."""
    table = secret_seuil() if tag == "disclose" else table_of()
    if tag == "knock":
        table.does("j1", acts.Knock())
    if tag == "reveal_throw":  # of dice that j1 threw as the leader
        table.does(LEADER, acts.HandOver(to="j1"))
        table.does("j1", acts.ThrowFree(expression="d20", secret=True))
        table.does("j1", acts.HandOver(to=LEADER))
    if tag == "reset_fields":
        misfit = {**table.state.sheet("bastan"), "ancien_champ": 1}
        changes = {"fiches": {"bastan": misfit}}
        table.happen(ev.Recorded(consequence="c.bastan.9", event={}, changes=changes))
    if tag == "take_back_handout":
        table.does(LEADER, acts.HandOut(title="Une carte", text="Au nord."))
    if tag == "begin_scene":
        table.does(LEADER, acts.EndScene())
    if tag == "play_pending":
        params = {"poignee": 3, "sr": 12, "ecartes": 0, "additionnel": "jamais"}
        table.does(
            LEADER, acts.RequestRun(procedure="armes_dieux.jet", params=params, to=("bastan",))
        )
        table.does("j1", acts.Answer(run="j6", place=0, answer={"dice": [1, 1, 1]}))
    if tag == "replace":
        gear = {"reussite": True, "choix": "equipement"}
        table.does(
            LEADER, acts.RequestRun(procedure="armes_dieux.revers", params=gear, to=("bastan",))
        )
    return table


def test_every_act_has_a_sample() -> None:
    assert set(SAMPLES) == set(acts.ACTS)


def seen(table: Table) -> bytes:
    """All that there is, and all that the seats see of it."""
    views = [table.view(seat.id) for seat in table.state.present]
    return msgspec.json.encode([table.events, views])


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("tag", SAMPLES)
def test_who_may_do_it(tag: str, who: str) -> None:
    table = prepared(tag)
    act, before = SAMPLES[tag](table), seen(table)
    done = table.act(WHO[who], act)
    assert done == (who in allowed(tag)), table.wrong and str(table.wrong)
    if not done:
        assert isinstance(table.wrong, NotYours)
        assert table.wrong.field
        assert str(table.wrong)
        assert seen(table) == before


@pytest.mark.parametrize("tag", SAMPLES)
def test_nothing_is_done_at_a_table_put_away(tag: str) -> None:
    table = prepared(tag)
    act = SAMPLES[tag](table)
    table.does(LEADER, acts.Archive())
    before = seen(table)
    assert not table.act(LEADER, act)
    assert seen(table) == before
    table.does(LEADER, acts.Archive(archived=False))
    assert table.act(LEADER, act)


@pytest.mark.parametrize("tag", SAMPLES)
def test_who_hands_over_the_lead_is_an_ordinary_seat_at_once(tag: str) -> None:
    table = prepared(tag)
    act = SAMPLES[tag](table)
    table.does(LEADER, acts.HandOver(to="j2"))
    assert table.decided(LEADER, act) is None or allowed(tag) == EVERYBODY
    if tag == "hand_over":
        act = acts.HandOver(to=LEADER)
    if tag == "remove_seat":
        act = acts.RemoveSeat(seat=LEADER)
    assert table.act("j2", act), table.wrong and str(table.wrong)


@pytest.mark.parametrize(
    ("seat", "gone", "then"),
    [
        (LEADER, acts.HandOver(to="j3"), "j3"),
        ("j1", acts.RemoveSeat(seat="j1"), LEADER),
        ("j1", acts.HandOver(to="j3"), "j1"),
    ],
)
def test_what_is_sealed_is_taken_back_by_who_has_the_part_now(
    seat: str, gone: acts.Act, then: str
) -> None:
    table = set_up("armes_dieux")
    both = {"participants": ["bastan", "oriane"]}
    params: dict[str, Any] = {"participants": [{"poignee": 5, "bonus": []}] * 2}
    table.does(
        LEADER, acts.RequestRun(procedure="armes_dieux.opposition", params=params, cast=both)
    )
    table.does(seat, acts.Seal(run="j1", place=0, values={"0": 2}))
    table.does(LEADER, gone)
    for other in {*SEATS} - {then}:
        assert not table.act(other, acts.Undo(run="j1"))
    table.does(then, acts.Undo(run="j1"))
    assert not table.state.runs["j1"].sealed


def test_the_leader_plays_whom_nobody_else_does() -> None:
    table = prepared("answer")
    table.does(LEADER, acts.RemoveSeat(seat="j1"))
    asks = table.view(LEADER).runs[0].asks
    assert [ask.mine for ask in asks] == [True]
    assert table.state.owner("bastan") == LEADER
    table.does(LEADER, acts.HandOver(to="j2"))
    assert table.state.owner("bastan") == "j2"


HANDS: list[tuple[str, str, dict[str, Any]]] = [
    ("armes_dieux", "armes_dieux.personnage", {"type": "meneur", "tension": 1}),
    ("exil", "exil.suivi", {"type": "decision", "pds": 1}),
    ("exil", "exil.effacement", {"type": "decision", "points": 1}),
    ("armes_dieux", "armes_dieux.personnage", {"type": "combat", "en_combat": True}),
    ("exil", "exil.suivi", {"type": "temps", "unite": "jour", "n": "2"}),
    ("exil", "exil.suivi", {"type": "scene"}),
    ("exil", "exil.effacement", {"type": "temps", "unite": "mois", "n": "3"}),
    ("socle", "socle.essais", {"type": "changement", "objectif": "la porte"}),
    ("eclats", "eclats.initie", {"type": "regle"}),
]


@pytest.mark.parametrize(("game", "ledger", "event"), HANDS)
def test_what_the_leader_decides_by_hand_no_player_writes(
    game: str, ledger: str, event: dict[str, Any]
) -> None:
    table = set_up(game)
    mine = next(who for who, owner in table.state.owners.items() if owner == "j1")
    act = acts.ChangeRecord(event={"type": ledger, "qui": mine, "evenement": event})
    assert not table.act("j1", act)
    assert isinstance(table.wrong, NotYours)
    assert table.wrong.allowed == "ce que la personne qui mène n’est pas seule à décider"


DECIDED: list[tuple[str, dict[str, Any]]] = [
    ("armes_dieux", {"type": "combat", "en_combat": True}),
    ("armes_dieux", {"type": "meneur", "tension": 1}),
    ("exil", {"type": "decision", "pds": -1}),
    ("exil", {"type": "poison", "nom": "aconit", "delai": "1", "malignite": "grave"}),
]
_LEDGERS = {"armes_dieux": "armes_dieux.personnage", "exil": "exil.suivi"}


@pytest.mark.parametrize(("game", "event"), DECIDED)
def test_what_the_leader_decides_by_hand_no_player_declines(
    game: str, event: dict[str, Any]
) -> None:
    """Nor restores, when the leader has thought better of it."""
    table = set_up(game)
    table.does(LEADER, acts.BeginScene())
    mine = next(who for who, owner in table.state.owners.items() if owner == "j1")
    change = {"type": _LEDGERS[game], "qui": mine, "evenement": event}
    table.does(LEADER, acts.ChangeRecord(event=change))
    decided = table.state.scene_consequences[-1]
    assert not table.act("j1", acts.Decline(consequence=decided))
    assert isinstance(table.wrong, NotYours)
    assert table.wrong.allowed == "ce que la personne qui mène n’est pas seule à décider"
    table.does(LEADER, acts.Decline(consequence=decided))
    assert not table.act("j1", acts.Restore(consequence=decided))
    table.does(LEADER, acts.Restore(consequence=decided))
    fact = {"type": "test", "malus_report": 0} if game == "armes_dieux" else {"type": "choc"}
    own = acts.ChangeRecord(event={**change, "evenement": fact})
    table.does("j1", own)
    table.does("j1", acts.Decline(consequence=table.state.scene_consequences[-1]))


@pytest.mark.parametrize("which", [{"numero": 1}, {"numero": 9}, {"procedure": None}])
def test_what_is_due_is_the_leader_s_to_settle(which: dict[str, Any]) -> None:
    """Anyone who it is about; and how much is due is shown to nobody else."""
    table = table_of()
    table.does(
        LEADER, acts.ChangeRecord(event={"type": "du", "du": {"texte": "Payer.", "qui": "bastan"}})
    )
    settled = acts.ChangeRecord(event={"type": "acquitte", "qui": "bastan", **which})
    assert not table.act("j1", settled)
    assert isinstance(table.wrong, NotYours)
    assert table.wrong.got == "acquitte"
    assert [due["texte"] for due in table.state.record["dus"]] == ["Payer."]


def test_that_what_was_due_is_played_is_nobody_s_to_decline_but_the_leader_s() -> None:
    """Else the same Exploit would be won twice."""
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    due = {"procedure": "loss.exploits", "qui": "kordan", "params": {"exploits": 1}}
    table.does(LEADER, acts.ChangeRecord(event={"type": "du", "du": due}))
    uses = {"exploits": 1, "emplois": ["jeton"]}
    table.does(LEADER, acts.RequestRun(procedure="loss.exploits", params=uses, to=("kordan",)))
    run = list(table.state.runs)[-1]
    won, settled = table.state.consequences_of(run)
    shown = table.last("j1").consequences
    assert [each.may for each in shown] == [True, False]
    assert not table.act("j1", acts.Decline(consequence=settled.id))
    assert isinstance(table.wrong, NotYours)
    table.does("j1", acts.Decline(consequence=won.id))
    table.does(LEADER, acts.Decline(consequence=settled.id))
    assert [each["procedure"] for each in table.state.record["dus"]] == ["loss.exploits"]


def test_a_fight_that_a_request_begins_is_not_for_a_player_to_decline() -> None:
    """AD-REN-03: the leader has given dice of a Réserve that was closed."""
    table = set_up("armes_dieux")
    params: dict[str, Any] = {"domaine": "Agression", "bonus": [], "ecartes": 0}
    params |= {"additionnel": "jamais", "renfort_reserve": 2, "reserve_combat": 3}
    act = acts.RequestRun(procedure="armes_dieux.test", params=params, to=("bastan",))
    table.does(LEADER, act)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [4] * 9}))
    begins, *_ = table.last("j1").consequences
    assert "Un combat commence" in begins.text
    assert not table.act("j1", acts.Decline(consequence=begins.id))
    assert isinstance(table.wrong, NotYours)
