"""An economy of tokens: what the ledger has is what a Test may spend, and what it spends is gone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.table.log import events as ev
from tablee.table.log.fold import apply, folded
from tablee.table.log.record_merge import GROWN, merged
from tablee.table.views.view_types import ChoiceAsk, ThrowAsk
from tests.kit import acts
from tests.table.acts.doing import refused
from tests.table.evening import LEADER, Table, choices, set_up, sheet_of
from tests.table.tokens import TOKENS, won_and_lost


@pytest.fixture
def table() -> Table:
    """kordan has won two tokens, and lost an Exploit to the MJ."""
    return won_and_lost(1)


def params(table: Table, procedure: str, cast: dict[str, str], **given: Any) -> dict[str, Any]:
    """What a run is requested with."""
    scores = {"trait": "Puissance", "talent": "Esquive"} if "" in cast else {}
    others = {role: who for role, who in cast.items() if role}
    to = (cast[""],) if "" in cast else ()
    act = acts.RequestRun(procedure=procedure, params={**scores, **given}, cast=others, to=to)
    table.does(LEADER, act)
    return dict(next(table.state.runs.latest()).params)


def test_a_test_may_spend_what_its_side_has(table: Table) -> None:
    own = params(table, "loss.action", {"": "kordan"}, difficulty=20)
    assert (own["jetons"], own["desastres_max"]) == (2, 1)
    none = params(table, "loss.action", {"": "nerise"}, talent="Fouille", trait="Esprit")
    assert (none["jetons"], none["desastres_max"]) == (0, 0)
    given = params(table, "loss.action", {"": "kordan"}, jetons=5, desastres_max=3)
    assert (given["jetons"], given["desastres_max"]) == (5, 3)
    sides = params(
        table,
        "loss.active",
        {"initiateur": "kordan", "repondant": "veilleur"},
        somme_initiateur=12,
        somme_repondant=11,
    )
    assert (sides["jetons_initiateur"], sides["jetons_repondant"]) == (2, 1)


def test_what_one_of_the_leaders_loses_against_another_goes_to_the_players(table: Table) -> None:
    """LOSS-EXL-10: to the player with the fewest tokens, at once."""
    scores = {"somme_attaque": 10, "somme_defense": 10, "exploits": 2, "jetons_apres": "none"}
    scores |= {"jetons_avant_attaque": 0}
    sides = {"attaquant": "veilleur", "defenseur": "fouisseur"}
    act = acts.RequestRun(procedure="loss.combat", params={**scores, "acteur": "mj"}, cast=sides)
    table.does(LEADER, act)
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [3]}))
    assert not any(each.impossible for each in table.state.consequences_of("j1"))
    assert not table.view(LEADER).pending
    assert table.state.record["registres"][TOKENS]["reserves"]["nerise"] == 2


def test_how_much_there_is_at_most_is_not_taken_off(table: Table) -> None:
    """Tokens may be left out, not that the MJ has no more than a number of against somebody."""
    params(table, "loss.action", {"": "kordan"}, difficulty=20)
    texts = table.view(LEADER).runs[0].parameters
    assert {each.field: each.removable for each in texts if each.field != "acteur"} == {
        "trait": False,
        "talent": False,
        "difficulty": True,
        "jetons": True,
    }
    table.does(LEADER, acts.RemoveModifier(run="j1", name="jetons"))
    again = table.state.runs["j2"].params
    assert (again["jetons"], again["desastres_max"]) == (0, 1)


def test_whose_character_acts_is_not_taken_off(table: Table) -> None:
    params(table, "loss.action", {"": "veilleur"}, trait="Agilité", talent="Corps-à-corps")
    texts = {each.label: each.removable for each in table.view(LEADER).runs[0].parameters}
    assert "Acteur" not in texts
    assert refused(table, LEADER, acts.RemoveModifier(run="j1", name="acteur")).field == "name"


def test_nobody_is_asked_for_tokens_that_are_not_there(table: Table) -> None:
    params(table, "loss.action", {"": "nerise"}, trait="Esprit", talent="Fouille", difficulty=20)
    asked = []
    while table.state.runs["j1"].status == "open":
        run = table.view(LEADER).runs[0]
        ask = run.asks[0]
        asked.append(ask.context if isinstance(ask, ChoiceAsk) else "dice")
        answer: dict[str, Any] = {"dice": [5]} if isinstance(ask, ThrowAsk) else {"choose": 0}
        table.does(LEADER, acts.Answer(run="j1", place=run.place, answer=answer))
    assert asked == ["exploits", "dice"]


def test_what_is_spent_is_gone(table: Table) -> None:
    params(table, "loss.action", {"": "kordan"}, difficulty=25, desastres=0, exploits=0)
    for answer in ({"choose": 1}, {"dice": [5]}, {"choose": 1}):
        run = table.view("j1").runs[0]
        table.does("j1", acts.Answer(run="j1", place=run.place, answer=answer))
    last = table.last("j2")
    assert table.result("j2")["jetons_depenses"] == 2
    assert [each.refused for each in last.consequences] == [""]
    kept = table.state.record["registres"][TOKENS]
    assert kept["reserves"] == {"kordan": 0}
    assert params(table, "loss.action", {"": "kordan"}, difficulty=25)["jetons"] == 0
    table.does("j1", acts.Decline(consequence=last.consequences[0].id))
    assert table.state.record["registres"][TOKENS]["reserves"] == {"kordan": 2}


def written(table: Table) -> list[int]:
    """The bytes of the changes of the ledger, as they are kept."""
    return [len(ev.write_event(event)) for event in table.events if isinstance(event, ev.Recorded)]


def test_the_log_grows_by_what_is_new(table: Table) -> None:
    """A ledger that keeps all that has happened is not written again with everything that happens."""
    gain = {"type": "gain", "holder": "kordan", "n": 1, "camp": "pj"}
    for _ in range(100):
        table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    assert len(table.state.record["registres"][TOKENS]["journal"]) == 102
    sizes = written(table)
    assert max(sizes[-5:]) - min(sizes[5:10]) < 60  # a digit more here and there
    assert table.again() == table.state


def test_what_is_declined_and_restored_folds_the_same(table: Table) -> None:
    gain = {"type": "gain", "holder": "kordan", "n": 1, "camp": "pj"}
    for _ in range(4):
        table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    journal = table.state.record["registres"][TOKENS]["journal"]
    middle = table.state.scene_consequences[-3]
    table.does(LEADER, acts.Decline(consequence=middle))
    assert table.state.record["registres"][TOKENS]["journal"] == [*journal[:3], *journal[4:]]
    table.does(LEADER, acts.Restore(consequence=middle))
    assert table.state.record["registres"][TOKENS]["journal"] == journal
    assert table.again() == table.state


def test_an_older_log_that_kept_the_whole_ledger_folds_the_same(table: Table) -> None:
    gain = {"type": "gain", "holder": "kordan", "n": 1, "camp": "pj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    older = folded(table.state.id, [])
    for event in table.events:
        before = older.record
        if isinstance(event, ev.Recorded) and GROWN in event.changes:
            whole = {"registres": merged(before, event.changes)["registres"]}
            event = msgspec.structs.replace(event, changes=whole)
        apply(older, event)
    assert older == table.state
    assert any(isinstance(e, ev.Recorded) and GROWN in e.changes for e in table.events)


# ── what is spent in secret ────────────────────────────────────────────────────────────────────
def hidden(die: int, *after: int) -> Table:
    """kordan hides from nerise with what his die shows, and tokens after it; both are found alike."""
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    scores = {"trait": 5, "talent": 5, "exploits": 0, "desastres": 0, "jetons_avant": 0}
    hider = scores | {"difficulty": 15, "jetons": 2}
    act = acts.RequestRun(
        procedure="loss.dissimulation",
        params={"cacheur": hider, "chercheurs": [scores]},
        cast={"cacheur": "kordan", "chercheurs": ["nerise"]},
    )
    table.does(LEADER, act)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [die]}))
    for place, n in enumerate(after, 1):
        table.does("j1", acts.Answer(run="j1", place=place, answer={"choose": n}))
    place = table.view("j2").runs[0].place
    table.does("j2", acts.Answer(run="j1", place=place, answer={"dice": [6]}))
    assert table.state.runs["j1"].status == "done"
    return table


def tokens(table: Table, seat: str) -> list[int]:
    """The tokens that kordan has, as a seat sees them."""
    (kordan,) = (each for each in table.view(seat).characters if each.id == "kordan")
    return [each.value for each in kordan.gauges if each.name == "Jetons"]


def test_what_who_conceals_has_spent_is_shown_to_him_and_the_leader_alone() -> None:
    """LOSS-INV-01: the others would learn from it how well he has hidden."""
    spent, kept = hidden(3, 1), hidden(9)
    for table in (spent, kept):
        table.at = 0
    for seat in ("j2", "j3"):
        assert [seat, *views(spent, seat)] == [seat, *views(kept, seat)]
        assert not spent.act(seat, acts.Restore(consequence="j1.s1"))
        assert spent.wrong is not None
        assert spent.wrong.allowed == "un changement de cette scène"
    for seat in ("j1", LEADER):
        (texts,) = spent.last(seat).consequences
        assert (texts.id, texts.pending, texts.declined) == ("j1.s1", True, True)
        assert texts.private
        assert "Kordan" in texts.text
        assert texts.may
        assert kept.last(seat).consequences == []
        assert tokens(spent, seat) == [2]


@pytest.mark.parametrize("seat", ["j1", LEADER])
def test_what_was_spent_in_secret_counts_once_one_of_them_has_it_so(seat: str) -> None:
    table = hidden(3, 1)
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": GAIN}))
    table.does(seat, acts.Restore(consequence="j1.s1"))
    assert [tokens(table, each) for each in ("j1", "j2", LEADER)] == [[2]] * 3  # 2 - 1 + 1
    assert table.state.consequences["j1.s1"].applied
    assert "s1" not in str(table.view("j2").story)
    assert table.again() == table.state


GAIN = {"type": "gain", "holder": "kordan", "n": 1, "camp": "pj"}


def falls_short(table: Table) -> None:
    """kordan is asked for a Test, and lacks two tokens with what his die shows."""
    scores = {"trait": 5, "talent": 5, "exploits": 0, "desastres": 0, "jetons_avant": 0}
    act = acts.RequestRun(
        procedure="loss.action", params={**scores, "difficulty": 20}, to=("kordan",)
    )
    table.does(LEADER, act)
    table.does("j1", acts.Answer(run="j2", place=0, answer={"dice": [2]}))


def offered(table: Table, seat: str) -> list[tuple[list[int], bool]]:
    """The tokens that a seat may spend, and whether it is shown what they are worth; in the story
    too."""
    view = table.view(seat)
    (run,) = view.runs
    assert run in [item.run for item in view.story.items]
    return [(list(ask.range or ()), run.chances == "available") for ask in choices(run)]


def test_what_was_spent_in_secret_is_not_offered_again_to_who_knows_of_it() -> None:
    spent, kept = hidden(3, 1), hidden(9)
    for table in (spent, kept):
        table.at = 0
        falls_short(table)
    for seat in ("j1", LEADER):
        assert offered(spent, seat) == [([0, 1], False)]
        assert offered(kept, seat) == [([0, 2], True)]
    assert "au plus 1" in str(choices(spent.view("j1").runs[0])[0].facts)
    texts = refused(spent, "j1", acts.Answer(run="j2", place=1, answer={"choose": 2}))
    assert (texts.field, texts.numbers["most"]) == ("answer", 1)
    others = [[views(table, seat) for seat in ("j2", "j3")] for table in (spent, kept)]
    assert others[0] == others[1]
    for table in (spent, kept):
        table.does("j1", acts.Answer(run="j2", place=1, answer={"choose": 1}))
    others = [[views(table, seat) for seat in ("j2", "j3")] for table in (spent, kept)]
    assert others[0] == others[1]
    spent.does("j1", acts.Restore(consequence="j1.s1"))
    assert tokens(spent, "j2") == []  # none is left


def test_what_is_left_changes_with_what_is_had_so() -> None:
    """What the page has shown of a run that waits does not stay as it was."""
    table = hidden(3, 1)
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": GAIN}))
    falls_short(table)
    assert offered(table, "j1") == [([0, 2], False)]  # 3 - 1
    table.does(LEADER, acts.Restore(consequence="j1.s1"))
    assert not table.act("j1", acts.Answer(run="j2", place=1, answer={"choose": 3}))
    assert offered(table, "j1") == offered(table, LEADER) == [([0, 2], False)]
    assert "Il en reste" in str(choices(table.view("j1").runs[0])[0].facts)  # all know by now
    table.does("j1", acts.Answer(run="j2", place=1, answer={"choose": 2}))


def views(table: Table, seat: str) -> list[bytes]:
    return [msgspec.json.encode(table.view(seat))]


def answers(table: Table, seat: str, *given: dict[str, Any]) -> list[str]:
    """Answers to the run that waits, by one seat; what its changes tell once it is over."""
    run = next(reversed(table.state.runs))
    for answer in given:
        place = table.view(seat).runs[0].place
        table.does(seat, acts.Answer(run=run, place=place, answer=answer))
    assert table.state.runs[run].status == "done"
    return [each.text for each in table.last(LEADER).consequences]


def test_who_has_won_exploits_says_what_they_are_for(table: Table) -> None:
    """What falls due of a Test is asked of its winner, and his tokens are his (LOSS-EXL-04)."""
    params(table, "loss.action", {"": "kordan"}, exploits=2, desastres=0, jetons_avant=0)
    assert answers(table, "j1", {"dice": [9]}, {"choose": 1}) == [
        "Kordan dépense 1 jeton sur ce Test.",
        "Kordan gagne 2 Exploits à employer.",
    ]
    (due,) = table.state.record["dus"]
    act = acts.RequestRun(procedure=due["procedure"], params=due["params"], to=(due["qui"],))
    table.does(LEADER, act)
    assert answers(table, "j1", {"choose": "jeton"}, {"choose": "allie"})[0] == (
        "Kordan garde 1 jeton gagné."
    )
    assert table.state.record["registres"][TOKENS]["reserves"] == {"kordan": 2}


def test_disasters_of_their_own_take_the_tokens_that_they_cost(table: Table) -> None:
    act = acts.RequestRun(
        procedure="loss.desastre", params={"jetons": 1, "malus": True}, to=("kordan",)
    )
    table.does(LEADER, act)
    texts = [each.text for each in table.last(LEADER).consequences]
    assert texts[:1] == ["1 Désastre frappe Kordan."]
    assert table.state.record["registres"][TOKENS]["mj"]["libres"] == {"kordan": 0}


def test_who_conceals_and_who_seeks_have_their_tokens_too(table: Table) -> None:
    """In a list of people as well as in a role; the MJ has no Désastre for who has lost nothing."""
    cast = {"cacheur": "kordan", "chercheurs": ["nerise", "veilleur"]}
    hides = {"trait": "Agilité", "talent": "Furtivité"}
    seeks = {"trait": "Instinct", "talent": "Corps-à-corps"}
    given = {"cacheur": hides, "chercheurs": [{**seeks, "talent": "Fouille"}, seeks]}
    act = acts.RequestRun(procedure="loss.dissimulation", params=given, cast=cast)
    table.does(LEADER, act)
    asked = table.state.runs["j1"].params
    (nerise, veilleur), hider = asked["chercheurs"], asked["cacheur"]
    assert (hider["jetons"], hider["desastres_max"]) == (2, 1)
    assert (nerise["jetons"], nerise["desastres_max"]) == (0, 0)
    assert veilleur["jetons"] == 1


def test_the_fewest_tokens_are_those_of_the_moment(table: Table) -> None:
    """LOSS-EXL-10: the one with the fewest receives, the tokens of the failure before counted."""
    scores = {"trait": 1, "talent": 1, "exploits": 3, "jetons_avant": 0, "difficulty": 100}
    for run in ("j1", "j2"):
        act = acts.RequestRun(procedure="loss.action", params=scores, to=("veilleur",))
        table.does(LEADER, act)
        table.does(LEADER, acts.Answer(run=run, place=0, answer={"dice": [2]}))
    reserves = table.state.record["registres"][TOKENS]["reserves"]
    assert (reserves["kordan"], reserves["nerise"]) == (2 + 3, 0 + 3)


@pytest.mark.parametrize("known", [False, True])
def test_who_is_not_met_yet_has_no_part_in_what_is_shared(table: Table, known: bool) -> None:
    """A character that the leader has made ready: nobody could tell that it is there (LOSS-EXL-10)."""
    prepared = sheet_of(table, "kordan", nom="Ombre")
    table.does(LEADER, acts.PutSheet(character="ombre", sheet=prepared, free=known))
    lost = {"exploits": 3, "acteur": "mj", "auteur": "Le veilleur"}
    table.does(LEADER, acts.RequestRun(procedure="loss.echec", params=lost, to=("fouisseur",)))
    run = next(table.state.runs.latest())
    assert ("Ombre" in run.params["reserves"]) == known
    assert ("Ombre" in str(table.view("j3"))) == known


def test_people_may_be_named_by_hand_in_what_happens_to_tokens(table: Table) -> None:
    """As the page names them; an id is as good."""
    failed = {"type": "echec", "exploits": 2, "auteur": "Nérise Halvane", "attributions": {"mj": 2}}
    spent = {"type": "depense_mj", "pnj": "veilleur", "n": 1, "libres": {"Nérise Halvane": 1}}
    gain = {"type": "gain", "holder": "Kordan", "n": 1, "camp": "pj"}
    for event in (failed, spent, gain):
        table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": event}))
    kept = table.state.record["registres"][TOKENS]
    assert kept["reserves"] == {"kordan": 3}
    assert kept["mj"]["libres"] == {"kordan": 1, "nerise": 1}
    stranger = {"type": "gain", "holder": "Ilan", "n": 1, "camp": "pj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": stranger}))
    assert table.state.record["registres"][TOKENS]["reserves"] == {"kordan": 3, "Ilan": 1}


def test_everybody_sees_whose_tokens_are_whose(table: Table) -> None:
    """LOSS-JET-02: also which of the MJ’s may strike whom, and those of one of his (R-17, R-18)."""
    bound = {"type": "echec", "exploits": 2, "auteur": "nerise", "attributions": {"veilleur": 2}}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": bound}))
    for seat, known in ((LEADER, [("Jetons", 2)]), ("j2", [])):
        view = table.view(seat)
        texts = {
            each.id: [(gauge.name, gauge.value) for gauge in each.gauges]
            for each in view.characters
        }
        assert texts["kordan"] == [("Jetons", 2), ("Désastres du MJ", 1)]
        assert texts["nerise"] == []
        assert texts.get("veilleur", []) == known  # what is on a sheet of the leader’s stays his
        assert [gauge.value for gauge in view.table.gauges] == [3]


def test_tokens_that_nobody_has_been_given_yet_are_gone_with_the_scene(table: Table) -> None:
    """LOSS-LIM-02; what Exploits were won for stays to be shown."""
    lost = {"exploits": 2, "jetons_avant": 0, "trait": "Instinct", "talent": "Corps-à-corps"}
    foes = {"adversaires": ["kordan", "nerise"]}
    act = acts.RequestRun(procedure="loss.action", params=lost, cast=foes, to=("veilleur",))
    table.does(LEADER, act)
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [2]}))
    won = acts.RequestRun(
        procedure="loss.action", params=lost | {"difficulty": 0}, to=("fouisseur",)
    )
    table.does(LEADER, won)
    table.does(LEADER, acts.Answer(run="j2", place=0, answer={"dice": [9]}))
    pending_ones = [due["procedure"] for due in table.state.record["dus"]]
    assert pending_ones == ["loss.echec", "loss.exploits"]
    table.does(LEADER, acts.EndScene())
    assert [due["procedure"] for due in table.state.record["dus"]] == ["loss.exploits"]
    assert table.again() == table.state


def test_lost_points_are_left_to_the_leader(table: Table) -> None:
    """LOSS-ECH-04: no sheet has a gauge for them."""
    for hurt, text in (
        (19, "Le veilleur des docks subit 16 points de dégâts : au MJ de le noter."),
        (0, None),
    ):
        given = {"degats": hurt, "armure": 3}
        cast = {"attaquant": "kordan", "cible": "veilleur"}
        act = acts.RequestRun(procedure="loss.degats_echelle", params=given, cast=cast)
        table.does(LEADER, act)
        texts = [each.text.replace("\u00a0", " ") for each in table.last(LEADER).consequences]
        assert texts == ([] if text is None else [text])
    (due,) = table.view(LEADER).pending
    assert (due.character, due.text) == ("veilleur", "16 points de dégâts, à noter par le MJ")
