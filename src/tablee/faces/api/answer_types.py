"""The types of the API's answers, from which the schemas of OpenAPI are made.

The answers are the views of the faces (`run_view`, `odds_view`, …), the same as on the command line.
Tests compare them with these types. `openapi` adds the parts that depend on a procedure: its result
and its parameters. Games, procedures and sheets have theirs in `description_types`. The module may
import the views of the table. It must not know a route.
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
    varies: (
        Annotated[bool, Meta(description="vrai : d’autres dés offrent d’autres réponses")]
        | UnsetType
    ) = UNSET
    later: (
        Annotated[
            list[str], Meta(description="les autres choix de ce camp, supposés faits au mieux")
        ]
        | UnsetType
    ) = UNSET
    usual: Usual | UnsetType = UNSET
    unweighed: (
        Annotated[list[Chosen], Meta(description="réponses sans valeur : rien n’en dit l’effet")]
        | UnsetType
    ) = UNSET


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
    alone: (
        Annotated[bool, Meta(description="vrai : personne ne choisit contre ce camp")] | UnsetType
    ) = UNSET


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
