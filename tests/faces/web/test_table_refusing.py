"""What the page of a table says of an act that is refused: a sentence, without identifiers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablee.faces.api.problems import status_of
from tablee.faces.web.table.act_forms import act_of
from tablee.faces.web.table.refusal_notices import refused_at_table, refused_beside
from tablee.rules.forms import OneOf
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.shapes import Choice, Either, Named
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.table.acts.doing import action, chosen
from tests.table.evening import LEADER, Table, set_up
from tests.table.tokens import won_and_lost

FIGHT = {"type": "armes_dieux.personnage", "qui": "bastan"}


def changed(table: Table, **event: Any) -> str:
    """A change of bastan's by hand; its id."""
    table.does(LEADER, acts.ChangeRecord(event={**FIGHT, "evenement": event}))
    return table.state.scene_consequences[-1]


def refused(table: Table, seat: str, act: acts.Act) -> Refusal:
    assert not table.act(seat, act)
    assert table.wrong is not None
    return table.wrong


def scene() -> tuple[Table, str]:
    """A fight that has begun, with a change that rests upon that."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    first = changed(table, type="combat", en_combat=True)
    changed(table, type="test", renfort_reserve=2)
    return table, first


def test_what_others_rest_upon_says_what_to_do_first() -> None:
    table, first = scene()
    why = refused(table, LEADER, acts.Decline(consequence=first))
    texts = refused_at_table(Words(table.game), why)
    assert texts.startswith("Ce changement ne peut pas être refusé seul")
    assert "Refusez d’abord" in texts
    assert refused_at_table(Words(table.game, "en"), why).startswith("This change cannot")


def test_so_does_a_run_that_others_rest_upon() -> None:
    """An Exploit leaves something due: once that is settled, it cannot have not been."""
    table = won_and_lost(1)
    table.does(LEADER, action())
    chosen(table, "j1", 0, 1, 2)
    table.does("j1", acts.Answer(run="j1", place=3, answer={"dice": [7]}))
    table.does(LEADER, acts.ChangeRecord(event={"type": "acquitte", "numero": 1}))
    why = refused(table, LEADER, acts.Withdraw(run="j1"))
    assert (why.field, why.got) == ("run", "j1")
    texts = refused_at_table(Words(table.game), why)
    assert texts.startswith("Ce jet ne peut pas être défait seul")
    assert refused_at_table(Words(table.game, "en"), why).startswith("This run cannot")
    table.does(LEADER, acts.Decline(consequence=table.state.scene_consequences[-1]))
    table.does(LEADER, acts.Withdraw(run="j1"))


@pytest.mark.parametrize(
    ("seat", "act", "texts"),
    [
        (LEADER, acts.Throw(run="j9", place=0), "La table a changé entre-temps"),
        ("j2", acts.Archive(), "Ce n’est pas à vous"),
        (LEADER, acts.ChangeRecord(event={**FIGHT, "evenement": {"type": "soin"}}), "Événement"),
        (LEADER, acts.RequestRun(procedure="armes_dieux.jet", params={"poignee": 99}), "Poignée"),
        (
            LEADER,
            acts.RequestRun(procedure="armes_dieux.cadrage", params={"approches": [], "sr": 9}),
            "Approches",
        ),
    ],
    ids=["stale", "not yours", "a change", "a parameter", "a list"],
)
def test_it_names_no_identifier(seat: str, act: acts.Act, texts: str) -> None:
    table, _ = scene()
    output = refused_at_table(Words(table.game), refused(table, seat, act))
    assert output.startswith(texts)
    assert not re.search(r"[a-z]_[a-z]|\bevenement\b|\bparams\b|\bj9\b", output)


def test_who_takes_a_character_too_late_is_shown_whose_it_is() -> None:
    """The table has moved on (409): nothing is forbidden to the seat (403) for all that."""
    table, _ = scene()
    table.does(LEADER, acts.Give(character="sentinelle", free=True))
    table.does("j3", acts.Give(character="sentinelle", to="j3"))
    late = refused(table, "j2", acts.Give(character="sentinelle", to="j2"))
    assert status_of(late) == 409
    output = re.sub(r"\s", " ", refused_at_table(Words(table.game), late))
    texts = "La table a changé entre-temps, et rien n’a été fait ; attendu : un personnage libre"
    assert output == f"{texts} (celui-ci est à Siège 3)."
    english = refused_at_table(Words(table.game, "en"), late)
    assert english.endswith("a free character (this one is Siège 3’s).")


def test_a_number_is_shown_as_people_write_it() -> None:
    """As of somebody who is dead, asked to fight on: no hyphen for a minus, no word of a program."""
    table = set_up("exil")
    members = [{"camp": "ville", "pds": -4}, {"camp": "rue"}]
    cast = {"combattants": ["aurele", "brute"]}
    act = acts.RequestRun(procedure="exil.melee", params={"combattants": members}, cast=cast)
    output = refused_at_table(Words(table.game), refused(table, LEADER, act))
    assert "«\u00a0\u22124\u00a0»" in output
    assert output.endswith("attendu\u00a0: 0 ou plus, à moins qu’il ne soit mort.")


def test_real_dice_that_are_too_few_are_shown_as_they_were_given() -> None:
    table = set_up("armes_dieux")
    params = {"poignee": 3, "sr": 9}
    table.does(LEADER, acts.RequestRun(procedure="armes_dieux.jet", params=params, decides=False))
    why = refused(table, LEADER, acts.Answer(run="j1", place=0, answer={"dice": [1, 6]}))
    output = re.sub(r"\s", " ", refused_at_table(Words(table.game), why))
    assert output.startswith("Il manque 1 dé ; attendu : 3 faces de 1 à 6")


@pytest.mark.parametrize(
    ("posted", "texts", "wanted"),
    [
        (
            {"do": "change_seat", "seat": "j1", "word": "a=b"},
            "Mot dans les tirages :",
            "sans « = »",
        ),
        ({"do": "add_seat", "seat": "j9", "name": "\u200b"}, "Nom :", "que l’on puisse lire"),
        ({"do": "note", "text": "\u200b"}, "Note :", "que l’on puisse lire"),
        ({"do": "begin_scene", "title": "W" * 201}, "Titre :", "200 signes au plus"),
        ({"do": "note", "text": ""}, "Note, attendu :", "un texte de 1 à 10"),
    ],
    ids=["a word", "a name", "a blank note", "a title", "a note"],
)
def test_what_was_typed_says_what_may_be_typed(
    posted: dict[str, str], texts: str, wanted: str
) -> None:
    table = set_up("armes_dieux")
    pairs = {name: [value] for name, value in posted.items()}
    with pytest.raises(Refusal) as caught:
        act_of(table.state, lambda: table.view(LEADER), table.game, pairs)
    output = re.sub(r"\s", " ", refused_at_table(Words(table.game), caught.value))
    assert output.startswith(texts)
    assert wanted in output
    assert Words(table.game, "en").refusal(caught.value) != Words(table.game).refusal(caught.value)


def test_what_was_left_out_is_asked_for_in_words() -> None:
    """Neither « scene » nor « tour », and nothing quoted where nothing was given."""
    table = set_up("loss")
    act = acts.ChangeRecord(event={"type": "loss.temps", "evenement": {"type": "avance", "n": 1}})
    output = refused_beside(Words(table.game), refused(table, LEADER, act))
    assert "Tour de combat" in output
    assert "Scène" in output
    assert "obligatoire" not in output
    empty = Refusal("param", "nom", "", "un nom de 1 à {n} signes", n=9)
    assert refused_beside(Words(table.game), empty) == "Attendu\u00a0: un nom de 1 à 9 signes."


def test_how_many_may_be_ticked_is_shown_without_what_they_are_called() -> None:
    """Armes-Dieux: two Bonus at most."""
    table = set_up("armes_dieux")
    test = acts.RequestRun(
        procedure="armes_dieux.test", params={"domaine": "Agression"}, to=("bastan",)
    )
    table.does(LEADER, test)
    three = acts.Answer(run="j1", place=0, answer={"choose": ["aspect", "effort", "magique"]})
    texts = refused_at_table(Words(table.game), refused(table, "j1", three))
    assert texts == "Attendu\u00a0: de 0 à 2 éléments."


def test_dice_are_called_as_players_call_them() -> None:
    """Loss: a ten goes on (LOSS-JET-05)."""
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0, 1, 0)
    ten = acts.Answer(run="j1", place=3, answer={"dice": [10]})
    texts = refused_at_table(Words(table.game), refused(table, "j1", ten))
    assert "1d10" not in texts
    assert "les faces de d10" in texts


def test_a_price_without_words_is_no_price() -> None:
    """ECL-NEG-02: the player offers something, or gives up; the page says so in its own words."""
    table = set_up("eclats")
    failed = {"type": "retouche", "qui": "lubin", "champs": {"relance_possible": True}}
    table.does(LEADER, acts.ChangeRecord(event=failed))
    asked = acts.RequestRun(
        procedure="eclats.negociation", params={"seuil": 8, "demandee": True}, to=("lubin",)
    )
    table.does(LEADER, asked)
    nothing = acts.Answer(run="j1", place=0, answer={"choose": {"texte": " ", "des": 1}})
    texts = refused_at_table(Words(table.game), refused(table, "j2", nothing))
    expected = "Attendu : quelques mots et un nombre de 1 à 3 (dés) ou « renoncer »."
    assert texts.replace("\u00a0", " ").replace("\u202f", " ") == expected


def test_nothing_is_called_nothing() -> None:
    """« rien », not `null` as in JSON."""
    words = Words(set_up("exil").game)
    for allowed in ("null : l’autre main tient une arme", "null (rien)"):
        why = refuse("bouclier", "pavois", allowed)
        for text in (refused_at_table(words, why), refused_beside(words, why)):
            assert "rien" in text
            assert "null" not in text


def test_a_second_chance_refused_says_why() -> None:
    table = set_up("eclats")
    act = acts.RequestRun(procedure="eclats.relance", params={"des": 2, "seuil": 8}, to=("lubin",))
    output = re.sub(r"\s", " ", refused_at_table(Words(table.game), refused(table, LEADER, act)))
    assert output.startswith("Relance possible : la dernière action n’est pas un échec simple, ou ")
    assert "«" not in output


def test_a_value_that_may_be_an_object_is_asked_for_in_words() -> None:
    """A die is one of five, or one for each name: the page has a control for each, and says so."""
    table = set_up("socle")
    fight = acts.RequestRun(
        procedure="socle.combat",
        params={"heros": [{"id": "gontrand"}], "adversaires": [{"cible": "boss"}]},
        to=(),
    )
    why = refused(table, LEADER, fight)
    assert why.field == "heros[0].de"
    text = refused_beside(Words(table.game), why)
    assert text == "Attendu\u00a0: d6, d8, d10, d12 ou d20."


@pytest.mark.parametrize(
    ("procedure", "params", "output"),
    [
        ("socle.magie", {"niveau": None}, "grande puissance"),
        ("armes_dieux.revers", {"reussite": None}, "oui ou non"),
        ("eclats.test", {"caracteristique": 3, "seuil": 200}, "inatteignable"),
    ],
)
def test_values_are_called_by_their_words(
    procedure: str, params: dict[str, Any], output: str
) -> None:
    """No identifier, no `true`, and not `"ask"`, which nobody gives."""
    with pytest.raises(Refusal) as caught:
        ask_about(procedure, params)
    words = Words(find_game(procedure.partition(".")[0]))
    text = re.sub(r"\s", " ", refused_at_table(words, caught.value))
    assert output in text
    assert not re.search(r"[a-z]_[a-z]|\bask\b|\btrue\b", text)


def test_a_refused_value_is_called_by_its_word() -> None:
    words = Words(set_up("exil").game)
    given = refuse("passe", "mise_en_echec", "{form:form}", form=OneOf(("faille", "impact", "ask")))
    text = re.sub(r"\s", " ", refused_beside(words, given))
    assert text == "« mise en échec » n’est pas possible ; attendu : faille ou impact."
    shield = refuse("sheet.bouclier", "pavois_pretorien", "rien : l’autre main tient une arme")
    assert "« pavois prétorien »" in re.sub(r"\s", " ", refused_at_table(words, shield))


def test_what_only_a_file_gives_is_not_offered() -> None:
    """A level for each Caractéristique is an object in JSON; the page asks for one level."""
    words = Words(set_up("socle").game)
    levels = Choice(("maitre", "sans"))
    either = refuse("niveau", True, "{shape:shape}", shape=Either((levels, Named(levels))))
    text = re.sub(r"\s", " ", refused_beside(words, either))
    assert text == "« oui » n’est pas possible ; attendu : maître ou sans compétence."
    alone = refuse("niveau", None, "{shape:shape}", shape=Named(levels))
    assert "maître ou sans compétence" in refused_beside(words, alone)
    steps = refuse("seuils", [-2, -3], "des seuils de plus en plus hauts")
    assert "« −2, −3 »" in re.sub(r"\s", " ", refused_beside(words, steps))
    up = refuse("sheet.etat", "debout", "{state}, d’après les Cœurs", state="a_terre")
    text = re.sub(r"\s", " ", refused_at_table(words, up))
    assert text == "État : « debout » n’est pas possible ; attendu : à terre, d’après les Cœurs."
