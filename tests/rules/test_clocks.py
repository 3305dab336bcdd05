"""Clocks that a game declares wrongly are refused with their line; sound ones check without a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.rules.clocks import Clock, Track, moved
from tests.kit.command_line import call

pytestmark = pytest.mark.usefixtures("own_games")

SOURCE = """
from typing import Annotated
from tablee import D6, Clock, Game, Meta, Procedure, Result, Sheet, Track, effect, on_sheet, roll


class Fiche(Sheet, tag="heros"):
    mal: Annotated[int, Meta(ge=0, le=4)] = 0


class Vu(Result):
    face: int


class Pas(Procedure[Vu], id="marche.pas"):
    mal: Annotated[int, Meta(ge=0, le=4), on_sheet("mal")] = 0

    async def rule(self) -> Vu:
        effect("complot", 1)
        return Vu(face=await roll(D6, "pas", who="heros") + self.mal)


WORDS = {"marche.pas": "pas", "heros": "héros", "mal": "mal", "face": "face", "pas": "pas", "orage": "orage"}
ENGLISH = {
    "héros": "hero", "mal": "harm", "face": "face", "pas": "step", "orage": "storm", "segments remplis": "filled",
}
GAME = Game(
    id="marche", title="Marche", procedures=(Pas,), sheets=(Fiche,), words=WORDS, english=ENGLISH,
    clocks=(
        CLOCK,
    ),
)
"""
LINE = SOURCE[: SOURCE.index("CLOCK,")].count("\n") + 1
EFFECT = SOURCE[: SOURCE.index("effect(")].count("\n") + 1
SOUND = (
    "Clock(« nom », de 1 à 100 segments) ou Track(« nom », (« loin », "
    "« près »)), deux textes différents au moins"
)
PLACES = "des places qui sont toutes des valeurs de « mal » : un entier de 0 à 4"
WRONG = {
    'Clock("orage", 0)': SOUND,
    'Clock("orage", 101)': SOUND,
    'Clock("orage", "6")': SOUND,
    'Clock("o rage", 6)': SOUND,
    'Clock("orage", 6, start=7)': SOUND,
    'Track("orage", ("seul",))': SOUND,
    'Track("orage", ("un", "un"))': SOUND,
    'Clock("orage", 6), Clock("orage", 8)': "un nom qui ne sert qu’à une horloge",
    'Clock("orage", 6, on_sheet=True)': "le nom d’un champ de fiche, qui tient l’horloge",
    'Clock("mal", 6, on_sheet=True)': "« 5 » n’est pas possible ; attendu : " + PLACES,
    'Track("mal", ("dispos", "las"), on_sheet=True)': "« dispos » n’est pas possible ; attendu : "
    + PLACES,
    'Clock("orage", 6, parameter="mal")': "« 5 » n’est pas possible ; attendu : " + PLACES,
    'Clock("orage", 6, parameter="maux")': "un paramètre de la procédure : mal.",
    'Clock("mal", 4, on_sheet=True, secret=True)': "une horloge de la table, pour être secrète",
}


def checked(folder: Path, clock: str) -> str:
    (folder / "marche.py").write_text(SOURCE.replace("CLOCK", clock), "utf-8")
    return call("check", str(folder / "marche.py")).out.replace("\xa0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("clock", WRONG)
def test_a_clock_that_cannot_be_moved_is_refused_with_its_line(clock: str, tmp_path: Path) -> None:
    found = checked(tmp_path, clock)
    assert WRONG[clock] in found
    assert f"marche.py:{LINE} :" in found


def test_an_effect_on_a_secret_clock_names_the_leader(tmp_path: Path) -> None:
    found = checked(tmp_path, 'Clock("complot", 6, secret=True)')
    assert f"marche.py:{EFFECT} :" in found
    assert "to='meneur', car cette horloge est secrète" in found


def test_moves_stay_within_the_ends() -> None:
    clock, track = Clock("orage", 6), Track("fuite", ("loin", "proche", "pris"))
    assert [moved(clock, 4, by) for by in (-9, -1, 0, 2, 9)] == [0, 3, 4, 6, 6]
    assert [moved(track, "proche", by) for by in (-9, -1, 0, 1)] == [
        "loin",
        "loin",
        "proche",
        "pris",
    ]
