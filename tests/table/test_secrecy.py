"""What a seat may not see reaches it in no byte, order, absence or refusal."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.kit import acts
from tests.table.evening import GAMES, LEADER, SEATS, set_up, sheet_of
from tests.table.evenings import any_other
from tests.table.twins import Apart, Twins

OBSERVERS = ("j1", "j3", LEADER)
STEPS = 20


def _step(twins: Twins, data: st.DataObject) -> None:
    rng = twins.rng
    way = rng.random()
    if way < 0.08:
        twins.frames()
    elif way < 0.16:
        twins.frames_with_secrets(data.draw)
    elif way < 0.46:
        twins.answers()
    elif way < 0.56:
        twins.frames_in_secret()
    elif way < 0.66:
        twins.goes_on_in_secret()
    elif way < 0.70:
        twins.throws_in_secret()
    elif way < 0.80:
        twins.keeps_to_himself(data.draw)
    elif way < 0.83:
        over = twins.left.state.scene is not None
        twins.both(LEADER, acts.EndScene() if over else acts.BeginScene())
    elif way < 0.88:
        twins.both(twins.seat, probe(twins, rng))
    else:
        seat = rng.choice(SEATS)
        act = any_other(twins.left, rng, data.draw)
        leaves = isinstance(act, acts.RemoveSeat) and act.seat == twins.seat
        if not leaves and not isinstance(act, acts.Reveal | acts.Restore | acts.Give | acts.Repeat):
            twins.both(seat, act)


def probe(twins: Twins, rng: random.Random) -> acts.Act:
    """What somebody tries who wants to know."""
    run = rng.choice([*twins.left.state.runs, *twins.right.state.runs, "j99"])
    one_consequence = rng.choice(
        [*twins.left.state.consequences, *twins.right.state.consequences, "j1.1"]
    )
    who = rng.choice([*twins.left.state.sheets, *twins.right.state.sheets, "ombre1", "personne"])
    place, known = rng.randint(0, 3), twins.left.state.runs.get(run)
    if known is not None and known.secret:
        place = 9  # what falls there is the house's from a seed that is hidden, so nothing may
    tried: list[acts.Act] = [
        acts.Answer(run=run, place=place, answer={"dice": [1]}),
        acts.Answer(run=run, place=place, answer={"choose": "oui"}),
        acts.Throw(run=run, place=place),
        acts.Seal(run=run, place=place, values={str(rng.randint(0, 3)): 1}),
        acts.Undo(run=run),
        acts.Withdraw(run=run),
        acts.Reveal(run=run),
        acts.Overrule(run=run),
        acts.Repeat(run=run, all=rng.random() < 0.5),
        acts.Decline(consequence=one_consequence),
        acts.Restore(consequence=one_consequence),
        acts.Replace(consequence=one_consequence, place=0),
        acts.Give(character=who, to="j3"),
        acts.PutSheet(character=who, sheet={}, seat=twins.seat),
        acts.ChangeRecord(event={"type": "retouche", "qui": who, "champs": {}}),
        acts.ChangeRecord(event={"type": "scene", "moment": "fin"}),
        acts.RequestRun(procedure="exil.simple", to=(who,)),
        acts.RemoveSeat(seat=who),
    ]
    return rng.choice(tried)


@pytest.mark.parametrize("seat", OBSERVERS)
@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=20,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(data=st.data())
def test_histories_that_differ_in_what_is_hidden_look_alike(
    game: str, seat: str, data: st.DataObject
) -> None:
    twins = Twins(game, seat, random.Random(data.draw(st.integers(0, 2**32))))
    try:
        for _ in range(STEPS):
            _step(twins, data)
            twins.compare()
    except Apart:
        return


@pytest.mark.parametrize("seat", ["j2", "j3"])
@settings(
    max_examples=15,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(data=st.data(), spent=st.permutations([0, 1, 2]))
def test_histories_that_differ_in_tokens_spent_in_secret_look_alike(
    seat: str, data: st.DataObject, spent: list[int]
) -> None:
    """Loss: kordan hides with a number of tokens, and is sought with the same luck (LOSS-INV-01)."""
    twins = Twins("loss", seat, random.Random(data.draw(st.integers(0, 2**32))))
    twins.both(LEADER, acts.BeginScene())
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    twins.both(LEADER, acts.ChangeRecord(event={"type": "loss.jetons", "evenement": gain}))
    assert twins.apart(LEADER, _hides(spent[0]), _hides(spent[1]))
    assert twins.both("j1", acts.Answer(run="j1", place=0, answer={"dice": [10, 9]}))
    place = twins.left.view("j2").runs[0].place
    assert twins.both("j2", acts.Answer(run="j1", place=place, answer={"dice": [6]}))
    texts = [[b for b in table.state.consequences.values() if b.private] for table in twins.tables]
    assert [len(each) for each in texts] == [min(1, n) for n in spent[:2]]
    twins.compare()
    try:
        for _ in range(8):
            _step(twins, data)
            twins.compare()
    except Apart:
        return


def _hides(tokens: int) -> acts.RequestRun:
    scores = {"trait": 2, "talent": 2, "exploits": 0, "desastres": 0, "jetons_apres": "none"}
    params = {
        "cacheur": scores | {"jetons": 2, "jetons_avant": tokens},
        "chercheurs": [scores | {"jetons_avant": 0}],
    }
    cast = {"cacheur": "kordan", "chercheurs": ["nerise"]}
    return acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast)


def test_what_became_of_an_adversary_unseen_stays_so_when_somebody_has_it() -> None:
    """Of the past of one that is given away nothing is shown; of what happens from then on all is."""
    table = set_up("armes_dieux")
    texts = "Elle trahira Bastan au pont."
    change = {"type": "retouche", "qui": "sentinelle", "champs": {"notes": "y"}, "texte": texts}
    table.does(LEADER, acts.ChangeRecord(event=change))
    past = table.state.scene_consequences[-1]
    table.does(LEADER, acts.Give(character="sentinelle", to="j2"))
    table.does(LEADER, acts.ChangeRecord(event={**change, "texte": "Elle passe le pont."}))
    for seat in ("j1", "j2"):
        story = str(table.view(seat).story)
        assert "Elle passe le pont." in story
        assert texts not in story
    assert not table.act("j2", acts.Decline(consequence=past))
    sheet = sheet_of(table, "chienne", nom="La Bête")
    table.does(LEADER, acts.PutSheet(character="chienne", sheet=sheet))
    table.does(LEADER, acts.Give(character="chienne", to="j2"))  # another act, though the next one
    assert "Nouvelle fiche\u00a0: La Bête" not in str(table.view("j1").story)
    assert texts in str(table.view(LEADER).story)
