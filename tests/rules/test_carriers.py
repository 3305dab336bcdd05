"""What carries a clause, read from the sources of a small game in one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tablee.rules.authoring.game_file import load_game
from tablee.rules.clauses.clause_carriers import Carrier, carriers_of, idle, thing_at
from tablee.rules.clauses.declarations import declarations_of
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Result
from tablee.rules.registry import register, unregister
from tablee.rules.schema import Field

SOURCE = '''\
from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D6
from tablee.rules.ambient import note, rulings
from tablee.rules.game import Game
from tablee.rules.ledger import Event, Ledger
from tablee.rules.procedure import Procedure, Record, Result, Rulings, replace
from tablee.rules.questions import roll

Oil = Annotated[int, Meta(ge=0, le=9)]
"""What a keeper has brought (LAM-HUI-01)."""
LIGHT = {"faible": 1, "forte": 2}
"""How far a lamp is seen (LAM-LUM-01)."""
UNUSED = {"rouge": 3}
"""Of another colour (LAM-LUM-02)."""
TOLD = {True: ("LAM-NUI-02", "La lampe éclaire.")}


class Points(Rulings):
    """The switches."""

    tempete: bool = False
    """Whether storms come (LAM-NUI-03)."""
    brume: bool = False
    """Read by nobody (LAM-NUI-04)."""


class Nuit(Result):
    """How a night ends."""

    navires: int


class Veille(Procedure[Nuit], id="lampe.veille"):
    """A night (LAM-NUI-01).

    Left to the leader: LAM-NUI-05, -06.
    """

    huile: Oil
    ciel: Literal["clair", "couvert"] = "clair"
    """The sky that night (LAM-CIE-01)."""

    async def rule(self) -> Nuit:
        face = await roll(D6, "mer")
        return Nuit(navires=seen(face))


def seen(face: int) -> int:
    """What a lamp shows (LAM-LUM-03..04)."""
    storm = rulings(Points).tempete
    note(*TOLD[True])
    note("LAM-LUM-05" if storm else "LAM-LUM-05 LAM-LUM-06", "Un navire.")
    return face * LIGHT["faible"]


class Stock(Record):
    """What is left."""

    huile: int = 0
    """Never below nothing (LAM-STO-01)."""


class Don(Event[Stock], tag="don"):
    """Somebody brings oil (LAM-STO-02)."""

    def after(self, etat: Stock) -> Stock:
        note("LAM-STO-03", "De l’huile.")
        return replace(etat, huile=etat.huile + 1)


class Reserve(Result):
    """The stock."""

    etat: Stock


class Garder(Ledger[Reserve, Stock], id="lampe.garder"):
    """The keeping of the stock."""

    etat: Stock = Stock()
    evenements: tuple[Don, ...] = ()


CLAUSES = {
    f"LAM-{chapter}-{n:02d}": "Une phrase."
    for chapter, count in (("NUI", 6), ("LUM", 6), ("HUI", 1), ("CIE", 1), ("STO", 3))
    for n in range(1, count + 1)
}
GAME = Game(
    id="lampe", title="Lampe", procedures=(Veille, Garder), rulings=Points, clauses=CLAUSES
)
'''


@pytest.fixture
def lamp(tmp_path: Path) -> Iterator[Game]:
    file = tmp_path / "lampe.py"
    file.write_text(SOURCE, "utf-8")
    yield load_game(file)
    unregister("lampe")


def only(game: Game, clause: str) -> Carrier:
    (carrier,) = carriers_of(game)[clause]
    return carrier


@pytest.mark.parametrize(
    ("clause", "kind", "name", "procedures"),
    [
        ("LAM-NUI-01", "procedure", "Veille", ("lampe.veille",)),
        ("LAM-LUM-03", "procedure", "seen", ("lampe.veille",)),
        ("LAM-LUM-04", "procedure", "seen", ("lampe.veille",)),
        ("LAM-LUM-05", "procedure", "seen", ("lampe.veille",)),
        ("LAM-LUM-06", "procedure", "seen", ("lampe.veille",)),
        ("LAM-NUI-02", "procedure", "TOLD", ("lampe.veille",)),
        ("LAM-LUM-01", "table", "LIGHT", ("lampe.veille",)),
        ("LAM-NUI-03", "decision", "Points.tempete", ("lampe.veille",)),
        ("LAM-CIE-01", "decision", "Veille.ciel", ("lampe.veille",)),
        ("LAM-HUI-01", "decision", "Oil", ("lampe.veille",)),
        ("LAM-STO-01", "state", "Stock.huile", ("lampe.garder",)),
        ("LAM-STO-02", "state", "Don", ("lampe.garder",)),
        ("LAM-STO-03", "state", "Don", ("lampe.garder",)),
    ],
)
def test_each_declaration_carries_what_it_names(
    lamp: Game, clause: str, kind: str, name: str, procedures: tuple[str, ...]
) -> None:
    carrier = only(lamp, clause)
    assert (carrier.kind, carrier.name, carrier.procedures) == (kind, name, procedures)
    assert not carrier.left_to_leader
    assert thing_at(carrier) is not None


def test_a_carrier_names_its_line(lamp: Game) -> None:
    lines = SOURCE.splitlines()
    for clause, start in (
        ("LAM-NUI-01", "class Veille"),
        ("LAM-CIE-01", "    ciel:"),
        ("LAM-LUM-01", "LIGHT ="),
        ("LAM-STO-03", "    def after"),
    ):
        assert lines[only(lamp, clause).line - 1].startswith(start)


def test_a_kind_of_field_stands_for_the_fields_of_that_kind(lamp: Game) -> None:
    assert only(lamp, "LAM-HUI-01").fields == ("huile",)
    assert only(lamp, "LAM-CIE-01").fields == ("ciel",)
    assert isinstance(thing_at(only(lamp, "LAM-CIE-01")), Field)
    assert only(lamp, "LAM-LUM-01").fields == ()


def test_what_is_left_to_the_leader_is_a_decision_of_the_procedure(lamp: Game) -> None:
    (veille, _) = lamp.procedures
    assert veille.left_to_leader() == ("LAM-NUI-05", "LAM-NUI-06")
    assert veille.clauses() == ("LAM-NUI-01", "LAM-NUI-05", "LAM-NUI-06")
    for clause in veille.left_to_leader():
        carrier = only(lamp, clause)
        assert (carrier.kind, carrier.left_to_leader, carrier.name) == ("decision", True, "Veille")


def test_what_nothing_uses_carries_nothing(lamp: Game) -> None:
    carriers = carriers_of(lamp)
    assert carriers["LAM-LUM-02"] == carriers["LAM-NUI-04"] == ()
    assert [name.partition(".")[2] for name in idle(lamp)] == ["UNUSED", "Points.brume"]


def test_all_clauses_are_on_the_map_in_order_and_unknown_ones_behind(
    lamp: Game, tmp_path: Path
) -> None:
    assert tuple(carriers_of(lamp)) == tuple(lamp.clauses)
    file = tmp_path / "lampe.py"
    file.write_text(SOURCE.replace("(LAM-CIE-01)", "(LAM-CIE-01, -02)"), "utf-8")
    assert list(carriers_of(load_game(file))) == [*lamp.clauses, "LAM-CIE-02"]


def test_a_place_that_is_gone_is_found_missing(lamp: Game) -> None:
    carrier = only(lamp, "LAM-LUM-01")
    for name in ("DARK", "Veille.mer"):
        with pytest.raises(LookupError):
            thing_at(msgspec.structs.replace(carrier, name=name))


class Calme(Result):
    fini: bool


class Attendre(Procedure[Calme], id="attente.attendre"):
    """Nothing happens (ATT-NUI-01).

    Left to the leader: ATT-NUI-02.
    """

    async def rule(self) -> Calme:
        return Calme(fini=True)


def test_without_a_source_the_docstrings_of_the_procedures_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Attendre, "__module__", "nowhere")
    clauses = {"ATT-NUI-01": "Rien.", "ATT-NUI-02": "Rien.", "ATT-NUI-03": "Rien."}
    game = register(Game(id="attente", title="Attente", procedures=(Attendre,), clauses=clauses))
    try:
        assert declarations_of(game) == {}
        found = carriers_of(game)
        assert [each.name for each in found["ATT-NUI-01"]] == ["Attendre"]
        assert [each.left_to_leader for each in found["ATT-NUI-02"]] == [True]
        assert found["ATT-NUI-03"] == ()
    finally:
        unregister("attente")
