"""What the MJ judges, what numbers stand for, names, time and passive Oppositions of Loss."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tablee.games.loss.clauses import CLAUSES
from tablee.games.loss.landmarks import DIFFICULTIES_SEEN, SUMS_SEEN, TALENTS_SEEN, TRAITS_SEEN
from tablee.games.loss.names import Names
from tablee.games.loss.scale import ScaleOf
from tablee.games.loss.tables import difficulty_name, talent_name, trait_name
from tablee.rules.questions import Choose
from tablee.rules.readings.explain import explain
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import result_view
from tablee.rules.schema import show
from tablee.rules.texts.words import Words
from tests.kit.command_line import call
from tests.kit.laws import exact_law

Params = dict[str, Any]
WORDS = Words(find_game("loss"))


def run(procedure: str, params: Params, *answers: Any, **rulings: Any) -> Session:
    kinds = [{"dice": each} if isinstance(each, list) else {"choose": each} for each in answers]
    return Session(ask_about(procedure, params, rulings, kinds))


def output(session: Session) -> str:
    return " ".join(step.text for step in explain(session, WORDS))


def success(procedure: str, params: Params) -> Fraction:
    return odds(ask_about(procedure, params)).chance(lambda result: result.success)


# ── what no code decides ───────────────────────────────────────────────────────────────────────
LEFT = {
    "loss.action": ("LOSS-GEN-01", "LOSS-GEN-02", "LOSS-GEN-03", "LOSS-DIF-03", "LOSS-EXT-01"),
    "loss.automatic": ("LOSS-MEC-05", "LOSS-DIF-08"),
    "loss.desastre": ("LOSS-DES-02", "LOSS-EXL-07", "LOSS-SOC-06"),
    "loss.exploits": ("LOSS-GAG-02",),
    "loss.combat": ("LOSS-CBT-05", "LOSS-EXT-02"),
    "loss.active": ("LOSS-OAE-11",),
    "loss.degats_echelle": ("LOSS-ECH-03",),
}


@pytest.mark.parametrize(
    ("procedure", "clause"),
    [(procedure, clause) for procedure, clauses in LEFT.items() for clause in clauses],
)
def test_what_the_mj_judges_stands_where_it_is_prepared(procedure: str, clause: str) -> None:
    """LOSS-GEN-01..03, LOSS-DIF-03, -08, LOSS-EXT-01, -02, LOSS-MEC-05, LOSS-DES-02, LOSS-EXL-07,
    LOSS-SOC-06, LOSS-GAG-02, LOSS-CBT-05, LOSS-OAE-11, LOSS-ECH-03."""
    described = call("show", procedure, "--json").json["clauses"]
    assert {"id": clause, "text": WORDS.clause(clause), "left_to_leader": True} in described
    shown = call("show", procedure).out
    assert shown.index("Au jugement de qui mène") < shown.rindex(clause)
    assert WORDS.text(CLAUSES[clause]) in re.sub(r"\n? +", " ", shown)


def test_after_a_failure_one_may_take_the_time() -> None:
    """LOSS-MEC-05: the grapnel falls back; with time and calm the same scores do without a die."""
    grapnel = {"trait": 6, "talent": 6}
    assert not run("loss.action", grapnel, [2]).result.success
    assert run("loss.automatic", grapnel).result.success
    assert success("loss.action", grapnel) == Fraction(4, 5)


def test_no_rule_gives_a_professional_his_20() -> None:
    """LOSS-DIF-08 (R-08): the total taken is 15, a Correcte needs a die or a sum of 20."""
    careful = {"trait": 6, "talent": 6, "difficulty": 20}
    assert not run("loss.automatic", careful).result.success
    assert run("loss.sans_test", careful).result.voie == "aucune"
    assert run("loss.sans_test", careful | {"trait": 14}).result.voie == "somme"


def test_a_disaster_is_shown_in_words() -> None:
    """LOSS-DES-02, LOSS-SOC-06: the MJ's words are kept beside the number, which they do not change."""
    table: Params = {"mj": {"libres": {"Diego": 1}}}
    strike = {"type": "desastre", "player": "Diego", "n": 1, "note": "le plus cher à 150 %"}
    session = run("loss.jetons", {"etat": table, "evenements": [strike]})
    assert "le plus cher à 150" in output(session)
    silent = run("loss.jetons", {"etat": table, "evenements": [strike | {"note": ""}]})
    assert show(session.result)["etat"]["mj"] == show(silent.result)["etat"]["mj"]


# ── Difficultés and qualities ──────────────────────────────────────────────────────────────────
def test_a_test_is_at_15_unless_the_mj_says_otherwise() -> None:
    """LOSS-DIF-01, LOSS-DIF-07."""
    diego = {"trait": 6, "talent": 6}
    assert success("loss.action", diego) == success("loss.action", diego | {"difficulty": 15})
    assert run("loss.action", diego, [3]).result.success
    assert not run("loss.action", diego, [2]).result.success
    assert any("dès que le temps presse" in text for text in DIFFICULTIES_SEEN[15])


def test_the_names_of_the_table() -> None:
    """LOSS-DIF-02, LOSS-ECN-01 (T-01, T-03): the end of each row and the beginning of the next."""
    names = ["Facile", "Moyen", "Difficile", "Très dur", "Héroïque", "Légendaire"]
    assert [difficulty_name(value) for value in (10, 15, 20, 25, 30, 35)] == names
    assert [difficulty_name(value) for value in (0, 14, 19, 24, 29, 34, 90)] == [*names[:1], *names]
    traits = ["Handicapé", "Faible", "Moyen", "Vétéran", "Héroïque", "Légendaire"]
    talents = ["Novice", "Débutant", "Professionnel", "Expert", "Maitre", "Légendaire"]
    for first, (trait, talent) in zip(
        (1, 3, 5, 7, 9, 11), zip(traits, talents, strict=True), strict=True
    ):
        assert {trait_name(first), trait_name(first + 1)} == {trait}
        assert {talent_name(first), talent_name(first + 1)} == {talent}
    assert (trait_name(0), talent_name(0)) == ("Handicapé", None)
    (named,) = exact_law(Names(difficulty=25, trait=8, talent=4))
    assert show(named) == {"difficulty": "Très dur", "trait": "Vétéran", "talent": "Débutant"}


def test_the_quality_of_a_result_goes_by_its_exploits() -> None:
    """LOSS-DIF-06, LOSS-OPA-04: none Moyenne, then a row for each, however hard it was."""
    found = [run("loss.noms", {"exploits": n}).result.exploits for n in range(6)]
    assert found == [
        "Moyenne",
        "Correcte",
        "Remarquable",
        "Excellente",
        "Prodigieuse",
        "Prodigieuse",
    ]
    easy = run("loss.noms", {"exploits": 0, "difficulty": 10}).result
    hard = run("loss.noms", {"exploits": 0, "difficulty": 20}).result
    assert (easy.exploits, hard.exploits) == ("Médiocre", "Moyenne")
    purse = {"trait": 6, "talent": 6, "cible": 4, "exploits": 1}
    won = run("loss.passive", purse, [9]).result.exploits
    assert run("loss.noms", {"exploits": won}).result.exploits == "Correcte"


def test_conditions_change_a_difficulty() -> None:
    """LOSS-SOC-04, LOSS-SOC-07: lanterns for who searches, an Augmentation for who is prepared."""
    dark = {"trait": 7, "talent": 7, "difficulty": 20}
    assert success("loss.action", dark) == Fraction(1, 2)
    assert success("loss.action", dark | {"modifier": -5}) == Fraction(9, 10)
    assert success("loss.action", dark | {"ag_circonstance": 1}) == Fraction(9, 10)
    assert run("loss.action", dark | {"modifier": -5}, [2]).result.success


# ── what numbers stand for ─────────────────────────────────────────────────────────────────────
def test_forty_examples_of_difficultes() -> None:
    """LOSS-DIF-09, LOSS-DIF-10, LOSS-DIF-11, LOSS-DIF-12: each level with what it asks for, then its
    examples; the same deed under pressure is harder."""
    assert {level: len(texts) - 1 for level, texts in DIFFICULTIES_SEEN.items()} == {
        10: 4,
        15: 9,  # with the stone of LOSS-ECN-02
        20: 8,
        25: 8,
        30: 8,
        35: 4,
    }
    asked = {level: texts[0] for level, texts in DIFFICULTIES_SEEN.items()}
    assert "héroïque" in asked[25]
    assert "chance" in asked[30]
    assert "impossible" in asked[35]
    lock = {
        level: any("serrure ordinaire" in text for text in texts)
        for level, texts in DIFFICULTIES_SEEN.items()
    }
    assert [level for level, there in lock.items() if there] == [15, 20]
    assert any(
        "ne s’y attend pas" in text and "Augmentation" in text for text in DIFFICULTIES_SEEN[10]
    )


@pytest.mark.parametrize(
    ("seen", "value", "who"),
    [
        (TRAITS_SEEN, 0, "rat"),
        (TRAITS_SEEN, 1, "chat"),
        (TRAITS_SEEN, 12, "tigre"),
        (TALENTS_SEEN, (5, 6), "chat"),
        (TRAITS_SEEN, (2, 3), "enfant"),
        (TALENTS_SEEN, (4, 5), "enfant"),
        (TRAITS_SEEN, 5, "ingénieur"),
        (TALENTS_SEEN, (3, 4), "génie"),
        (TRAITS_SEEN, (4, 5), "ville"),
        (TALENTS_SEEN, (5, 7), "légionnaire"),
        (TALENTS_SEEN, (7, 8), "arène"),
        (SUMS_SEEN, (10, 11), "sportif"),
        (SUMS_SEEN, 19, "légende"),
        (SUMS_SEEN, 12, "guerrier"),
        (SUMS_SEEN, 25, "Eïm"),
    ],
)
def test_people_and_beasts_to_measure_by(seen: Any, value: Any, who: str) -> None:
    """LOSS-ECN-03, LOSS-ECN-05, LOSS-ECN-06, LOSS-ECN-07, LOSS-ECN-08, LOSS-ECN-09 (T-04)."""
    assert any(who in text for text in seen[value])


def test_warriors_are_as_good_as_their_sums() -> None:
    """LOSS-ECN-09, LOSS-ECN-08: sums of 12, 15, 19 and 25, and what an Exploit costs each (T-09)."""
    pairs = [(6, 6), (7, 8), (9, 10), (12, 13)]
    assert [sum(pair) for pair in pairs] == [12, 15, 19, 25]
    assert all(sum(pair) in SUMS_SEEN for pair in pairs)
    bouts = [
        success("loss.action", {"trait": trait, "talent": talent, "exploits": 1})
        for trait, talent in pairs
    ]
    assert bouts == [Fraction(3, 10), Fraction(3, 5), Fraction(9, 10), Fraction(24, 25)]


def test_a_trait_of_nothing_is_a_trait() -> None:
    """LOSS-ECN-04: a rat's Puissance; below that there is nothing."""
    rat = {"trait": 0, "talent": 5, "difficulty": 10}
    assert success("loss.action", rat) == Fraction(3, 5)
    assert run("loss.action", rat, [5]).result.success
    with pytest.raises(Refusal):
        ask_about("loss.action", rat | {"trait": -1})


def test_the_trait_that_goes_with_a_talent_is_settled_at_the_table() -> None:
    """LOSS-VTT-02, LOSS-EXT-03: Marchandage by charm or by logic; what other chapters give is a
    number of Augmentations."""
    charm, logic = ({"trait": trait, "talent": 5} for trait in (4, 8))
    assert success("loss.action", logic) > success("loss.action", charm)
    gifted = charm | {"ag_permanentes": 1}
    assert success("loss.action", gifted) == success("loss.action", charm | {"trait": 9})


# ── tokens ─────────────────────────────────────────────────────────────────────────────────────
def test_tokens_lie_in_view_of_everybody() -> None:
    """LOSS-JET-01, LOSS-JET-02, LOSS-LIM-01: every seat sees the same reserves, as long as the Scène
    lasts."""
    events = [
        {"type": "gain", "holder": "Mira", "n": 2},
        {"type": "echec", "exploits": 1, "auteur": "Sorn", "attributions": {"mj": 1}},
    ]
    session = run("loss.jetons", {"evenements": events})
    seen = [result_view(session, seat) for seat in (None, "mj", "Mira", "Sorn", "somebody")]
    assert all(view == seen[0] for view in seen)
    assert seen[0]["etat"]["reserves"] == {"Mira": 2}
    assert seen[0]["etat"]["mj"]["libres"] == {"Sorn": 1}
    over = run("loss.jetons", {"evenements": [*events, {"type": "fin_scene"}]})
    assert show(over.result)["etat"]["reserves"] == {"Mira": 0}


# ── passive Oppositions ────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("cible", [0, 3, 5, 8])
def test_a_passive_opposition_is_a_test_at_three_times_a_score(cible: int) -> None:
    """LOSS-OPA-01, LOSS-OPA-02, LOSS-OPA-03: with a Talent or a Vertu, in every respect that Test."""
    scores = {"trait": 5, "talent": 5, "exploits": 1}
    passive = odds(ask_about("loss.passive", scores | {"cible": cible}))
    plain = odds(ask_about("loss.action", scores | {"difficulty": 3 * cible, "adversaire": "pnj"}))
    assert dict(passive.items()) == dict(plain.items())
    virtue = {"trait": 5, "vertu": 5, "cible": cible, "exploits": 1}
    assert dict(odds(ask_about("loss.passive", virtue)).items()) == dict(plain.items())
    session = run("loss.passive", scores | {"cible": cible, "nom_cible": "un passant"}, [9])
    assert session.result.success is (3 * cible + 5 <= 19)
    assert "un passant" in output(session)


# ── time and Échelles ──────────────────────────────────────────────────────────────────────────
SPANS = {
    "action": ("LOSS-TPS-02", "quelques secondes"),
    "tour": ("LOSS-TPS-03", "trois à trente secondes"),
    "instant": ("LOSS-TPS-04", "trente secondes à cinq minutes"),
    "scene": ("LOSS-TPS-05", "une demi-journée au plus"),
    "episode": ("LOSS-TPS-06", "quatre à six heures"),
    "aventure": ("LOSS-TPS-08", "six ou sept heures"),
}


@pytest.mark.parametrize("unit", SPANS)
def test_each_unit_of_time_is_shown_with_its_span(unit: str) -> None:
    """LOSS-TPS-01 to LOSS-TPS-08: time goes by events; what is shorter begins again."""
    clause, span = SPANS[unit]
    start = {"aventure": 2, "episode": 3, "scene": 4, "instant": 5, "tour": 6, "action": 7}
    session = run(
        "loss.temps",
        {"etat": start, "evenements": [{"type": "avance", "unite": unit, "texte": "la nuit"}]},
    )
    assert span in output(session)
    assert "la nuit" in output(session)
    assert any(clause in entry.clauses for entry in session.trace)
    after = show(session.result)["etat"]
    order = list(start)
    place = order.index(unit)
    assert after[unit] == start[unit] + 1
    assert [after[name] for name in order[:place]] == [start[name] for name in order[:place]]
    first = {"aventure": 1, "episode": 1, "scene": 1, "instant": 0, "tour": 0, "action": 0}
    assert [after[name] for name in order[place + 1 :]] == [first[n] for n in order[place + 1 :]]


def test_a_series_is_one_adventure_an_episode() -> None:
    """LOSS-TPS-07: a campaign counts the Épisodes of an Aventure, a series has one in each."""
    step = {"type": "avance", "unite": "episode"}
    for serie, ends in ((False, (1, 2)), (True, (2, 1))):
        etat = show(run("loss.temps", {"etat": {"serie": serie}, "evenements": [step]}).result)
        assert (etat["etat"]["aventure"], etat["etat"]["episode"]) == ends


@pytest.mark.parametrize(
    ("tonnes", "scale"),
    [
        (Fraction(1, 1000), "hommes"),
        (4, "hommes"),
        (Fraction(9, 2), "machines"),
        (1000, "machines"),
        (1001, "geants"),
        (17_000, "geants"),
    ],
)
def test_the_echelle_of_a_mass(tonnes: Fraction, scale: str) -> None:
    """LOSS-ECH-01: from a rat to a cart, to the largest ships, to what dwarfs them."""
    (found,) = exact_law(ScaleOf(tonnes=Fraction(tonnes)))
    assert found.echelle == scale
    assert run("loss.echelle_de", {"tonnes": str(tonnes)}).result.echelle == scale


@pytest.mark.parametrize(
    ("tonnes", "scales"),
    [(3, ()), (4, ("hommes", "machines")), (5, ()), (1000, ()), (1200, ("machines", "geants"))],
)
def test_the_mj_gives_an_echelle_to_a_mass_that_two_share(
    tonnes: int, scales: tuple[str, ...]
) -> None:
    """LOSS-ECH-01: Hommes to 3 or 4 t, Machines from 4 or 5; some clippers exceed 1000 t."""
    given: Params = {"tonnes": tonnes, "echelle": "ask"}
    asked = run("loss.echelle_de", given).pending
    if not scales:
        assert asked is None
        return
    assert isinstance(asked, Choose)
    assert (asked.who, tuple(asked.form.values())) == ("mj", scales)
    for scale in scales:
        assert run("loss.echelle_de", given, scale).result.echelle == scale
        assert run("loss.echelle_de", given | {"echelle": scale}).result.echelle == scale
    with pytest.raises(Refusal):
        run("loss.echelle_de", given | {"echelle": "geants" if tonnes < 5 else "hommes"})


def test_the_gap_between_echelles_is_hard_to_overcome() -> None:
    """LOSS-ECH-03: what is left to wit and heroism; a score ten times as high does it by numbers."""
    blow = {"de": "hommes", "vers": "machines", "armure": 3}
    lost = [
        run("loss.degats_echelle", blow | {"degats": n}).result.perte for n in (12, 30, 31, 120)
    ]
    assert lost == [0, 0, 1, 9]


# ── Échelle (LOSS-ECH-02, -06, -07) ────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("procedure", "words", "counted"),
    [
        (
            "loss.passive",
            "@kordan trait=Puissance talent=Athlétisme cible=@fouisseur:Puissance",
            {"trait": 8, "cible": 30},
        ),
        (
            "loss.passive",
            "@fouisseur trait=Puissance talent=Corps cible=@kordan:Puissance",
            {"trait": 30, "cible": 8},
        ),
        (
            "loss.passive",
            "@fouisseur trait=Puissance talent=Corps cible=@fouisseur:Puissance",
            {"trait": 3, "cible": 3},
        ),
        ("loss.passive", "@kordan trait=Agilité talent=1 cible=@fouisseur:Instinct", {"cible": 9}),
        ("loss.action", "@fouisseur trait=Puissance talent=Corps cible=@kordan", {"trait": 30}),
        ("loss.action", "@fouisseur trait=Puissance talent=Corps", {"trait": 3}),
        ("loss.trait", "@fouisseur trait=Puissance vertu=2 cible=@kordan", {"trait": 30}),
        (
            "loss.combat",
            "attaquant=@fouisseur defenseur=@kordan somme_attaque=Puissance+Corps"
            " somme_defense=Puissance+Esquive",
            {"somme_attaque": 37, "somme_defense": 14},
        ),
        (
            "loss.active",
            "initiateur=@kordan repondant=@fouisseur somme_initiateur=Puissance+Athlétisme"
            " somme_repondant=Instinct+Corps engages=0",
            {"somme_initiateur": 15, "somme_repondant": 16},
        ),
        (
            "loss.active",
            "initiateur=@kordan repondant=@fouisseur somme_initiateur=Puissance+Corps"
            " somme_repondant=Puissance+Corps engages=0",
            {"somme_initiateur": 8, "somme_repondant": 37},
        ),
    ],
)
def test_puissance_counts_at_the_lowest_echelle(
    procedure: str, words: str, counted: Params
) -> None:
    params = call("odds", procedure, *words.split(), "--json").json["params"]
    assert {name: params[name] for name in counted} == counted


def test_the_exact_law_across_echelles() -> None:
    """30 x 3 = 90 against 15: 75 from the die: seven tens and a last face of 5 or more."""
    wanted = {"trait": 8, "talent": 7, "cible": 30}
    assert success("loss.passive", wanted) == Fraction(6, 10**8)
