"""What the rules themselves conceal is concealed at the table: worlds that a rule shows alike to a seat
look alike to it, answer by answer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tablee.dice.die import OpenDie, Throw
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view, result_view
from tablee.rules.texts.words import Words
from tablee.table.views.visibility import Visibility
from tests.kit import acts
from tests.kit.runs import any_value
from tests.table.acts.doing import refused
from tests.table.evening import LEADER, Table, choices, set_up
from tests.table.knowing import exchange_known, run_known

Snapshot = tuple[bytes, bytes]
"""What the rule shows to a seat, and what the table does."""


def shown(table: Table, seat: str) -> Snapshot:
    run = table.state.runs["j1"]
    answers = [given.answer for given in run.answers]
    session = Session(ask_about(run.procedure, run.params, table.state.rulings, answers))
    words, texts = Words(table.game), []
    leads = seat == LEADER
    for role in [table.game.leader] if leads else Visibility(table.state, seat).roles(run):
        steps = [step.view() for step in explain(session, words, role)]
        see = result_view if session.done else _asked
        texts.append((steps, see(session, role)))
    return msgspec.json.encode(texts), msgspec.json.encode(table.view(seat))


def _asked(session: Session, role: str | None) -> Any:
    return pending_view(session, Words(session.question.game), role)


def answered(table: Table, faces: int, choices: Mapping[str, Any]) -> Iterator[None]:
    """Answer a run to its end: dice show `faces` or what is nearest, choices by their labels."""
    while table.state.runs["j1"].status == "open":
        run, session = table.state.runs["j1"], table.session("j1")
        pending = session.pending
        seat = next(
            each.id
            for each in table.state.present
            if Visibility(table.state, each.id).answerable(run, session)
        )
        place = Visibility(table.state, seat).place(run, session)
        assert pending is not None
        if isinstance(pending, Throw):
            answer: dict[str, Any] = {"dice": _fallen(pending, faces)}
        else:
            offered = list(pending.form.values())  # type: ignore[union-attr]
            wanted = choices.get(pending.label, offered[0])  # type: ignore[union-attr]
            answer = {"choose": wanted if wanted in offered else offered[0]}
        table.does(seat, acts.Answer(run="j1", place=place, answer=answer))
        yield


def _fallen(throw: Throw, face: int) -> list[int]:
    die = throw.die
    if isinstance(die, OpenDie):
        return [min(9, max(2, face))]
    return [min(die.highest, max(die.lowest, face + place % 2)) for place in range(throw.count)]


def look_alike(worlds: list[list[Snapshot]]) -> int:
    """Whatever the rule shows alike, the table does; how often that was shown of different worlds."""
    first: dict[bytes, tuple[int, bytes]] = {}
    compared = 0
    for number, world in enumerate(worlds):
        for by_the_rule, by_the_table in world:
            before, known = first.setdefault(by_the_rule, (number, by_the_table))
            assert known == by_the_table
            compared += before != number
    return compared


def played(
    game: str, act: acts.RequestRun, seat: str, faces: int, choices: Mapping[str, Any]
) -> list[Snapshot]:
    table = set_up(game)
    table.does(LEADER, act)
    found = [shown(table, seat)]
    found += [shown(table, seat) for _ in answered(table, faces, choices)]
    return found


# ── Éclats: a seuil that the maître keeps to himself ───────────────────────────────────────────
SEUILS: tuple[Any, ...] = (*range(1, 13), "inatteignable")


@pytest.mark.parametrize("seat", ["j1", "j2", "j3"])
@pytest.mark.parametrize("faces", [0, 1, 3, 5])
@pytest.mark.parametrize("procedure", ["eclats.test", "eclats.action"])
def test_a_secret_seuil_is_known_by_what_comes_of_it_alone(
    procedure: str, faces: int, seat: str
) -> None:
    worlds = []
    for seuil in SEUILS:
        params = {"caracteristique": "empathie", "seuil": seuil, "secret": True}
        act = acts.RequestRun(procedure=procedure, params=params, to=("anselme",))
        worlds.append(played("eclats", act, seat, faces, {"prix": 1}))
    assert look_alike(worlds) >= len(SEUILS) - 1


@pytest.mark.parametrize("secret", [False, True])
def test_a_seuil_is_announced_unless_it_is_secret(secret: bool) -> None:
    """Whatever the sheet of the adversary is (ECL-LAN-08, -09)."""
    table = set_up("eclats")
    params = {"caracteristique": "ruse", "seuil": "Leur échapper", "secret": secret}
    cast = {"": "lubin", "adversaire": "rodeurs"}
    table.does(LEADER, acts.RequestRun(procedure="eclats.test", params=params, cast=cast))
    request_form = table.view("j2").runs[0].parameters
    texts = {each.field: each.text for each in request_form}
    assert ("seuil" in texts) is not secret
    assert texts["caracteristique"].startswith("2")


def test_the_maitre_sees_his_seuil() -> None:
    seen = []
    for seuil in (4, 9):
        params = {"caracteristique": "empathie", "seuil": seuil, "secret": True}
        act = acts.RequestRun(procedure="eclats.test", params=params, to=("anselme",))
        seen.append(played("eclats", act, LEADER, 3, {})[0][1])
    assert seen[0] != seen[1]


# ── Loss: what is concealed, and who seeks ─────────────────────────────────────────────────────
@pytest.mark.parametrize("seat", ["j1", "j2"])
@pytest.mark.parametrize("exploits", [0, 1, 2])
def test_hidden_exploits_are_known_by_what_is_found_alone(exploits: int, seat: str) -> None:
    worlds = []
    for caches in range(6):
        params = {"trait": "Esprit", "talent": "Esquive", "caches": caches}
        act = acts.RequestRun(procedure="loss.blind", params=params, to=("kordan",))
        worlds.append(played("loss", act, seat, 7, {"exploits": exploits}))
    assert look_alike(worlds) >= 6


@pytest.mark.parametrize("seat", ["j1", "j2", "j3", LEADER])
@pytest.mark.parametrize(
    ("hider", "seekers"),
    [
        ("kordan", ["veilleur", "nerise"]),
        ("veilleur", ["kordan", "nerise"]),
        ("kordan", ["nerise"]),
    ],
)
def test_who_conceals_is_seen_by_his_own_side_alone(
    hider: str, seekers: list[str], seat: str
) -> None:
    worlds = []
    for exploits in (0, 1, 2):
        for tokens in (0, 2):
            params: dict[str, Any] = {
                "cacheur": {"trait": "Esprit", "talent": "Esquive", "jetons": tokens}
                | {"exploits": exploits if hider == "veilleur" else "ask"},
                "chercheurs": [{"trait": "Esprit", "talent": "Fouille"} for _ in seekers],
            }
            params["cacheur"]["talent"] = "Esquive" if hider == "kordan" else "Fouille"
            for member, who in zip(params["chercheurs"], seekers, strict=True):
                member["talent"] = "Esquive" if who == "kordan" else "Fouille"
            cast: dict[str, Any] = {"cacheur": hider, "chercheurs": seekers}
            act = acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast)
            worlds.append(played("loss", act, seat, 9, {"exploits": exploits}))
    compared = look_alike(worlds)
    plays = {"kordan": "j1", "veilleur": LEADER}[hider] == seat
    unsealed = seat == LEADER and "veilleur" not in seekers
    assert compared or plays or unsealed


def test_the_leader_cannot_answer_what_is_kept_from_him() -> None:
    table = set_up("loss")
    params = {
        "cacheur": {"trait": "Esprit", "talent": "Esquive"},
        "chercheurs": [{"trait": "Esprit", "talent": "Fouille"}],
    }
    cast = {"cacheur": "kordan", "chercheurs": ["veilleur"]}
    table.does(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast))
    run = table.view(LEADER).runs[0]
    assert run.asks == []
    assert run.may == replace(run.may, undo=False, withdraw=True)
    assert [each.character for each in run.waiting] == ["Kordan"]
    form = table.session("j1").pending.form  # type: ignore[union-attr]
    value = any_value(form, random.Random(1))
    answer = acts.Answer(run="j1", place=0, answer={"choose": value})
    assert not table.act(LEADER, answer)
    table.does(LEADER, acts.Give(character="kordan", to=None))
    table.does(LEADER, answer)


def test_behind_the_screen_nobody_could_hide_from_the_leader() -> None:
    """The leader answers there for everybody; what a player hides from him is not his to choose."""
    table = set_up("loss")
    members = {"cacheur": {"trait": 2, "talent": 2}, "chercheurs": [{"trait": 2, "talent": 2}]}
    cast = {"cacheur": "kordan", "chercheurs": ["veilleur"]}
    act = acts.RequestRun(procedure="loss.dissimulation", params=members, cast=cast, secret=True)
    before = table.state.version
    assert refused(table, LEADER, act).field == "secret"
    assert table.state.version == before
    table.does(LEADER, acts.Give(character="kordan", to=None))
    table.does(LEADER, act)
    assert table.view(LEADER).runs[0].asks


# ── a fight with policies ──────────────────────────────────────────────────────────────────────
def test_what_the_leader_may_still_take_off_tells_nothing_of_a_hidden_choice() -> None:
    """Of the one who conceals: a run in which he has chosen is none that has begun, to the leader."""
    found = []
    for chosen in (False, True):
        table = set_up("loss")
        scores = {"trait": 2, "talent": 2, "exploits": "ask", "jetons_avant": 0}
        params = {"cacheur": scores, "chercheurs": [{"trait": 2, "talent": 2}]}
        cast = {"cacheur": "kordan", "chercheurs": ["veilleur"]}
        table.does(
            LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast)
        )
        if chosen:
            table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": 1}))
        assert bool(table.state.runs["j1"].answers) is chosen
        assert not table.act(LEADER, acts.RemoveModifier(run="j1", name="rien"))
        found.append((str(table.wrong), table.view(LEADER).runs))
    assert found[0] == found[1]


def test_a_round_is_weighed_without_what_others_mean_to_do() -> None:
    """Whatever the leader has settled for his own, its chances are the same to a player."""
    known, found = [], []
    for policy in ({"attitude": "tout"}, {"attitude": "rien", "audace": 1, "passe": ["faille"]}):
        table = set_up("exil")
        foe = {"camp": "rue", "politique": policy}
        params = {"combattants": [{"camp": "ville"}, foe]}
        cast = {"combattants": ["jeanne", "brute"]}
        table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=params, cast=cast))
        table.does(LEADER, acts.Answer(run="j1", place=0, answer={"choose": "habitude"}))
        run = table.state.runs["j1"]
        known.append(run_known(table.state, run, "j2", table.replays))
        assert table.view("j2").runs[0].chances == "available"
        assert table.view("j1").runs[0].chances != "available"
        found.append(exchange_known(table.state, run, "j2", table.replays))
    assert None not in (known[0], found[0])
    assert known[0] == known[1]
    assert found[0] == found[1]


def test_what_somebody_else_will_do_is_in_nobody_s_chances() -> None:
    """Whose fixed ways stand in the parameters, chooses for all the others know."""
    table = set_up("exil")
    cast = {"a": "aurele", "b": "jeanne"}
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", cast=cast))
    one = table.state.runs["j1"]
    assert run_known(table.state, one, "j1", table.replays) is not None
    policy = {"a": {"politique": {"attitude": 5}}, "b": {}}
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", params=policy, cast=cast))
    other = table.state.runs["j2"]
    assert run_known(table.state, other, "j1", table.replays) is not None
    texts = [run_known(table.state, other, seat, table.replays) for seat in ("j1", "j2", LEADER)]
    ways = [each["params"]["a"]["politique"]["attitude"] for each in texts if each]
    assert ways == [5, "ask", 5]


def test_nor_is_what_of_it_they_have_fixed() -> None:
    """One of their ways or another, or all: the same is left to choose."""
    known = []
    for policy in ({"attitude": 5}, {"attitude": 5, "audace": 3}, {"passe": ["impact"]}):
        table = set_up("exil")
        params = {"a": {"politique": {"attitude": "ask", **policy}}, "b": {}}
        cast = {"a": "brute", "b": "jeanne"}
        table.does(LEADER, acts.RequestRun(procedure="exil.duel", params=params, cast=cast))
        known.append(run_known(table.state, table.state.runs["j1"], "j2", table.replays))
    assert known[0] is not None
    assert known[0]["params"]["a"]["politique"] == dict.fromkeys(
        (
            *("attitude", "laisser_la_main", "audace", "passe", "arme"),
            *("action", "zone", "choc", "saisir", "membre"),
        ),
        "ask",
    )
    assert known[0] == known[1] == known[2]


def test_hidden_talents_leave_no_chance_of_a_fight_to_players() -> None:
    """A chance would tell them (Exil, R-89)."""
    table = set_up("exil", rulings={"talents_adverses": "caches"})
    params = {"combattants": [{"camp": "ville"}, {"camp": "rue"}]}
    cast = {"combattants": ["jeanne", "brute"]}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=params, cast=cast))
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"choose": "habitude"}))
    run = table.state.runs["j1"]
    assert exchange_known(table.state, run, "j2", table.replays) is None
    assert exchange_known(table.state, run, LEADER, table.replays) is not None


@pytest.mark.parametrize("hidden", [False, True])
def test_hidden_scores_of_a_figurant_leave_no_chance_to_players(hidden: bool) -> None:
    """Armes-Dieux, R-27: no parameter, no fact and no chance tells them."""
    table = set_up("armes_dieux", rulings={"scores_adverses": "caches"} if hidden else {})
    sides = [{"poignee": 5, "bonus": [], "ecartes": "ask"}, {"poignee": 5, "ecartes": 0}]
    cast = {"participants": ["bastan", "sentinelle"]}
    params = {"participants": sides, "additionnel": "jamais"}
    request = acts.RequestRun(procedure="armes_dieux.opposition", params=params, cast=cast)
    table.does(LEADER, request)
    (shown,) = table.view("j1").runs
    assert shown.chances == ("hidden" if hidden else "available")
    facts = [fact.text for ask in choices(shown) for fact in ask.facts]
    assert any("Sentinelle" in text for text in facts) is not hidden
    assert table.view(LEADER).runs[0].chances == "available"


@pytest.mark.parametrize("hidden", [False, True])
def test_hidden_numbers_of_an_adversary_leave_no_chance_to_players(hidden: bool) -> None:
    """Socle, R-27."""
    table = set_up("socle", rulings={"chiffres_adverses": "caches"} if hidden else {})
    params = {"de": "Force", "aide": "ask"}
    cast = {"adversaire": "capitaine", "ally": "maelle"}
    request = acts.RequestRun(procedure="socle.attaque", params=params, to=("gontrand",), cast=cast)
    table.does(LEADER, request)
    (shown,) = table.view("j2").runs
    (ask,) = choices(shown)
    assert any("TN" in fact.label for fact in ask.facts) is not hidden
    assert shown.chances == ("hidden" if hidden else "available")


@pytest.mark.parametrize("hidden", [False, True])
def test_the_dice_of_a_figurant_do_not_tell_his_poignee(hidden: bool) -> None:
    """Armes-Dieux, R-27: they are thrown behind the screen, what comes of them is known."""
    table = set_up("armes_dieux", rulings={"scores_adverses": "caches"} if hidden else {})
    params = {"valeur": 6, "sr": 13, "ecartes": 0}
    request = acts.RequestRun(
        procedure="armes_dieux.test_figurant", params=params, to=("sentinelle",)
    )
    table.does(LEADER, request)
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [3] * 6}))
    lines = {seat: [line.text for line in table.last(seat).lines] for seat in ("j1", LEADER)}
    assert any("3, 3" in text for text in lines[LEADER])
    assert any("3, 3" in text for text in lines["j1"]) is not hidden
    assert any("Échec" in text or "Réussite" in text for text in lines["j1"])
    assert "13" not in "".join(lines["j1"]) or not hidden
