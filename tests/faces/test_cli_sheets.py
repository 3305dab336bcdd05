"""Sheets at the command line: listed, checked, written out; parameters taken from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command_line import call

GUARD = """\
jeu: loss
type: pnj
nom: La garde
traits: {Instinct: 7, Agilité: 5}
talents: {Esquive: 4}
vertus: {Sagesse: 3}
"""


@pytest.fixture
def guard(tmp_path: Path) -> str:
    file = tmp_path / "garde.yaml"
    file.write_text(GUARD, encoding="utf-8")
    return str(file)


def odds(*words: str) -> Any:
    reply = call("odds", *words, "--json")
    assert reply.status == 0, reply.err
    return reply.json["params"]


def refused(*words: str) -> dict[str, Any]:
    reply = call("odds", *words, "--json")
    assert reply.status == 2
    for lang in ("fr", "en"):
        texts = call("odds", *words, "--lang", lang)
        assert texts.status == 2
        assert texts.err.strip()
    return reply.error


# ── the sheets themselves ──────────────────────────────────────────────────────────────────────
def test_ready_made_sheets_are_listed() -> None:
    rows = call("sheets", "loss", "--json").json["sheets"]
    assert {"nerise", "kordan"} <= {row["name"] for row in rows}
    assert {row["jeu"] for row in rows} == {"loss"}
    assert {row["type"] for row in rows} == {"personnage", "pnj"}
    every = call("sheets").out
    assert "Nérise Halvane" in every
    assert "Oriane Tessier" in every
    assert call("sheets", "bridge", "--json").error["field"] == "game"


def test_the_rows_of_tables_are_ready_made_too() -> None:
    rows = call("sheets", "exil", "--json").json["sheets"]
    assert {"jeanne", "rapiere", "pavois_scov", "cholera"} <= {row["name"] for row in rows}
    assert call("sheet", "revolver", "--json").json["portees"] == [15, 30, 60, 120]


def test_a_sheet_is_looked_into_under_the_rulings() -> None:
    for ruling, pc in (("maniabilite", 12), ("protection", 11)):
        words = ["exil.pc", "@vigile", "--ruling", f"shield={ruling}"]
        assert call("resolve", *words, "--json").json["result"]["pc"] == pc
    found = odds("exil.duel", "a=@jeanne", "b=@brute", "max_turns=2")
    assert (found["a"]["talent"], found["b"]["politique"]) == (10, {"attitude": "tout"})


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        (["exil.simple", "@jeanne", "@brute"], "une seule fiche"),
        (["exil.simple", "@jeanne,@brute"], "une seule fiche"),
        (
            ["exil.assaut", "@jeanne", "@brute"],
            "une seule fiche à cette place, les autres ainsi : cible=@…, allie=@…",
        ),
        (["exil.duel", "@jeanne", "@brute"], "une fiche ainsi : a=@…, b=@…"),
        (["exil.duel", "@jeanne"], "une fiche ainsi : a=@…, b=@…"),
        (
            ["exil.duel", "a=@jeanne", "a=@brute"],
            "une seule fiche à cette place, les autres ainsi : b=@…",
        ),
        (
            ["socle.duel", "adversaires=@pillard", "adversaires=@capitaine"],
            "plusieurs fiches ensemble : adversaires=@…,@…",
        ),
    ],
)
def test_a_sheet_too_many_names_the_places_of_the_others(words: list[str], allowed: str) -> None:
    reply = call("odds", *words, "--json")
    assert (reply.status, reply.error["allowed"].replace("\xa0", " ")) == (2, allowed)


def test_a_sheet_is_written_out_and_read_again(tmp_path: Path) -> None:
    yaml = call("sheet", "nerise").out
    as_json = call("sheet", "@nerise", "--json").out
    assert yaml.startswith("jeu: loss\ntype: personnage\nnom: Nérise Halvane\n")
    for name, text in (("a.yaml", yaml), ("b.json", as_json)):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        assert call("sheet", str(file), "--json").out == as_json
        assert call("sheet", "-", "--json", stdin=yaml).out == as_json


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "sheet"),
        ("jeu: [", "sheet"),
        ("- 1\n- 2\n", "sheet"),
        ("jeu: loss\n", "sheet.type"),
        (GUARD + "nom: deux fois\n", "sheet"),
        (GUARD.replace("7", "-7"), "sheet.traits.Instinct"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused(text: str, field: str) -> None:
    reply = call("sheet", "-", "--json", stdin=text)
    assert (reply.status, reply.error["field"]) == (2, field)


def test_a_sheet_after_what_happens_to_its_character() -> None:
    events = 'evenements=[{"type":"effort"},{"type":"revers","revers":"difficulte"}]'
    after = call("sheet", "bastan", "armes_dieux.personnage", events, "--json")
    before = call("sheet", "bastan", "--json").json
    assert after.json == before | {"tension": before["tension"] + 1, "malus_report": 3}
    again = call("sheet", "-", "armes_dieux.personnage", "--json", stdin=after.out)
    assert again.json == after.json


def test_what_becomes_of_a_sheet_may_hang_on_the_campaign() -> None:
    missed = '{"type":"test","issue":"echec_simple"},{"type":"relance","issue":"echec","des":1}'
    words = ["sheet", "lubin", "eclats.initie", f"evenements=[{missed},{missed}]", "--json"]
    assert len(call(*words).json["prix_dus"]) == 2
    twice = [*words[:3], f"evenements=[{missed},{missed.split(',', 2)[2]}]", "--json"]
    assert call(*twice).error["field"] == "evenements[2].type"
    assert len(call(*twice, "--ruling", "relances_multiples=true").json["prix_dus"]) == 2


@pytest.mark.parametrize("procedure", ["armes_dieux.test", "loss.jetons", "eclats.initie"])
def test_only_a_ledger_of_its_game_says_what_becomes_of_a_sheet(procedure: str) -> None:
    assert call("sheet", "bastan", procedure, "--json").error["field"] == "procedure"


def test_a_large_file_is_no_sheet() -> None:
    reply = call("sheet", "-", "--json", stdin="a: " + "x" * 300_000)
    assert (reply.status, reply.error["field"]) == (2, "sheet")


def test_a_sheet_that_is_not_there_is_refused() -> None:
    assert call("sheet", "personne.yaml", "--json").error["field"] == "sheet"
    texts = call("odds", "exil.simple", "@nerise").err
    assert "« nerise »" in texts.replace("\xa0", " ")
    assert "tablee sheets exil" in texts
    assert "tablee sheets" in call("sheet", "personne").err
    assert call("sheet", "--json").error["field"] == "sheet"


def test_what_a_sheet_gives_is_shown_with_the_parameters() -> None:
    texts = call("show", "loss.passive").out.replace("\u00a0", " ")
    assert "D’une fiche (@FICHE) : acteur, ag_permanentes, trait, talent, vertu." in texts
    assert "D’une fiche (cible=@FICHE) : adversaire, cible, nom_cible." in texts
    rows = {row["name"]: row for row in call("show", "loss.passive", "--json").json["params"]}
    assert rows["cible"]["sheet"] == {"fields": ["vertus", "traits"], "role": "cible"}
    assert "sheet" not in rows["modifier"]


# ── parameters from sheets ─────────────────────────────────────────────────────────────────────
def test_the_sheet_of_who_acts_fills_and_is_looked_into(guard: str) -> None:
    found = odds("loss.action", f"@{guard}", "trait=Instinct", "talent=esq", "difficulty=20")
    assert found == {"acteur": "mj", "trait": 7, "talent": 4, "difficulty": 20}
    assert odds("loss.noms", "@nerise", "trait=Esprit") == {"trait": 8}


def test_two_sides_and_sums() -> None:
    found = odds(
        "loss.active",
        "initiateur=@nerise",
        "repondant=@veilleur",
        "somme_initiateur=Pouvoir+Marchandage",
        "somme_repondant=Sagesse+Pouvoir",
        "engages=1",
    )
    sides = {"somme_initiateur": 11, "somme_repondant": 8, "acteur_repondant": "mj"}
    assert found == sides | {"engages": 1}


def test_one_name_of_a_sheet(guard: str) -> None:
    found = odds(
        "loss.passive", "@kordan", "trait=Agilité", "talent=Furtivité", f"cible=@{guard}:Sagesse"
    )
    assert found == {"trait": 7, "talent": 3, "cible": 3, "nom_cible": "La garde"}


def test_records_and_lists_of_records() -> None:
    by_word = odds("socle.duel", "@maelle", "de=Agilité", "adversaires=@pillard,@capitaine")
    rows = '[{"fiche":"@pillard"},{"fiche":"@capitaine","coeurs":1}]'
    by_json = odds("socle.duel", "@maelle", "de=Agilité", f"adversaires={rows}")
    pion = {"id": "Pillard des landes", "cible": "pion"}
    elite = {"id": "La capitaine Ruvre", "cible": "elite"}
    assert by_word["adversaires"] == [pion, elite | {"coeurs": 3}]
    assert by_json["adversaires"] == [pion, elite | {"coeurs": 1}]
    assert by_word["armure"] == 1


def test_what_is_given_comes_before_the_sheet() -> None:
    assert odds("armes_dieux.test", "@oriane", "domaine=Influence", "sr=20")["sr"] == 20


def test_a_sweep_goes_on_beside_a_sheet() -> None:
    reply = call("odds", "armes_dieux.test", "@oriane", "domaine=3..5", "--json")
    assert reply.status == 0
    assert [each["params"]["domaine"] for each in reply.json["values"]] == [3, 4, 5]


def test_a_run_made_from_a_sheet_needs_it_no_more() -> None:
    reply = call("resolve", "armes_dieux.personnage", "@bastan", "--json")
    etat = reply.json["result"]["etat"]
    assert (etat["tension"], etat["reserve_combat"]) == (1, 5)


def test_files_that_are_no_sheets_are_values_as_before(tmp_path: Path) -> None:
    rows = [{"cible": "pion"}]
    (tmp_path / "rangs.json").write_text(json.dumps(rows), encoding="utf-8")
    (tmp_path / "rangs.yaml").write_text("- cible: pion\n", encoding="utf-8")
    for name in ("rangs.json", "rangs.yaml"):
        found = odds("socle.duel", "de=10", f"adversaires=@{tmp_path / name}")
        assert found["adversaires"] == rows


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (["loss.action", "@nerise", "@kordan", "trait=Esprit", "talent=1"], "fiche"),
        (["loss.action", "@personne", "trait=1", "talent=1"], "fiche"),
        (["loss.action", "@oriane", "trait=1", "talent=1"], "fiche"),
        (["loss.action", "@nerise", "trait=Natation", "talent=1"], "trait"),
        (["loss.action", "@nerise", "trait=Fouille", "talent=1"], "trait"),
        (["loss.active", "@nerise", "engages=0"], "fiche"),
        (["loss.action", "arbitre=@nerise", "trait=1", "talent=1"], "arbitre"),
        (["loss.action", "trait=@nerise", "talent=1"], "trait"),
        (["loss.action", "modifier=@nerise:Esprit", "trait=1", "talent=1"], "modifier"),
        (["socle.duel", "@maelle", "de=Agilité", "adversaires=@maelle"], "adversaires[0].cible"),
    ],
)
def test_what_a_sheet_cannot_give_is_refused(words: list[str], field: str) -> None:
    assert refused(*words)["field"] == field


@pytest.mark.parametrize(
    ("words", "field", "names"),
    [
        (["eclats.test", "@lubin", "seuil=6"], "caracteristique", "perception, agilité"),
        (["exil.simple", "@jeanne"], "talent", "Escrimeur, Bagarreur"),
        (["loss.trait", "@kordan", "trait=Puissance"], "vertu", "Courage, Sagesse, Honneur"),
        (["armes_dieux.test", "@oriane"], "domaine", "Influence, Agression"),
        (["socle.test", "@maelle"], "de", "Force, Agilité, Magie"),
        (["loss.passive", "@kordan", "trait=8", "cible=@veilleur"], "cible", "Agilité, Puissance"),
        (
            ["loss.active", "initiateur=@kordan", "repondant=@nerise"],
            "somme_initiateur",
            "ou deux joints par « + » : Agilité, Puissance",
        ),
        (
            ["exil.opposition", "protagonistes=@jeanne,@aurele", "protagonistes[0].talent=5"],
            "protagonistes[1].talent",
            "Médecin, Savant",
        ),
        (
            ["loss.dissimulation", "cacheur=@kordan", "chercheurs=@nerise", "cacheur.trait=1"],
            "cacheur.talent",
            "fiche « Kordan » : Armes de mêlée",
        ),
    ],
)
def test_a_missing_name_is_refused_with_the_names_on_the_sheet(
    words: list[str], field: str, names: str
) -> None:
    assert refused(*words)["field"] == field
    text = call("resolve", *words).err.replace("\u00a0", " ").replace("\u202f", " ")
    assert names in " ".join(text.split())


def test_a_sheet_of_another_game_is_refused(guard: str) -> None:
    assert refused("armes_dieux.test", f"@{guard}", "domaine=1")["field"] == "fiche.jeu"


def test_a_sheet_on_the_terminal_says_what_it_still_needs(tmp_path: Path) -> None:
    file = tmp_path / "aldric.yaml"
    text = "jeu: socle\ntype: personnage\nnom: Aldric\ndes: {Force: 8}\ncoeurs_max: 6\n"
    file.write_text(text, encoding="utf-8")
    reply = call("sheet", str(file)).out
    assert "# Il reste à choisir : dés (Agilité, Magie)." in reply.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert (
        "# Hearts at the start: 6 of 5. This is 1 too many"
        in call("sheet", str(file), "--lang", "en").out
    )
    again = call("sheet", "-", "--json", stdin=reply)
    assert again.json["coeurs_max"] == 6, "the comments leave the sheet readable"
    assert "#" not in call("sheet", "nerise").out


@pytest.mark.parametrize(
    "sheets",
    [
        ("participants=@bastan,@sentinelle",),
        ("participants.0=@bastan", "participants.1=@sentinelle"),
    ],
)
def test_a_name_is_looked_up_on_the_sheet_at_its_place(sheets: tuple[str, ...]) -> None:
    """Whether the sheets were given at once or one by one."""
    asked = ("armes_dieux.opposition", *sheets)
    people = odds(*asked, "participants.0.poignee=Agression")["participants"]
    assert [each["poignee"] for each in people] == [7, 6]
    unknown = refused(*asked, "participants.0.poignee=Ruse")
    assert unknown["field"] == "participants[0].poignee"
    assert "Influence, Agression" in unknown["allowed"]


def test_names_in_a_list_are_no_number() -> None:
    """AD-CAD-09: a Figurant has Domaines without scores, as a reminder."""
    missing = refused("armes_dieux.test", "@sentinelle")
    assert (missing["field"], missing["got"]) == ("domaine", None)
