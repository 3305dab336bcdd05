"""A table as a seat sees it, declared: the schemas of OpenAPI are made from these.

The views themselves are made in `tablee.table.views.table_view`; tests hold one against the other.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tablee.faces.api.answer_types import Option, Subset

Json = dict[str, Any]
When = Annotated[int, Meta(description="en millisecondes depuis 1970")]


class _Seen(msgspec.Struct, forbid_unknown_fields=True):
    pass


# ── the table ──────────────────────────────────────────────────────────────────────────────────
class Scene(_Seen):
    number: int
    title: str
    commitment: Annotated[
        str, Meta(description="l’empreinte de la graine des dés, dévoilée quand la scène finit")
    ]
    screen_commitment: (
        Annotated[str, Meta(description="celle des jets secrets, pour qui mène")] | UnsetType
    ) = UNSET


class Gauge(_Seen):
    name: str
    value: int
    most: Annotated[int, Meta(description="plein ; 0 : sans fin")]


class Table(_Seen):
    id: str
    name: str
    game: str
    title: Annotated[str, Meta(description="le nom du jeu")]
    scene: Annotated[Scene | None, Meta(description="la scène qui se joue")]
    scenes: Annotated[int, Meta(description="combien de scènes il y a eu")]
    gauges: Annotated[list[Gauge], Meta(description="ce que toute la table tient à jour")]
    clock: Annotated[Json, Meta(description="où en est le temps")]
    rulings: Annotated[Json, Meta(description="les choix de campagne")]
    advice: Annotated[bool, Meta(description="les joueurs peuvent demander chances et conseils")]
    archived: bool
    demo: bool


class Me(_Seen):
    seat: str
    name: str
    leads: bool
    dice: Annotated[Literal["house", "real"], Meta(description="qui lance : la maison, ou soi")]
    word: Annotated[str, Meta(description="son mot dans les tirages de la maison")]
    characters: list[str]
    advice: bool


class SeatSeen(_Seen):
    seat: str
    name: str
    leads: bool
    dice: Literal["house", "real"]
    word: str


class CharacterSeen(_Seen):
    id: str
    name: str
    seat: Annotated[str | None, Meta(description="le siège qui le joue ; null : qui mène")]
    free: Annotated[bool, Meta(description="qui veut peut le prendre")]
    kind: Annotated[str, Meta(description="la sorte de fiche")]
    mine: bool
    sheet: Annotated[Json | None, Meta(description="sa fiche, si elle est à vous")]
    gauges: list[Gauge]
    states: list[str]
    out: bool


# ── runs ───────────────────────────────────────────────────────────────────────────────────────
class Wait(_Seen):
    seat: str
    name: str
    who: Annotated[str, Meta(description="le personnage")]


class Told(_Seen):
    name: str
    told: str


class FramedWith(Told):
    field: str
    off: Annotated[bool, Meta(description="peut-on l’ôter du jet, tant que rien n’y est joué ?")]


class TableLine(_Seen):
    kind: Literal["roll", "choice", "note"]
    text: str
    clauses: Annotated[list[list[str]], Meta(description="[clause, ce qu’elle dit]")]
    numbers: Annotated[Json, Meta(description="d’un lancer : les faces")]


class TableThrow(_Seen, tag_field="kind", tag="roll"):
    label: str
    seat: str
    mine: bool
    who: str
    dice: str
    sides: int
    low: Annotated[int, Meta(description="la plus petite face")]
    count: int
    open: Annotated[
        list[int | None] | None, Meta(description="les faces d’un dé qui explose : haut, bas")
    ]


class TableChoice(_Seen, tag_field="kind", tag="choose"):
    label: str
    context: str
    seat: str
    mine: bool
    who: str
    index: Annotated[
        int | None, Meta(description="sa place parmi des choix simultanés ; null : il est seul")
    ]
    facts: list[Told]
    usual: Annotated[Any, Meta(description="ce qui se prend quand rien d’autre ne s’impose")] = (
        UNSET
    )
    options: list[Option] | UnsetType = UNSET
    range: Annotated[list[int], Meta(min_length=2, max_length=2)] | UnsetType = UNSET
    means: (
        Annotated[list[str], Meta(description="ce que chaque nombre veut dire, dans l’ordre")]
        | UnsetType
    ) = UNSET
    subset: Subset | UnsetType = UNSET
    form: Json | UnsetType = UNSET


class FighterStatus(_Seen):
    character: str
    name: str
    gauges: list[Gauge]
    states: list[str]
    out: bool


class ResultTold(_Seen):
    field: str
    name: str
    told: str


class BookingSeen(_Seen):
    id: str
    who: str
    text: str
    told: list[str]
    clauses: list[list[str]]
    declined: Annotated[bool, Meta(description="il ne compte pas")]
    held: Annotated[bool, Meta(description="il attend que son jet soit montré")]
    private: Annotated[
        bool, Meta(description="seuls le joueur concerné et qui mène le voient et l’appliquent")
    ]
    refused: Annotated[str, Meta(description="pourquoi il ne peut pas être")]
    overrules: bool
    may: Annotated[bool, Meta(description="vous pouvez le refuser, ou le reprendre")]
    others: Annotated[list[str], Meta(description="ce qu’il peut être d’autre, où vous en décidez")]


class OverruledSeen(_Seen):
    field: str
    value: str
    was: str
    reason: str


class May(_Seen):
    undo: bool
    withdraw: bool
    again: bool
    again_all: Annotated[bool, Meta(description="à tous à qui il a été demandé à la fois")]
    reveal: bool
    overrule: bool


class RunShut(_Seen):
    """Of a run behind the screen only that there is one."""

    id: str
    at: When
    shut: bool
    waiting: list[Wait]


class RunSeen(_Seen):
    id: str
    shut: bool
    procedure: str
    title: str
    what: str
    who: list[str]
    status: Literal["open", "done", "withdrawn"]
    secret: bool
    revealed: bool
    veiled: Annotated[bool, Meta(description="ce qui en sort ne vous est pas montré")]
    at: When
    place: Annotated[int, Meta(description="combien de réponses vous avez vues : voir « place »")]
    framing: list[FramedWith]
    lines: list[TableLine]
    struck: Annotated[list[str], Meta(description="ce qui a été défait")]
    waiting: Annotated[list[Wait], Meta(description="qui l’on attend")]
    sealed: Annotated[list[str], Meta(description="qui a déjà choisi en secret")]
    asks: Annotated[
        list[TableThrow | TableChoice],
        Meta(description="ce que vous pouvez répondre ; si vous menez, pour les autres aussi"),
    ]
    weighable: Annotated[bool, Meta(description="vous pouvez en demander les chances")]
    unweighable: Annotated[
        bool, Meta(description="vous le pourriez, si elles ne tenaient à ce que vous ne savez pas")
    ]
    standing: Annotated[list[FighterStatus], Meta(description="où en est chacun, dans un combat")]
    turns: Annotated[
        list[list[str]], Meta(description="qui peut agir maintenant, puis qui agit après, par nom")
    ]
    result: Json | None
    told: list[ResultTold]
    headline: str
    success: bool | None
    consequences: list[BookingSeen]
    overruled: list[OverruledSeen]
    diverged: Annotated[bool, Meta(description="les règles ont changé depuis")]
    reason: str
    may: Annotated[May, Meta(description="ce que vous pouvez en faire")]


# ── the story ──────────────────────────────────────────────────────────────────────────────────
class StoryItem(_Seen):
    place: int
    at: When
    kind: str
    by: str
    text: str
    private: bool
    struck: bool
    run: Annotated[Json | None, Meta(description="le jet, tel que vous le voyez")]
    booking: BookingSeen | None
    reason: str | UnsetType = UNSET
    overruled: (
        Annotated[
            OverruledSeen | None,
            Meta(description="ce qui est décidé à la place de quoi, si vous pouvez le voir"),
        ]
        | UnsetType
    ) = UNSET
    to: Annotated[str, Meta(description="à qui est le personnage désormais")] | UnsetType = UNSET


class Story(_Seen):
    items: Annotated[list[StoryItem], Meta(description="le plus récent d’abord")]
    more: Annotated[bool, Meta(description="il y en a d’autres avant : voir « avant »")]
    before: Annotated[int | None, Meta(description="le « avant » qui les demande")]
    search: str


# ── the dice of the evening ────────────────────────────────────────────────────────────────────
class FaceFallen(_Seen):
    face: int
    count: Annotated[int, Meta(description="combien de fois elle est tombée")]
    low: Annotated[int, Meta(description="le moins que l’on attend, 19 fois sur 20")]
    high: Annotated[int, Meta(description="le plus que l’on attend")]


class DiceFallen(_Seen):
    seat: Annotated[str, Meta(description="le siège qui les a lancés ; vide : tous")]
    sides: int
    count: int
    mean: float
    expected: float
    low: Annotated[float, Meta(description="la moyenne la plus basse que l’on attend")]
    high: Annotated[float, Meta(description="la plus haute")]
    faces: list[FaceFallen]


class Fallen(_Seen):
    dice: list[DiceFallen]


# ── the whole ──────────────────────────────────────────────────────────────────────────────────
class View(_Seen):
    table: Table
    me: Me
    seats: list[SeatSeen]
    characters: list[CharacterSeen]
    runs: Annotated[list[Json], Meta(description="les jets en cours")]
    last: Annotated[Json | None, Meta(description="le dernier jet fini")]
    waiting: Annotated[list[str], Meta(description="les noms de ceux que l’on attend")]
    due: Annotated[list[Json], Meta(description="ce qui reste à jouer, pour qui mène")]
    story: Story
    present: Annotated[list[str], Meta(description="les sièges qui ont une page ouverte")]
