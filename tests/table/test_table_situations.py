"""Each document at the table: who is asked, what comes out, what is owed and to whom."""

from __future__ import annotations

import msgspec
import pytest

from tablee.rules.forms import OneOf
from tablee.rules.questions import Choose
from tablee.table.log.events import Recorded
from tablee.table.seats import Cast
from tests.games.armes_dieux.table_situations import ALL_LOST, WEIGHED_DOWN
from tests.games.eclats.table_situations import AT_TABLE as ECLATS
from tests.kit import acts
from tests.kit.situations import Params, kept, modules_of_games
from tests.table.evening import LEADER, choices, set_up
from tests.table.situations_at_table import Played, dice, table_of

SITUATIONS = [
    pytest.param(game, each, id=f"{game}.{each.procedure} {each.clauses} {place}")
    for game, module in modules_of_games("table_situations")
    for place, each in enumerate(module.AT_TABLE)
]

SAME_PERSON: list[tuple[str, str, Cast]] = [
    ("exil", "assaut", {"": "aurele", "cible": "aurele"}),
    ("exil", "shot", {"": "aurele", "cible": "aurele"}),
    ("exil", "attaques_multiples", {"": "aurele", "cibles": ["brute", "aurele"]}),
    ("exil", "duel", {"a": "aurele", "b": "aurele"}),
    ("exil", "contact_round", {"a": "brute", "b": "brute"}),
    ("exil", "teaching", {"": "aurele", "apprenti": "aurele"}),
    ("loss", "active", {"initiateur": "kordan", "repondant": "kordan"}),
    ("loss", "combat", {"attaquant": "kordan", "defenseur": "kordan"}),
    ("loss", "blind", {"": "kordan", "cacheur": "kordan"}),
    ("loss", "dissimulation", {"cacheur": "kordan", "chercheurs": ["nerise", "kordan"]}),
    ("socle", "test", {"": "maelle", "ally": "maelle"}),
    ("socle", "attaque", {"": "maelle", "ally": "maelle"}),
    ("socle", "magie", {"": "maelle", "ally": "maelle"}),
    ("socle", "chronometre", {"": "maelle", "ally": "maelle"}),
    ("socle", "duel", {"": "maelle", "adversaires": ["pillard", "maelle"]}),
    ("socle", "duel", {"": "maelle", "adversaires": ["pillard", "pillard"]}),
    ("socle", "duel_d6", {"": "maelle", "adversaires": ["pillard", "pillard"]}),
    ("socle", "combat", {"heros": ["maelle", "gontrand"], "adversaires": ["maelle"]}),
    ("socle", "combat", {"heros": ["maelle"], "adversaires": ["pillard", "pillard"]}),
    ("socle", "combat", {"adversaires": ["pillard"], "heros": ["maelle", "maelle"]}),
    ("socle", "repos", {"heros": ["maelle", "maelle"]}),
    ("exil", "assaut", {"": "aurele", "cible": "brute", "allie": "brute"}),
    ("exil", "shot", {"": "aurele", "cible": "brute", "ennemi": "aurele"}),
    ("exil", "attaques_multiples", {"": "aurele", "cibles": ["brute", "brute"]}),
    ("exil", "rafale", {"": "aurele", "cibles": ["brute", "brute"]}),
    ("exil", "melee", {"combattants": ["brute", "aurele", "brute"]}),
    ("exil", "opposition", {"protagonistes": ["aurele", "aurele"]}),
    ("exil", "cooperation", {"participants": ["aurele", "aurele"]}),
    ("loss", "passive", {"": "kordan", "cible": "kordan"}),
    ("loss", "action", {"": "kordan", "adversaires": ["nerise", "kordan"]}),
    ("loss", "trait", {"": "kordan", "adversaires": ["nerise", "nerise"]}),
    ("loss", "dissimulation", {"cacheur": "kordan", "chercheurs": ["nerise", "nerise"]}),
    ("loss", "degats_echelle", {"attaquant": "kordan", "cible": "kordan"}),
    ("armes_dieux", "opposition", {"participants": ["bastan", "bastan"]}),
    ("eclats", "action", {"": "lubin", "adversaire": "lubin"}),
    ("eclats", "test", {"": "lubin", "adversaire": "lubin"}),
    ("eclats", "relance", {"": "lubin", "adversaire": "lubin"}),
    ("eclats", "negociation", {"": "lubin", "adversaire": "lubin"}),
]
FORCE: Params = {"de": "Force"}
ALONE: Cast = {"": "gontrand"}
HELPED: Cast = {"": "maelle", "ally": "gontrand"}
FOE: Cast = {"adversaire": "capitaine"}
HEALS: Params = {"niveau": "fort", "soin": True, "aide": False}
UNABLE: list[tuple[str, Params, Cast, str]] = [
    ("test", FORCE, ALONE, "etat"),
    ("test_d6", {"niveau": "Force"}, ALONE, "etat"),
    ("chronometre", FORCE | {"reussites": 1}, ALONE, "etat"),
    ("magie", {"niveau": "astuce"}, ALONE, "etat"),
    ("attaque", FORCE, {**ALONE, **FOE}, "etat"),
    ("attaque_d6", {"niveau": "Force"}, {**ALONE, **FOE}, "etat"),
    ("sort_attaque", {"niveau": "standard"}, {**ALONE, **FOE}, "etat"),
    ("duel", FORCE, {**ALONE, "adversaires": ["pillard"]}, "etat"),
    ("duel_d6", {"niveau": "Force"}, {**ALONE, "adversaires": ["pillard"]}, "etat"),
    ("test", FORCE, HELPED, "etat_allie"),
    ("test_d6", {"niveau": "Force", "aide": True}, HELPED, "etat_allie"),
    ("chronometre", FORCE | {"reussites": 1}, HELPED, "etat_allie"),
    ("attaque", FORCE, {**HELPED, **FOE}, "etat_allie"),
    ("attaque_d6", {"niveau": "Force"}, {**HELPED, **FOE}, "etat_allie"),
    ("magie", {"niveau": "astuce"}, HELPED, "etat_allie"),
    ("sort_attaque", {"niveau": "standard"}, {**HELPED, **FOE}, "etat_allie"),
    ("magie", HEALS, {"": "maelle", "soigne": "gontrand"}, "etat_soigne"),
]


@pytest.mark.parametrize(("game", "situation"), SITUATIONS)
def test_a_situation_at_the_table(game: str, situation: Played) -> None:
    table = table_of(game, situation)
    (run,) = table.state.runs.values()
    if situation.more:
        assert getattr(table.session(run.id).pending, "label", "") == situation.more
        return
    assert run.outcome is not None, table.session(run.id).pending
    assert kept(dict(run.outcome.result), situation.result) == situation.result
    owed = [(each["qui"], each["procedure"] or each["texte"]) for each in table.state.record["dus"]]
    assert owed == list(situation.owed)
    recorded = [each for each in table.events if isinstance(each, Recorded)]
    assert [each.event for each in recorded if each.refusal] == []  # what is shown is done
    for who, fields in situation.sheets.items():
        assert kept(dict(table.state.sheet(who)), fields) == fields


@pytest.mark.parametrize(("game", "procedure", "cast"), SAME_PERSON)
def test_a_character_has_one_place(game: str, procedure: str, cast: Cast) -> None:
    """Nobody helps or attacks himself, or counts twice, whatever else the run lacks."""
    table = set_up(game)
    to = (str(cast[""]),) if "" in cast else ()
    others = {place: who for place, who in cast.items() if place}
    act = acts.RequestRun(procedure=f"{game}.{procedure}", cast=others, to=to)
    assert not table.act(LEADER, act)
    assert table.wrong is not None
    assert table.wrong.field == f"cast.{list(cast)[-1]}"


@pytest.mark.parametrize("state", ["a_terre", "mort"])
@pytest.mark.parametrize(("procedure", "params", "cast", "field"), UNABLE)
def test_who_is_down_neither_acts_nor_helps(
    state: str, procedure: str, params: Params, cast: Cast, field: str
) -> None:
    """SOC-COE-04, SOC-AID-01: an Action is for who is up; nothing heals a dead character."""
    table = set_up("socle")
    down = {"type": "retouche", "qui": "gontrand", "champs": {"coeurs": 0, "etat": state}}
    table.does(LEADER, acts.ChangeRecord(event=down))
    to, others = (str(cast[""]),), {place: who for place, who in cast.items() if place}
    act = acts.RequestRun(procedure=f"socle.{procedure}", params=params, cast=others, to=to)
    healed = field == "etat_soigne" and state == "a_terre"
    assert table.act(LEADER, act) == healed
    assert healed or (table.wrong is not None and table.wrong.field == field)


def test_a_blow_does_not_tell_the_hearts_of_an_adversary() -> None:
    """SOC-TOU-02, R-27: where they are the MJ's alone."""
    blow = Played(
        clauses="TOU-02",
        procedure="coup",
        to=("capitaine",),
        rulings={"chiffres_adverses": "caches"},
    )
    table = table_of("socle", blow)
    shown = {seat: str(table.last(seat)) for seat in (LEADER, "j1")}
    assert "il en reste 2" in shown[LEADER]
    assert "il en reste" not in shown["j1"]
    assert "coeurs" not in table.result("j1")


def test_hidden_hearts_do_not_hide_how_many_are_lost() -> None:
    """SOC-TOU-04, R-27: the consequence counts the Blessures that the trace tells to all."""
    hit = Played(
        clauses="TOU-04",
        procedure="attaque",
        params={"de": "Force", "aide": False, "avantage": "ask"},
        to=("gontrand",),
        cast={"adversaire": "capitaine"},
        rulings={"chiffres_adverses": "caches"},
        asked=(("j1", "test", dice(12)), ("j1", "avantage", "blessure")),
    )
    (wounded,) = table_of("socle", hit).last("j1").consequences
    assert wounded.text.replace("\u00a0", " ") == "La capitaine Ruvre reçoit 2 Blessures."


def test_a_duel_names_its_adversaries() -> None:
    """SOC-ATK-01: on the card and in every sentence, those who were chosen by their sheets."""
    duel = Played(
        clauses="ATK-01",
        procedure="duel",
        params={"de": "Force"},
        to=("gontrand",),
        cast={"adversaires": ["capitaine", "pillard"]},
        asked=(("j1", "test", dice(3)), (LEADER, "riposte", "coeur"), ("j1", "test", dice(8))),
    )
    (run,) = table_of("socle", duel).view("j1").runs
    assert [each.character for each in run.fighters] == ["gontrand", "capitaine", "pillard"]
    shown = " ".join(line.text for line in run.lines)
    for text in ("contre La capitaine Ruvre", "La capitaine Ruvre riposte", "Ruvre (élite) reçoit"):
        assert text in shown
    assert "adversaire" not in shown


def test_a_secret_difficulty_is_hidden_from_an_ally() -> None:
    """SOC-SIX-02, SOC-AID-01: what a secret run keeps from players is no fact of their questions."""
    table = set_up("socle", rulings={"aide_d6": "moins_un"})
    params = {"niveau": "Agilité", "plus_dur": 1}
    act = acts.RequestRun(
        procedure="socle.test_d6",
        params=params,
        to=("gontrand",),
        cast={"ally": "maelle"},
        secret=True,
    )
    table.does(LEADER, act)
    shown = {seat: choices(table.view(seat).runs[0])[0].facts for seat in (LEADER, "j2")}
    assert [each.label for each in shown[LEADER]] == ["niveau", "difficulté en plus"]
    assert [each.label for each in shown["j2"]] == ["niveau"]


def test_the_maitre_sees_what_prices_are_worth() -> None:
    """ECL-NEG-10: examples beside each number of dice, but the refusal."""
    offered = next(each for each in ECLATS if each.more == "prix")
    table = table_of("eclats", msgspec.structs.replace(offered, asked=offered.asked[:2]))
    (run,) = table.view(LEADER).runs
    (ask,) = choices(run)
    assert isinstance(ask.means, list)
    assert ask.means[0] == ""
    assert "escalader" in ask.means[3]


def test_a_carried_malus_of_a_hidden_figurant_is_not_shown() -> None:
    """AD-REV-04: as his Poignée, it is the Meneur’s alone (ruling R-27)."""
    side = {"bonus": [], "ecartes": 0, "renfort_reserve": 0}
    weighed = {"type": "retouche", "qui": "sentinelle", "champs": {"malus_report": 3}}
    shown = []
    for scores in ("montres", "caches"):
        table = table_of(
            "armes_dieux",
            Played(
                clauses="REV-04",
                procedure="opposition",
                params={
                    "participants": [side | {"poignee": 2}, side],
                    "additionnel": "jamais",
                },
                cast={"participants": ["bastan", "sentinelle"]},
                rulings={"scores_adverses": scores},
                before=(weighed,),
                asked=(("j1", "poignee", dice(1, 2)), (LEADER, "poignee", dice(6, 6, 6))),
            ),
        )
        assert table.state.sheet("sentinelle")["malus_report"] == 0
        shown.append([len(table.last(seat).consequences) for seat in (LEADER, "j1")])
    assert shown == [[1, 1], [1, 0]]


def test_a_revers_of_a_figurant_is_chosen_in_its_name() -> None:
    """AD-REV-06: the Meneur chooses, for the Figurant who is asked about (ruling R-21)."""
    setback = Played(
        clauses="REV-06",
        procedure="revers",
        params={"reussite": True},
        to=("sentinelle",),
        more="revers",
    )
    table = table_of("armes_dieux", setback)
    (run,) = table.view(LEADER).runs
    assert [(ask.seat, ask.character) for ask in choices(run)] == [(LEADER, "Sentinelle du pont")]
    chosen = msgspec.structs.replace(setback, asked=((LEADER, "revers", "complication"),))
    (first, *_) = table_of("armes_dieux", chosen).last("j1").lines
    assert first.text == "Sentinelle du pont choisit\u00a0: compliquer la situation (Revers)."


@pytest.mark.parametrize(
    ("situation", "missing"), [(ALL_LOST, "equipement"), (WEIGHED_DOWN, "difficulte")]
)
def test_a_revers_that_would_cost_nothing_is_not_offered(situation: Played, missing: str) -> None:
    """AD-REV-03, -04: the sheet tells what is left to lose, and what weighs already."""
    table = table_of("armes_dieux", situation)
    (run,) = table.state.runs
    pending = table.session(run).pending
    assert isinstance(pending, Choose)
    assert isinstance(pending.form, OneOf)
    whole = {"tension", "equipement", "difficulte", "complication"}
    assert set(pending.form.ids) == whole - {missing}
