"""The command line names characters, says for whom an effect is, and keeps its lines short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablee.rules.registry import games
from tests.kit.command_line import call

ISOLATES = re.compile("[\u2068\u2069]")
PROCEDURES = [procedure.id for game in games() for procedure in game.procedures]


def printed(*words: str) -> str:
    return ISOLATES.sub("", call(*words).out).replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("procedure", PROCEDURES)
def test_show_keeps_to_a_hundred_columns(procedure: str, lang: str) -> None:
    lines = call("show", procedure, "--lang", lang).out.splitlines()
    assert [line for line in lines if len(line) > 100] == []


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_clauses_and_procedures_keep_to_a_hundred_columns(game: str) -> None:
    """Only the name of a test may be longer than a line."""
    lines = [*call("clauses", game).out.splitlines(), *call("procedures", game).out.splitlines()]
    assert [line for line in lines if len(line) > 100 and "::test_" not in line] == []


def test_nothing_of_a_wrapped_cell_is_lost() -> None:
    """A word that does not fit goes to the next line, in the same column."""
    text = call("show", "exil.shot").out
    for word in ("coup_puissant_7,", "tir_fatal,", "d’armure"):
        assert word in text.split()


def test_a_duel_names_the_characters_of_its_sheets() -> None:
    text = printed("resolve", "exil.duel", "a=@jeanne", "b=@brute", "--seed", "4")
    assert "Jeanne Vauquelin, 1d12 (défense) : 12." in text
    assert "pour le contenir, Jeanne Vauquelin doit faire" in text
    assert re.search("vainqueur +La Brute des pontons", text)
    assert re.search("Points de Santé de la Brute des pontons +17", text)
    assert not re.search(r"\b[AB] (attaque|frappe|a|perd)\b", text)


def test_without_sheets_the_letters_are_capitals() -> None:
    fighter = '{"talent": 10, "physique": "moyen"}'
    text = printed("resolve", "exil.duel", f"a={fighter}", f"b={fighter}", "--seed", "4")
    assert re.search("pour le contenir, [AB] doit faire", text)


def test_the_chances_of_a_duel_name_the_characters() -> None:
    text = printed("odds", "exil.contact_round", "a=@jeanne", "b=@brute", "--by", "pds_a")
    assert "(La Brute des pontons)" in text
    assert "Santé de Jeanne Vauquelin" in " ".join(text.split())


def test_the_acting_character_and_the_target_are_named() -> None:
    text = printed(
        "resolve", "exil.assaut", "@jeanne", "cible=@brute", "--dice", "3", "--dice", "2"
    )
    assert "Jeanne Vauquelin, 1d12 (attaque) : 3." in text
    assert "La Brute des pontons, 1d12" in text


@pytest.mark.parametrize(
    ("words", "noted"),
    [
        (("exil.assaut", "poff=4", "pdef=4", "enraye_sur_12=true"), "pour l’attaquant : incident"),
        (("exil.fall", "hauteur=5"), "pour le personnage : Points de Santé −10"),
        (("exil.detachment", "points=5"), "pour le personnage : Détachement −1"),
        (("armes_dieux.revers", "reussite=true", "choix=tension"), "pour le personnage : Tension"),
    ],
)
def test_an_effect_says_for_whom_it_is(words: tuple[str, ...], noted: str) -> None:
    dice = () if words[0] in ("exil.fall", "armes_dieux.revers") else ("--dice", "12")
    assert f"À noter {noted}" in printed("resolve", *words, *dice)


def test_an_effect_names_the_character_of_a_sheet() -> None:
    text = printed("resolve", "exil.fall", "@jeanne", "hauteur=5", "--dice", "12")
    assert "À noter pour Jeanne Vauquelin : Points de Santé −10" in text


def test_means_and_samples_name_the_characters_too() -> None:
    fight = ("exil.contact_round", "a=@jeanne", "b=@brute")
    means = printed("odds", *fight, "--by", "pds_b")
    assert "Points de Santé de la Brute des pontons : moyenne" in means
    sample = " ".join(printed("simulate", *fight, "--by", "pds_b", "--runs", "100").split())
    assert "Points de Santé de la Brute des pontons" in sample


def test_the_headline_of_each_side_is_its_goal() -> None:
    text = printed("odds", "exil.assaut", "@jeanne", "cible=@brute")
    assert "Toucher pleinement (Jeanne Vauquelin) : 58 %" in text
    assert "Éviter un coup plein (La Brute des pontons) : 42 %" in text


def test_advice_names_the_aim_as_show_does() -> None:
    shot = ("exil.shot", "poff=8", "passe=ask", "--for", "plein")
    assert "but : frapper de plein fouet" in printed("advise", *shot, "--dice", "3")


def test_advice_names_the_character_of_a_sheet(
    own_games: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the rule declares no seats, as `resolve` does."""
    monkeypatch.chdir(tmp_path)
    assert call("new", "essai_noms").status == 0
    sheet = "jeu: essai_noms\ntype: essai_noms.personnage\nnom: Ada\n"
    (tmp_path / "ada.yaml").write_text(sheet, "utf-8")
    text = printed("--game", "essai_noms.py", "advise", "essai_noms.test", "@ada.yaml")
    assert "Ada choisit : risque" in text


def test_what_befalls_an_adversary_without_a_sheet_does_not_name_the_attacker() -> None:
    """SOC-TOU-01, -02: neither a wound nor a riposte is that of the acting character."""
    text = printed("resolve", "socle.attaque", "@gontrand", "de=Force", "cible=pion", "--seed", "3")
    assert "L’adversaire est hors de combat." in text
    assert "À noter pour l’adversaire : Blessures +1" in text
    assert "Gontrand, 1d12 (test)" in text
    foes = 'adversaires=[{"cible": "elite"}]'
    text = printed("resolve", "socle.duel", "@gontrand", "de=Force", foes, "--seed", "3")
    assert "L’adversaire (élite) reçoit 1 Blessure." in text
    assert "L’adversaire riposte" in text
    assert "Gontrand (4 Cœurs) contre l’adversaire (élite, 2 Cœurs)." in text


def test_a_blow_is_noted_for_the_character_of_the_sheet() -> None:
    """SOC-TOU-03: its run throws nothing and asks nothing."""
    text = printed("resolve", "socle.coup", "@gontrand")
    assert "À noter pour Gontrand : Cœurs −1" in text
