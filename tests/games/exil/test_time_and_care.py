"""Time and care: what ends, what goes on, and who decides it (SAN, MAL, SOI, GUE)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.session import play
from tablee.rules.run_input import ask_about
from tests.games.exil.test_judgement import run, texts
from tests.games.exil.test_life import Params, kept, refused
from tests.games.stories import Story, dice, plain

FEVER: Params = {"type": "maladie", "nom": "fièvre", "delai": 0, "periode": 24}
CARE: Params = {"type": "soins"}
WOUND: Params = {"type": "blessure", "dommages": 12}


def days(n: Any) -> Params:
    return {"type": "temps", "unite": "jour", "n": str(n)}


def health(etat: Params, *events: Params) -> str:
    return plain(texts(run("exil.suivi", {"etat": etat, "evenements": list(events)})))


def of(event: Params) -> Params:
    return {"type": "exil.suivi", "qui": "ana", "evenement": event}


def story(pds: int | None = None) -> Story:
    found = Story("exil")
    found.put("ana", "personnage", "Ana", talents={"Médecin": 18}, pds=pds)
    return found


def cared(found: Story, **more: Any) -> list[str]:
    pds = found.sheet("ana")["pds"]
    params = {"medecin": 20, "physique": "moyen", "pds": 20 if pds is None else pds, **more}
    return found.runs("care", params, [dice(1)], {"": "ana", "patient": "ana"})


# ── ills ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("malignite", "pds", "lost"),
    [
        ("legere", 20, "« fièvre », 60 échéances : 4 Points de Santé perdus."),
        ("serieuse", 20, "« fièvre », 60 échéances : 9 Points de Santé perdus."),
        ("legere", 9, "« fièvre », 60 échéances : aucun Point de Santé perdu."),
        ("mortelle", 30, "« fièvre », 60 échéances : 20 Points de Santé perdus."),
    ],
)
def test_the_losses_shown_are_the_points_that_were_lost(
    malignite: str, pds: int, lost: str
) -> None:
    """EXIL-MAL-03, -04: the malignité stops them."""
    caught = FEVER | {"malignite": malignite}
    assert lost in health({"pds": min(pds, 20)}, caught, days(60))


def test_a_disease_heals_by_itself_in_the_time_of_its_malignity() -> None:
    """EXIL-GUE-01: its losses end with it; a deadly one has no such time (EXIL-MAL-05)."""
    caught = FEVER | {"malignite": "serieuse"}
    heals = {"type": "guerison", "jours": 7, "nom": "fièvre"}
    found = kept("exil.suivi", caught, heals, days(30), etat={})
    assert (found["pds"], found["maux"]) == (13, [])  # one at once, six in seven days
    for jours in (6, 15):
        assert refused("exil.suivi", caught, heals | {"jours": jours}, etat={}) == "jours"
    assert refused("exil.suivi", FEVER | {"malignite": "mortelle"}, heals, etat={}) == "nom"
    assert refused("exil.suivi", WOUND, heals, etat={}) == "nom"


def test_the_campaign_asks_how_long_an_ill_and_a_wound_take() -> None:
    """EXIL-GUE-01: the leader is asked for each in turn."""
    found = story()
    found.takes(of(FEVER | {"malignite": "legere"}))
    asked = found.texts(found.then("avance", unite="jour"))
    assert "Ana : « fièvre » n’est pas soigné. Combien de temps pour guérir ?" in asked
    (due,) = found.state["dus"]
    assert due["params"] == {"gravite": "leger", "mal": "fièvre"}
    sentences = found.runs("natural_healing", due["params"], [], {"": "ana"})
    assert sentences[0] == "Ana guérit sans soins de « fièvre », dans 4 jours au plus."
    (due,) = found.state["dus"]
    assert due["params"] == {"gravite": "leger"}
    found.runs("natural_healing", due["params"], [], {"": "ana"})
    assert found.state["dus"] == []
    found.then("avance", unite="jour", n=5)
    assert found.sheet("ana")["maux"] == []


def test_a_disease_alone_says_when_it_would_heal() -> None:
    params = {"physique": "moyen", "incubation": 2, "periode": 24, "heure": 200}
    shown = plain(texts(run("exil.disease", params | {"malignite": "grave"})))
    assert "il guérit de lui-même en 14 à 28 jours de repos" in shown
    shown = plain(texts(run("exil.disease", params | {"malignite": "mortelle"})))
    assert "de lui-même" not in shown


# ── care ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("gravite", "pds", "jours"),
    [
        (None, 2, 9),
        ("critique", 2, 9),
        ("mortelle", 2, 9),
        ("grave", 2, None),
        ("benigne", 2, None),
        ("legere", 15, 3),
        ("legere", 14, None),
        ("legere", 20, 0),
    ],
)
def test_care_for_a_trifle_leaves_a_worse_wound(
    gravite: str | None, pds: int, jours: int | None
) -> None:
    """EXIL-SOI-02: the care that succeeds is the one that was given."""
    params = {"medecin": 20, "gravite": gravite, "physique": "moyen", "pds": pds}
    assert play(ask_about("exil.care", params, {}, [dice(1)])).result.jours == jours
    found = story(pds)
    found.takes(of({"type": "maladie", "nom": "abcès", "modele": "abces"}))
    sentences = cared(found, gravite=gravite)
    assert any("regagner" in each for each in sentences) is bool(jours)
    assert (found.sheet("ana")["retablissement"] is not None) is bool(jours)
    assert any("abcès" in each for each in sentences) is (gravite == "legere")


def test_care_for_a_trifle_does_not_stop_a_bleeding() -> None:
    found = story(18)
    found.takes(of(WOUND | {"hemorragie": {"periode": 1}}))
    assert cared(found, gravite="legere") == []
    assert cared(found)[1:] == ["Ana ne saigne plus (« hémorragie »)."]


def test_one_care_cures_one_of_two_like_diseases() -> None:
    """The patient's player says which; each has a care of its own (EXIL-SOI-02)."""
    found = story()
    for nom in ("fièvre", "toux"):
        found.takes(of(FEVER | {"nom": nom, "malignite": "serieuse"}))
    params = {"medecin": 20, "gravite": "serieuse", "physique": "moyen", "pds": 18}
    cast = {"": "ana", "patient": "ana"}
    _, cure = found.consequences("care", params, [dice(1)], cast)
    assert cure.event["evenement"]["nom"] == "fièvre"
    assert [each["evenement"]["nom"] for each in cure.others] == ["toux"]


def test_care_does_not_go_on_after_a_worse_wound() -> None:
    """R-64: other care is needed, unless the leader lets the first one act."""
    worse = health({"pds": 17}, CARE, WOUND, days(3))
    assert "L’état est pire que celui que l’on soignait : il faut d’autres soins." in worse
    assert kept("exil.suivi", CARE, WOUND, days(3), etat={"pds": 17})["pds"] == 5
    goes_on = WOUND | {"malgre": True}
    assert kept("exil.suivi", CARE, goes_on, days(3), etat={"pds": 17})["pds"] == 11
    scratch = WOUND | {"dommages": 2}
    assert kept("exil.suivi", CARE, scratch, days(2), etat={"pds": 17})["pds"] == 19
    critical = kept("exil.suivi", CARE, days(4), WOUND | {"dommages": 8}, days(1), etat={"pds": 4})
    assert critical["pds"] == 6  # the care was for that state


def test_the_leader_may_let_care_go_on_after_a_fall() -> None:
    found = story(19)
    found.takes(of(CARE))
    (lost,) = found.consequences("fall", {"hauteur": 4}, [], {"": "ana"})
    assert lost.for_leader
    assert [each["evenement"]["malgre"] for each in lost.others] == [True]
    (lost,) = story(19).consequences("fall", {"hauteur": 4}, [], {"": "ana"})
    assert (lost.for_leader, lost.others) == (False, ())


def test_a_deep_fall_is_written_down_whole() -> None:
    """EXIL-CHU-01: two PdS a metre; the dead may be asked about afterwards."""
    fell = story()
    fell.runs("fall", {"hauteur": "75"}, cast={"": "ana"})
    assert fell.sheet("ana")["pds"] == 20 - 150
    assert run("exil.health", {"physique": "moyen", "pds": -130}).result.etat == "mort"
