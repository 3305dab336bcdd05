"""The types of the API's answers, from which the schemas of OpenAPI are made.

The answers are the views of the faces (`run_view`, `odds_view`, `describe`, …), the same as on the
command line. Tests compare them with these types. `openapi` adds the parts that depend on a
procedure: its result and its parameters. The module may import the views of the table. It must not
know a route.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tablee.rules.refusal import Kind
from tablee.table.views.view_types import Offer

Json = dict[str, Any]
Rational = Annotated[
    str,
    Meta(pattern="^-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?$", description="une fraction exacte, « a/b »"),
]

Weighed = Rational | float
"""A value or a chance: exact, or a number where the answer gives a bound of its `error`."""
Error = Annotated[float, Meta(gt=0, description="la valeur est à moins de cela de la vraie")]


class _Answer(msgspec.Struct, forbid_unknown_fields=True):
    pass


# ── games, procedures, sheets ──────────────────────────────────────────────────────────────────────────────
class Game(_Answer):
    id: str
    title: str
    leader: Annotated[str, Meta(description="le siège qui mène la partie et voit tout")]
    procedures: list[str]
    rulings: Annotated[list[str], Meta(description="ses choix de campagne")]


class Games(_Answer):
    games: list[Game]


class OnSheet(_Answer):
    fields: list[str]
    role: str


class Landmark(_Answer):
    value: Annotated[Any, Meta(description="une valeur, ou les deux bouts d’une étendue")]
    texts: list[str]
    clauses: Annotated[list[str], Meta(description="d’où viennent ces exemples")]


class ShownWhen(_Answer):
    ruling: Annotated[str, Meta(description="le choix de campagne")]
    values: Annotated[list[Any], Meta(description="ses valeurs qui donnent un sens au champ")]


class Field(_Answer):
    name: str
    label: str
    required: bool
    allowed: Annotated[str, Meta(description="ce qui est permis, en mots")]
    schema: Json
    help: str
    default: Annotated[Any, Meta(description="absent quand le champ est obligatoire")] = UNSET
    sheet: Annotated[OnSheet, Meta(description="ce qu’une fiche en donne")] | UnsetType = UNSET
    landmarks: (
        Annotated[list[Landmark], Meta(description="ce que valent quelques nombres")] | UnsetType
    ) = UNSET
    shown_when: (
        Annotated[ShownWhen, Meta(description="le choix de campagne sans lequel il ne dit rien")]
        | UnsetType
    ) = UNSET


class ResultField(_Answer):
    name: str
    label: str
    schema: Json


class Utility(_Answer):
    name: str
    label: str


class Clause(_Answer):
    id: str
    text: Annotated[str, Meta(description="ce que dit cette clause de la règle")]
    left_to_leader: Annotated[bool, Meta(description="qui mène en juge : rien ne la calcule")]


class Schemas(_Answer):
    params: Json
    result: Json


class Place(_Answer):
    name: Annotated[str, Meta(description="vide : à qui l’on demande, le « to » d’une demande")]
    label: str
    least: int
    most: Annotated[int | None, Meta(description="null : autant que l’on veut")]
    own: Annotated[bool, Meta(description="une liste de ce que fait une seule personne")]


class Procedure(_Answer):
    procedure: str
    title: str
    help: str
    game: str
    params: list[Field]
    result: list[ResultField]
    rulings: list[Field]
    places: Annotated[list[Place], Meta(description="où vont des personnages, à une table")]
    utilities: Annotated[list[Utility], Meta(description="ce que le conseil peut viser")]
    clauses: list[Clause]
    schemas: Schemas


class Procedures(_Answer):
    procedures: list[Procedure]


class SheetMade(_Answer):
    name: str
    jeu: str
    type: str
    label: str
    nom: str


class Sheets(_Answer):
    sheets: list[SheetMade]


# ── a run ──────────────────────────────────────────────────────────────────────────────────────
class Throw(_Answer, tag_field="kind", tag="roll"):
    who: Annotated[str, Meta(description="le siège qui lance")]
    dice: Annotated[str, Meta(description="les dés, « 3d6 » ; « ! » : un dé qui explose")]
    label: str


class Choose(Offer, frozen=True, kw_only=True, tag_field="kind", tag="choose"):
    who: Annotated[str, Meta(description="le siège qui choisit")]
    label: str
    facts: Annotated[Json, Meta(description="ce que l’on dit à qui choisit")] | UnsetType = UNSET


class Together(_Answer, tag_field="kind", tag="together"):
    asks: Annotated[list[Choose], Meta(min_length=1, description="sans se voir, en même temps")]


class Step(_Answer):
    kind: Literal["roll", "choice", "note"]
    clauses: list[str]
    numbers: Json
    text: str


class Effect(_Answer):
    effect: str
    amount: Any
    who: Annotated[str, Meta(description="de qui, quand plusieurs y sont nommés")] | UnsetType = (
        UNSET
    )


class Waiting(_Answer, tag_field="status", tag="ask"):
    ask: Throw | Choose | Together
    trace: list[Step]


class Done(_Answer, tag_field="status", tag="done"):
    result: Json
    trace: list[Step]
    effects: Annotated[list[Effect], Meta(description="ce qu’un registre doit noter")]


# ── advice ─────────────────────────────────────────────────────────────────────────────────────
Chosen = str | int | bool | list[str] | None


class AdvisedOption(_Answer):
    choose: Chosen
    value: Weighed
    error: Error | UnsetType = UNSET


class MixedOption(_Answer):
    choose: Chosen
    p: Annotated[Weighed, Meta(description="avec quelle chance la jouer")]
    value: Annotated[Weighed, Meta(description="ce qu’elle vaut contre l’équilibre de l’autre")]
    error: Error | UnsetType = UNSET


class JointAnswer(_Answer):
    choose: list[Chosen]
    p: Weighed


Usual = Annotated[
    list[str], Meta(description="qui suit ses choix habituels : il y a plus de deux camps")
]


class Advice(_Answer):
    seat: str
    label: str
    utility: str
    options: Annotated[list[AdvisedOption], Meta(min_length=1, description="la meilleure d’abord")]
    best: Chosen
    wait: (
        Annotated[Weighed, Meta(description="ce que vaut de choisir après les dés")] | UnsetType
    ) = UNSET
    usual: Usual | UnsetType = UNSET


class AdviceAtOnce(_Answer):
    seat: str
    label: str
    utility: str
    options: Annotated[list[MixedOption], Meta(min_length=1)]
    value: Weighed
    error: Error | UnsetType = UNSET
    joint: (
        Annotated[
            list[JointAnswer], Meta(description="les choix d’un même camp, à donner ensemble")
        ]
        | UnsetType
    ) = UNSET
    usual: Usual | UnsetType = UNSET


# ── problems ───────────────────────────────────────────────────────────────────────────────────
class Problem(_Answer):
    type: str
    title: str
    status: int
    detail: Annotated[str, Meta(description="ce qui ne va pas, en une phrase")]
    kind: Kind | UnsetType = UNSET
    field: Annotated[str, Meta(description="le chemin de ce qui est refusé")] | UnsetType = UNSET
    got: Annotated[Any, Meta(description="ce qui s’y trouvait")] = UNSET
    allowed: Annotated[str, Meta(description="ce qui est permis")] | UnsetType = UNSET


# ── answers and bodies whose components depend on the games ────────────────────────────────────
class Sheet(_Answer):
    """A sheet ready to play, of any game."""


class Played(_Answer):
    """A run that waits for an answer, or is done."""


class Law(_Answer):
    """The exact law of a procedure's results."""


class Advised(_Answer):
    """The worth of each option of a choice."""


class Sample(_Answer):
    """A sample of a procedure's results."""


class Chances(_Answer):
    """The law of a throw, or the worth of each answer to a choice."""


class Export(_Answer):
    """A campaign, or the throws of one, as a file."""


class CampaignFile(_Answer):
    """A campaign as a file."""


INNER: tuple[Any, ...] = (Waiting | Done, Advice, AdviceAtOnce, Problem)
"""Records inside `Played` and `Advised`, and the one of refusals."""
