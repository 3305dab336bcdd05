"""Descriptions of games, ready-made sheets and procedures.

The command line, the API and the site write them as JSON; OpenAPI takes their schemas from them. The
module must not know how they are made.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

Json = dict[str, Any]


class _Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Game(_Description, frozen=True):
    id: str
    title: str
    leader: Annotated[str, Meta(description="le siège qui mène la partie et voit tout")]
    procedures: tuple[str, ...]
    rulings: Annotated[tuple[str, ...], Meta(description="ses choix de campagne")]


class Games(_Description, frozen=True):
    games: tuple[Game, ...]


class OnSheet(_Description, frozen=True):
    fields: tuple[str, ...]
    role: str


class Landmark(_Description, frozen=True):
    value: Annotated[Any, Meta(description="une valeur, ou les deux bouts d’une étendue")]
    texts: tuple[str, ...]
    clauses: Annotated[tuple[str, ...], Meta(description="d’où viennent ces exemples")]


class ShownWhen(_Description, frozen=True):
    ruling: Annotated[str, Meta(description="le choix de campagne")]
    values: Annotated[tuple[Any, ...], Meta(description="ses valeurs qui donnent un sens au champ")]


class Field(_Description, frozen=True):
    name: str
    label: str
    required: bool
    allowed: Annotated[str, Meta(description="ce qui est permis, en mots")]
    schema: Json
    help: str
    default: Annotated[Any, Meta(description="absent quand le champ est obligatoire")] = UNSET
    sheet: Annotated[OnSheet, Meta(description="ce qu’une fiche en donne")] | UnsetType = UNSET
    landmarks: (
        Annotated[tuple[Landmark, ...], Meta(description="ce que valent quelques nombres")]
        | UnsetType
    ) = UNSET
    shown_when: (
        Annotated[ShownWhen, Meta(description="le choix de campagne sans lequel il ne dit rien")]
        | UnsetType
    ) = UNSET


class ResultField(_Description, frozen=True):
    name: str
    label: str
    schema: Json


class Utility(_Description, frozen=True):
    name: str
    label: str


class Clause(_Description, frozen=True):
    id: str
    text: Annotated[str, Meta(description="ce que dit cette clause de la règle")]
    left_to_leader: Annotated[bool, Meta(description="qui mène en juge : rien ne la calcule")]


class Schemas(_Description, frozen=True):
    params: Json
    result: Json


class Place(_Description, frozen=True):
    name: Annotated[str, Meta(description="vide : à qui l’on demande, le « to » d’une demande")]
    label: str
    least: int
    most: Annotated[int | None, Meta(description="null : autant que l’on veut")]
    own: Annotated[bool, Meta(description="une liste de ce que fait une seule personne")]


class Procedure(_Description, frozen=True):
    procedure: str
    title: str
    help: str
    game: str
    params: tuple[Field, ...]
    result: tuple[ResultField, ...]
    rulings: tuple[Field, ...]
    places: Annotated[tuple[Place, ...], Meta(description="où vont des personnages, à une table")]
    utilities: Annotated[tuple[Utility, ...], Meta(description="ce que le conseil peut viser")]
    clauses: tuple[Clause, ...]
    schemas: Schemas


class Procedures(_Description, frozen=True):
    procedures: tuple[Procedure, ...]


class SheetMade(_Description, frozen=True):
    name: str
    jeu: str
    type: str
    label: str
    nom: str


class Sheets(_Description, frozen=True):
    sheets: tuple[SheetMade, ...]
