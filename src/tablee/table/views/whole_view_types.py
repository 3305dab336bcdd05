"""The types of a whole view: handouts, the story, and a table as one seat sees it.

As in `view_types`, a description here is the one that the OpenAPI document shows. This module may
import `msgspec` and the types of the parts; it must not know how a view is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from tablee.rules.contract_json import EventJson, ParamsJson
from tablee.table.views.view_types import (
    CharacterView,
    ConsequenceView,
    HiddenRun,
    OverruledView,
    RunView,
    SeatView,
    SignalView,
    TableInfo,
    Time,
    ViewerView,
    ViewPart,
)


# ── handouts ───────────────────────────────────────────────────────────────────────────────────
class HandoutView(ViewPart, frozen=True, kw_only=True):
    """A handout that the seat may read."""

    id: str
    at: Time
    by: str
    title: str
    text: str
    picture: Annotated[str, Meta(description="l’empreinte de son image ; vide : aucune")]
    private: Annotated[bool, Meta(description="il n’est pas pour toute la table")]
    to: Annotated[Sequence[str], Meta(description="pour qui mène : les noms de ceux qui l’ont")]
    taken_back: Annotated[bool, Meta(description="pour qui mène : plus personne d’autre ne l’a")]


# ── the story ──────────────────────────────────────────────────────────────────────────────────
class SecretThrowView(ViewPart, frozen=True, kw_only=True):
    """Free dice that were thrown in secret, and that the seat may see."""

    id: Annotated[
        str, Meta(description="la scène, et leur numéro parmi ses dés libres secrets : « 2.1 »")
    ]
    revealed: Annotated[bool, Meta(description="tous les voient")]
    reveal: Annotated[bool, Meta(description="vous pouvez les montrer à tous")]


class StoryItem(ViewPart, frozen=True, kw_only=True):
    """An item of the story. `place`: its number among those that the seat can read."""

    place: int
    at: Time
    kind: str
    by: str
    text: str
    private: bool
    undone: bool
    run: Annotated[RunView | HiddenRun | None, Meta(description="le jet, tel que vous le voyez")]
    consequence: ConsequenceView | None
    reason: str = ""
    overruled: Annotated[
        OverruledView | None,
        Meta(description="ce qui est décidé à la place de quoi, si vous pouvez le voir"),
    ] = None
    to: Annotated[
        str, Meta(description="à qui est le personnage désormais, ou à qui va la note")
    ] = ""
    handout: Annotated[HandoutView | None, Meta(description="le document qui est donné")] = None
    secret_throw: Annotated[
        SecretThrowView | None, Meta(description="si ce sont des dés libres lancés en secret")
    ] = None


class StoryView(ViewPart, frozen=True, kw_only=True):
    """A page of the story, the newest item first."""

    items: Annotated[Sequence[StoryItem], Meta(description="le plus récent d’abord")]
    more: Annotated[bool, Meta(description="il y en a d’autres avant : voir « avant »")]
    before: Annotated[int | None, Meta(description="le « avant » qui les demande")]
    search: str


# ── the whole ──────────────────────────────────────────────────────────────────────────────────
class PendingConsequence(ViewPart, frozen=True, kw_only=True):
    """A consequence that waits to be played: a procedure with its parameters, or a reminder."""

    procedure: str | None
    character: Annotated[str, Meta(description="le personnage")]
    text: str
    params: ParamsJson
    cast: Annotated[Mapping[str, str], Meta(description="les autres personnages, par rôle")] = {}
    run: Annotated[str, Meta(description="à un joueur : le jet d’où il vient")] = ""
    consequence: Annotated[
        str, Meta(description="à un joueur : le changement par lequel il le commence")
    ] = ""


class OfferedChangeView(ViewPart, frozen=True, kw_only=True):
    """A change of the record that the leader usually makes now, with one tap, or a run to request."""

    text: str
    button: Annotated[str, Meta(description="ce que fait le bouton")]
    event: Annotated[
        EventJson,
        Meta(description="le changement, pour l’acte « change_record » ; vide pour un jet"),
    ]
    character: Annotated[str, Meta(description="le personnage")]
    procedure: Annotated[str, Meta(description="jet que le bouton prépare, sinon vide")]
    parameter: Annotated[
        str, Meta(description="paramètre que le changement ouvre aux jets, sinon vide")
    ]


class RulesFaultView(ViewPart, frozen=True, kw_only=True):
    """A fault in the rules of the table, for the leader: a sheet that no longer fits the game, or a
    function of the game that fails."""

    character: Annotated[str, Meta(description="le personnage dont c’est la fiche, sinon vide")]
    name: Annotated[str, Meta(description="son nom")]
    text: Annotated[str, Meta(description="ce qui ne va pas")]


class TableView(ViewPart, frozen=True, kw_only=True):
    """A whole table as one seat sees it."""

    table: TableInfo
    me: ViewerView
    seats: Sequence[SeatView]
    characters: Sequence[CharacterView]
    runs: Annotated[Sequence[RunView], Meta(description="les jets en cours")]
    last: Annotated[RunView | None, Meta(description="le dernier jet fini")]
    beside_last: Annotated[
        Sequence[RunView],
        Meta(description="les autres jets finis de ceux qui ont été demandés avec lui"),
    ]
    waiting: Annotated[Sequence[str], Meta(description="les noms de ceux que l’on attend")]
    pending: Annotated[
        Sequence[PendingConsequence],
        Meta(
            description="ce qui reste à jouer : pour qui mène tout, à un joueur ce qu’il commence"
        ),
    ]
    offers: Annotated[
        Sequence[OfferedChangeView],
        Meta(description="les changements que qui mène fait d’ordinaire en ce moment"),
    ]
    story: StoryView
    handouts: Annotated[
        Sequence[HandoutView],
        Meta(description="les documents que vous pouvez rouvrir, le plus récent d’abord"),
    ]
    signals: Annotated[
        Sequence[SignalView],
        Meta(description="les signes faits à qui mène : tous pour lui, le sien pour un joueur"),
    ]
    present: Annotated[Sequence[str], Meta(description="les sièges qui ont une page ouverte")]
    faults: Annotated[
        Sequence[RulesFaultView],
        Meta(description="à qui mène : ce qui ne va plus avec les règles du jeu"),
    ] = ()
