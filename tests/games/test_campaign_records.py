"""Properties of the campaign record of every game: one fold, refusals, consequences of all effects."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.record import apply_event, apply_events, initial_state, read_state
from tablee.rules.consequences import consequences_of
from tablee.rules.game import Game
from tablee.rules.procedure import Record
from tablee.rules.readings.session import Session, play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure, games
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import effects_view, run_view
from tablee.rules.schema import fields_of, show
from tablee.rules.sheet import kinds_of
from tablee.rules.texts.words import Words
from tests.games.campaigns import CAMPAIGNS, ENDS
from tests.games.stories import Story, plain
from tests.kit.params import values_of
from tests.kit.runs import grid, random_run
from tests.kit.texts import game_sources
from tests.rules.toys import TOYS

GAMES = [pytest.param(game, id=game.id) for game in games()]
some = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def events_of(game: Game) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = CAMPAIGNS[game.id][1]["evenements"]
    return events


# ── one fold ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
def test_one_by_one_in_one_go_and_as_a_procedure_are_the_same(game: Game) -> None:
    events = events_of(game)
    state = initial_state(game)
    shown = 0
    for event in events:
        turned = apply_event(game, {}, state, event)
        state, shown = turned.state, shown + len(turned.entries)
    whole = apply_events(game, {}, initial_state(game), events)
    assert whole.state == state == ENDS[game.id][1]
    assert len(whole.entries) == shown
    session = play(ask_about(f"{game.id}.campagne", {"evenements": events}))
    assert show(session.result)["etat"] == state
    assert json.loads(json.dumps(state)) == state


@pytest.mark.parametrize("game", GAMES)
@some
@given(data=st.data())
def test_any_events_keep_a_campaign_sound_or_leave_it_as_it_was(
    game: Game, data: st.DataObject
) -> None:
    """Bounds hold (every state is read again by its shapes), and a refused event changes nothing."""
    before = apply_events(game, {}, initial_state(game), events_of(game)[:4]).state
    taken: list[Any] = []
    state = before
    for event in data.draw(st.lists(values_of(campaign_record_of(game).events), max_size=15)):
        kept = json.dumps(state)
        try:
            turned = apply_event(game, {}, state, event)
        except Refusal as refusal:
            _texts(game, refusal)
            assert json.dumps(state) == kept
            continue
        taken.append(event)
        state = turned.state
        assert show(read_state(game, state)) == state
    assert apply_events(game, {}, before, taken).state == state
    cut = data.draw(st.integers(0, len(taken)))
    halfway = apply_events(game, {}, before, taken[:cut]).state
    assert apply_events(game, {}, halfway, taken[cut:]).state == state


def _texts(game: Game, refusal: Refusal) -> None:
    assert refusal.field
    assert Words(game).refusal(refusal)


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (3, "evenement"),
        ({"type": "rien"}, "type"),
        ({"type": "retrait", "qui": "personne"}, "qui"),
        ({"type": "retouche", "qui": "jeanne", "champs": {}}, "champs"),
        ({"type": "retouche", "qui": "jeanne", "champs": {"griffes": 2}}, "champs.griffes"),
        (
            {"type": "retouche", "qui": "jeanne", "champs": {"detachement": 13}},
            "champs.detachement",
        ),
        ({"type": "retouche", "qui": "jeanne", "champs": {"pds": 25}}, "champs.pds"),
        ({"type": "retouche", "qui": "sbire", "champs": {"xp": {}}}, "champs.xp"),
        ({"type": "fiche", "qui": "x", "fiche": {"jeu": "loss", "nom": "x"}}, "fiche.jeu"),
        ({"type": "avance", "unite": "heure", "n": 0}, "n"),
        ({"type": "avance", "unite": "scene", "n": "1/2"}, "n"),
        ({"type": "avance", "unite": "mois", "n": 14}, "n"),
        ({"type": "scene", "moment": "debut"}, "moment"),
        ({"type": "acquitte", "numero": 1}, "numero"),
        ({"type": "acquitte", "procedure": "exil.care"}, "procedure"),
        ({"type": "du", "du": {"qui": "personne"}}, "du.qui"),
        (
            {"type": "exil.suivi", "qui": "jeanne", "evenement": {"type": "soins"}},
            "evenement.type",
        ),
        (
            {"type": "exil.effacement", "qui": "sbire", "evenement": {"type": "test", "de": 1}},
            "evenement.type",
        ),
    ],
)
def test_a_wrong_event_names_its_field(event: Any, field: str) -> None:
    story = Story("exil")
    story.put("jeanne", "personnage", "Jeanne")
    story.put("sbire", "adversaire", "Un sbire")
    before = json.dumps(story.state)
    with pytest.raises(Refusal) as caught:
        story.takes(event)
    assert caught.value.field == field
    with pytest.raises(Refusal) as caught:
        apply_events(story.game, {}, story.state, [{"type": "avance", "unite": "jour"}, event])
    assert caught.value.field in (f"evenements[1].{field}", "evenements[1]")
    assert json.dumps(story.state) == before


def test_an_event_of_all_is_of_those_for_whom_it_is_possible() -> None:
    """A Figurant keeps no fight, and who fights already begins none; of nobody it is refused."""
    game = find_game("armes_dieux")
    assert game is not None
    person = {"jeu": "armes_dieux", "type": "personnage", "nom": "A", "domaines": {"x": 3}, "sr": 9}
    figurant = {"jeu": "armes_dieux", "type": "figurant", "nom": "F", "valeur": 3, "sr": 9}
    sheets = {"a": person, "f": figurant, "b": {**person, "nom": "B", "en_combat": True}}
    put = [{"type": "fiche", "qui": qui, "fiche": each} for qui, each in sheets.items()]
    state = apply_events(game, {}, initial_state(game), put).state
    fight = {"type": "armes_dieux.personnage", "evenement": {"type": "combat", "en_combat": True}}
    change = apply_event(game, {}, state, fight)
    assert [each.numbers.get("who") or each.about for each in change.entries] == ["A"]
    assert change.state["fiches"]["a"]["en_combat"] is True
    with pytest.raises(Refusal) as refused:
        apply_event(game, {}, change.state, fight)
    assert refused.value.field.startswith("evenement")


def test_a_sheet_that_no_ledger_could_go_on_with_is_refused() -> None:
    story = Story("exil")
    ill = {"nom": "fièvre", "sorte": "maladie", "debut": 5, "delai": 1, "periode": 2}
    with pytest.raises(Refusal) as caught:
        story.put("a", "personnage", "A", maux=[ill | {"malignite": "legere"}])
    assert caught.value.field == "fiche.maux[0].debut"
    unsound = {"fiches": {"a": {"type": "personnage", "nom": "A", "pds": 25}}}
    for shown in (
        lambda: apply_event(story.game, {}, unsound, {"type": "avance", "unite": "jour"}),
        lambda: ask_about("exil.campagne", {"etat": unsound}),
    ):
        with pytest.raises(Refusal) as caught:
            shown()
        assert caught.value.field == "etat.fiches.a.pds"


# ── what is beside ─────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_ledger_keeps_of_a_character_has_a_place_on_a_sheet(game: Game) -> None:
    """Else it would be lost between two events."""
    for ledger in campaign_record_of(game).ledgers:
        etat = fields_of(ledger)["etat"]
        if etat.source is None:
            continue
        for name, field in fields_of(type(etat.default)).items():
            wanted = field.source.fields if field.source else ()
            assert any(
                each in fields_of(kind) or isinstance(getattr(kind, each, None), property)
                for kind in kinds_of(game)
                for each in wanted
            ), f"{ledger.id}: {name}"


@pytest.mark.parametrize("game", GAMES)
def test_every_ledger_of_the_game_is_in_its_record(game: Game) -> None:
    built = campaign_record_of(game)
    ledgers = {kind.id for kind in game.procedures if "evenements" in fields_of(kind)}
    assert {kind.id for kind in built.ledgers} == ledgers - {f"{game.id}.campagne"}
    tags = [each["properties"]["type"]["const"] for each in built.events.json_schema()["oneOf"]]
    assert len(set(tags)) == len(tags)
    assert {"fiche", "retrait", "retouche", "avance", "scene", "du", "acquitte"} <= set(tags)
    assert ledgers - {f"{game.id}.campagne"} <= set(tags)


def test_a_game_that_declares_no_record_has_one() -> None:
    state = initial_state(TOYS)
    assert state["horloge"] == {"scene": 1, "en_cours": True}
    turned = apply_event(TOYS, {}, state, {"type": "avance", "n": 2})
    assert turned.state["horloge"]["scene"] == 3
    shown = [plain(step["text"]) for step in turned.trace(Words(TOYS))]
    assert shown[0] == "Fin de la scène 1."
    english = [step["text"] for step in turned.trace(Words(TOYS, "en"))]
    assert english[0] == "Scene 1 ends."


# ── consequence ───────────────────────────────────────────────────────────────────────────────────
def effects_left(game: Game) -> Iterator[tuple[str, str]]:
    """(effect, where) of every `effect("...")` in the sources of a game."""
    for source in game_sources(game):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="effect"), args=[ast.Constant(value=str(name)), *_]):
                    yield name, f"{source.name}:{node.lineno}"
                case ast.Call(func=ast.Name(id="effect")):
                    yield "", f"{source.name}:{node.lineno}"


@pytest.mark.parametrize("game", GAMES)
def test_every_effect_that_a_rule_leaves_has_a_consequence(game: Game) -> None:
    found = dict(effects_left(game))
    declared = campaign_record_of(game).declared
    assert found
    assert [
        f"{name} ({where})" for name, where in found.items() if name not in declared.effects
    ] == []
    assert sorted(declared.effects.keys() - found) == []
    for procedure in declared.results:
        assert find_procedure(procedure).id == procedure
    assert declared.signals.keys() <= found.keys()


def runs_of(game: Game) -> Iterator[Session]:
    for procedure, place, params in grid():
        if procedure.startswith(f"{game.id}."):
            session = random_run(ask_about(procedure, params), place)
            if session.done:
                yield session


def people(game: Game, session: Session) -> dict[str, str]:
    """A cast of two for whatever seats, roles and names there may be."""
    names = [*session.question.procedure.ids(), "", "acteur", "player", "a", "attaquant"]
    others = ["b", "cible", "defenseur", "patient", "apprenti", "adversaire", "cibles[0]"]
    return dict.fromkeys(names, "une") | dict.fromkeys(others, "autre")


def two(game: Game) -> Story:
    """A campaign with two characters of players."""
    story = Story(game.id)
    first: dict[str, Any] = next(
        event["fiche"] for event in events_of(game) if event["type"] == "fiche"
    )
    fields = {name: value for name, value in first.items() if name not in ("jeu", "type", "nom")}
    story.put("une", first["type"], "Une", **fields)
    story.put("autre", first["type"], "Autre", **fields)
    return story


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_run_leaves_is_an_event_of_the_record_and_reads_well(game: Game) -> None:
    """A consequence may be refused (the run began elsewhere), but it is never ill-formed."""
    story, count = two(game), 0
    english = Words(game, "en")
    events = campaign_record_of(game).events
    for session in runs_of(game):
        question, cast = session.question, people(game, session)
        for consequence in consequences_of(game, {}, story.state, question, session, cast):
            count += 1
            for event in (consequence.event, *consequence.others):
                assert isinstance(events.read(event, ""), Record)
            text = plain(consequence.sentence(story.words))
            assert text[-1] in ".»", text
            assert consequence.sentence(english) != consequence.sentence(story.words)
            assert "_" not in text
            assert all(clause in game.clauses for clause in consequence.clauses)
            assert consequence.qui in (None, "une", "autre")
            assert (
                json.loads(json.dumps(consequence.view(story.words)))["event"] == consequence.event
            )
            try:
                story.takes(consequence.event)
            except Refusal:
                continue
    assert count > 5


@pytest.mark.parametrize("game", GAMES)
def test_the_json_of_a_run_is_recorded_like_its_session(game: Game) -> None:
    story = two(game)
    for session in runs_of(game):
        question, cast = session.question, people(game, session)
        if session.question.procedure.beliefs() or session.secrets:
            continue
        view = run_view(session, story.words)
        again = consequences_of(
            game, {}, story.state, question, (view["result"], view["effects"]), cast
        )
        named = consequences_of(game, {}, story.state, question, session, cast)
        if not session.answers:
            assert consequences_of(game, {}, story.state, question, None, cast) == named
        asked = [each for each in named if each.event not in [one.event for one in again]]
        assert all("desastre" in str(each.event) for each in asked)  # a choice is in no result


def test_nobody_who_is_not_kept_is_recorded() -> None:
    story = Story("exil")
    assert story.runs("fall", {"hauteur": 4}, cast={"acteur": "jeanne"}) == []
    story.put("jeanne", "personnage", "Jeanne")
    assert story.runs("fall", {"hauteur": 4}, cast={"acteur": "Jeanne"}) != []
    assert story.runs("fall", {"hauteur": 4}, cast={"acteur": "", "": "jeanne"}) == []


def test_a_run_that_is_not_over_leaves_nothing_yet() -> None:
    story = Story("exil")
    question = ask_about("exil.shock", {"valeurs": [4]})
    with pytest.raises(Refusal) as caught:
        consequences_of(story.game, {}, story.state, question, play(question), {})
    assert caught.value.field == "answers"


def test_a_fight_of_several_names_whom_its_effects_befall() -> None:
    heroes = [{"id": "Hana", "de": 8, "coeurs": 2}, {"id": "Ivo", "de": 8}]
    params = {"heros": heroes, "adversaires": [{"id": "x", "cible": "boss"}]}
    answers = [{"choose": "coup:Ivo"}, {"choose": "fin"}]
    session = play(ask_about("socle.combat", params, {}, answers))
    view = run_view(session, Words(None))
    assert view["effects"] == [{"effect": "coeurs", "amount": -1, "who": "Ivo"}]
    alone = play(ask_about("socle.coup", {"coeurs": 2}))
    own = [{"effect": "coeurs", "amount": -1}]
    assert run_view(alone, Words(None))["effects"] == [own[0] | {"who": "player"}]
    assert effects_view(alone) == own  # as campaigns store it


# ── tokens ─────────────────────────────────────────────────────────────────────────────────────
MOVES = st.sampled_from(["perd", "perd_contre", "gagne", "depense", "desastre", "instant", "scene"])


@settings(max_examples=25, deadline=None)
@given(moves=st.lists(st.tuples(MOVES, st.integers(1, 3)), max_size=25))
def test_tokens_are_conserved_until_the_scene_ends(moves: list[tuple[str, int]]) -> None:
    story = Story("loss")
    story.put("ana", "personnage", "Ana", traits={"Agilité": 6})
    story.put("garde", "pnj", "Le garde", traits={"Force": 5})
    held = 0
    for move, n in moves:
        lost = {"trait": 6, "talent": 3, "exploits": n}
        try:
            match move:
                case "perd":
                    story.runs("action", lost, [{"dice": [2]}], {"acteur": "ana"})
                    held += n
                case "perd_contre":
                    cast = {"acteur": "ana", "cible": "garde"}
                    against = lost | {"adversaire": "pnj"}
                    story.runs("action", against, [{"dice": [2]}], cast)
                    held += n
                case "gagne":
                    uses = {"exploits": n, "emplois": ["jeton"] * n}
                    story.runs("exploits", uses, cast={"acteur": "ana"})
                    held += n
                case "depense":
                    spent: dict[str, Any] = {
                        "trait": 3,
                        "talent": 3,
                        "jetons": 3,
                        "jetons_avant": n,
                    }
                    spent |= {"jetons_apres": "none", "difficulty": 90}
                    story.runs("action", spent, [{"dice": [2]}], {"acteur": "ana"})
                    held -= n
                case "desastre":
                    story.runs("desastre", {"jetons": n}, cast={"joueur": "ana"})
                    held -= n
                case _:
                    story.then("avance", unite=move)
                    held = 0 if move == "scene" else held
        except Refusal as refusal:
            _more_than_there_are(refusal)
        scene = story.state["registres"]["loss.jetons"]
        pools = (scene["reserves"], scene["mj"]["libres"], scene["mj"]["ag"])
        assert sum(sum(pool.values()) for pool in pools) == held
        assert all(count >= 0 for pool in pools for count in pool.values())


def _more_than_there_are(refusal: Refusal) -> None:
    assert refusal.field in ("evenement.n", "evenement.player")
