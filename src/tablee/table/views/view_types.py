"""The types of the parts of a view: everything that a seat is sent of its table.

Pages, the API, its streams and the OpenAPI document use these types and nothing else; the whole view
is in `whole_view_types`. A description here is the description that the document shows, in French;
`msgspec` writes the JSON. Values in the contract's own JSON (parameters, answers, results) stay plain
JSON. This module may import `msgspec` and the names of JSON objects; it must not know how a view is
made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tablee.rules.contract_json import ClockJson, ResultJson, RulingsJson, SheetJson
from tablee.table.log.state_parts import TypedDice

Time = Annotated[int, Meta(description="en millisecondes depuis 1970")]
Dice = Literal["house", "real"]
LineKind = Literal["roll", "choice", "note"]


class ViewPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a view. Nobody changes one: caches hand out the same part again."""


# ── the table ──────────────────────────────────────────────────────────────────────────────────
class SceneView(ViewPart, frozen=True, kw_only=True):
    """The scene that is played. In a scene of an older scheme only the leader gets the commitment to
    the secret throws."""

    number: int
    title: str
    commitment: Annotated[
        str, Meta(description="l’empreinte de la graine des dés, dévoilée quand la scène finit")
    ]
    secret_commitment: (
        Annotated[str, Meta(description="celle des clés de ses jets secrets")] | UnsetType
    ) = UNSET
    withheld: Annotated[
        Sequence[str], Meta(description="les sièges dont le mot promis n’est pas venu")
    ] = ()
    pledges: Annotated[
        str, Meta(description="les promesses, « siège=empreinte », par une espace")
    ] = ""
    complete: Annotated[bool, Meta(description="chaque siège a promis ou donné son mot")] = True


class GaugeView(ViewPart, frozen=True, kw_only=True):
    """A number that rises and falls, with its label."""

    name: str
    value: int
    most: Annotated[int, Meta(description="plein ; 0 : sans fin")]


class ClockView(ViewPart, frozen=True, kw_only=True):
    """A clock or a track of the table."""

    id: str
    name: str
    ledger: Annotated[str, Meta(description="le type des événements qui la font avancer")]
    value: Annotated[int, Meta(description="segments remplis, ou place du cran")]
    most: int
    steps: Annotated[Sequence[str], Meta(description="les crans d’une piste ; sinon vide")]
    secret: Annotated[bool, Meta(description="seule la personne qui mène la voit")]


class TableInfo(ViewPart, frozen=True, kw_only=True):
    """The table itself: its game, its scene, its rulings, its clock."""

    id: str
    name: str
    game: str
    title: Annotated[str, Meta(description="le nom du jeu")]
    scene: Annotated[SceneView | None, Meta(description="la scène qui se joue")]
    scenes: Annotated[int, Meta(description="combien de scènes il y a eu")]
    gauges: Annotated[Sequence[GaugeView], Meta(description="ce que toute la table tient à jour")]
    clocks: Annotated[Sequence[ClockView], Meta(description="ses horloges et ses pistes")]
    clock: Annotated[ClockJson, Meta(description="où en est le temps")]
    rulings: Annotated[RulingsJson, Meta(description="les choix de campagne")]
    advice: Annotated[bool, Meta(description="les joueurs peuvent demander chances et conseils")]
    rolls: Annotated[bool, Meta(description="les joueurs lancent d’eux-mêmes un jet courant")]
    typed_dice: Annotated[
        TypedDice,
        Meta(description="qui peut saisir les faces de vrais dés : everybody, leader, nobody"),
    ]
    archived: bool
    demo: bool


class SeatView(ViewPart, frozen=True, kw_only=True):
    """A seat at the table, as every seat sees it."""

    seat: str
    name: str
    leads: bool
    dice: Annotated[Dice, Meta(description="qui lance : la maison, ou soi")]
    word: Annotated[
        str, Meta(description="son mot dans les tirages de cette scène, s’il est donné")
    ]
    takes_word: Annotated[bool, Meta(description="peut-il encore donner son mot ?")]
    pledge: Annotated[
        str, Meta(description="l’empreinte du mot qu’il a promis dans cette scène, ou rien")
    ]


class SheetName(ViewPart, frozen=True, kw_only=True):
    """A name on a sheet and its value."""

    name: str
    label: str
    value: Any


class ProposableField(ViewPart, frozen=True, kw_only=True):
    """A parameter that names of a sheet may give. `several`: names joined by `+` are added up;
    `place`: it is a place of the run, and the names are characters."""

    field: str
    label: str
    required: bool
    names: Sequence[SheetName]
    several: bool = False
    place: bool = False


class ProposableRun(ViewPart, frozen=True, kw_only=True):
    """A run that the seat may propose for a character of its own."""

    procedure: str
    label: str
    character: str
    name: Annotated[str, Meta(description="le nom du personnage")]
    fields: Sequence[ProposableField]


class ViewerView(SeatView, frozen=True, kw_only=True):
    """The seat that the view is for."""

    characters: Sequence[str]
    advice: bool
    proposals: Annotated[
        Sequence[ProposableRun], Meta(description="les jets que ce siège peut proposer")
    ]


class ProposedRunView(ViewPart, frozen=True, kw_only=True):
    """A run that a player proposes. `ready`: it can be requested as it is."""

    procedure: str
    label: str
    character: str
    name: Annotated[str, Meta(description="le nom du personnage")]
    params: Mapping[str, str]
    cast: Annotated[Mapping[str, str], Meta(description="rôle : un autre personnage")]
    text: Annotated[str, Meta(description="ce qui est éprouvé, et pour qui, en toutes lettres")]
    ready: bool


class SignalView(ViewPart, frozen=True, kw_only=True):
    """A signal of a seat to the leader."""

    seat: str
    name: Annotated[str, Meta(description="le nom de ce siège")]
    kind: Annotated[str, Meta(description="le geste qui fait ce signe")]
    at: int
    run: Annotated[ProposedRunView | None, Meta(description="le jet proposé, s’il y en a un")]


class StatusView(ViewPart, frozen=True, kw_only=True):
    """The gauges and states of a character; `out`: unable to act."""

    gauges: Sequence[GaugeView]
    states: Sequence[str]
    out: bool


class BudgetView(ViewPart, frozen=True, kw_only=True):
    """An amount that the document of the game counts when a sheet is made."""

    label: str
    spent: Annotated[int, Meta(description="ce que la fiche en prend")]
    available: Annotated[int, Meta(description="ce que le document donne")]
    text: str
    over: Annotated[str, Meta(description="ce qu’il faut savoir s’il y en a trop ; vide : non")]
    clause: Annotated[str, Meta(description="la règle qui le dit")]


class CreationView(ViewPart, frozen=True, kw_only=True):
    """What a sheet still needs, and its budgets."""

    open: Annotated[Sequence[str], Meta(description="ce qui n’est pas encore choisi")]
    sentence: Annotated[str, Meta(description="la même chose en une phrase ; vide : rien")]
    budgets: Sequence[BudgetView]
    later: Annotated[
        Sequence[str], Meta(description="ce qui peut attendre, une phrase pour chaque chose")
    ] = ()


class CharacterView(StatusView, frozen=True, kw_only=True):
    """A character that the seat knows."""

    id: str
    name: str
    seat: Annotated[str | None, Meta(description="le siège qui le joue ; null : qui mène")]
    free: Annotated[bool, Meta(description="qui veut peut le prendre")]
    kind: Annotated[str, Meta(description="la sorte de fiche")]
    mine: bool
    away: Annotated[bool, Meta(description="rangé : il ne sert plus pour l’instant")] = False
    portrait: Annotated[str, Meta(description="l’empreinte de son portrait ; vide : aucun")] = ""
    sheet: Annotated[SheetJson | None, Meta(description="sa fiche, si elle est à vous")]
    creation: Annotated[
        CreationView | None, Meta(description="ce que sa fiche demande encore, si elle est à vous")
    ] = None


# ── what a run asks ────────────────────────────────────────────────────────────────────────────
class WaitView(ViewPart, frozen=True, kw_only=True):
    """A seat that a run waits for, and the character it answers for."""

    seat: str
    name: str
    character: Annotated[str, Meta(description="le personnage")]


class Fact(ViewPart, frozen=True, kw_only=True):
    """A labelled text."""

    label: str
    text: str


class Option(ViewPart, frozen=True, kw_only=True):
    """One value that a choice offers."""

    id: str | int | bool | None
    label: str
    means: Annotated[str, Meta(description="ce que cette réponse veut dire")] | UnsetType = UNSET


class Subset(ViewPart, frozen=True, kw_only=True):
    """Several of some options, between `min` and `max` of them."""

    of: Sequence[Option]
    min: int
    max: int


class Offer(ViewPart, frozen=True, kw_only=True):
    """What a choice offers: one of `options`, a number in `range`, a `subset`, or a text (`form`)."""

    options: Sequence[Option] | UnsetType = UNSET
    range: Annotated[Sequence[int], Meta(min_length=2, max_length=2)] | UnsetType = UNSET
    means: (
        Annotated[Sequence[str], Meta(description="ce que chaque nombre veut dire, dans l’ordre")]
        | UnsetType
    ) = UNSET
    subset: Subset | UnsetType = UNSET
    form: Mapping[str, Any] | UnsetType = UNSET


class ThrowAsk(ViewPart, frozen=True, kw_only=True, tag_field="kind", tag="roll"):
    """Dice to throw. `character`: who throws, by name; `mine`: whether the seat itself is asked, not
    only allowed to answer for somebody else."""

    label: str
    seat: str
    mine: bool
    character: str
    dice: str
    sides: int
    low: Annotated[int, Meta(description="la plus petite face")]
    count: int
    open: Annotated[
        Sequence[int] | None, Meta(description="les faces d’un dé qui explose : haut, bas")
    ]
    again: Annotated[Sequence[int], Meta(description="les faces qui se relancent")] = ()
    cap: Annotated[int | None, Meta(description="combien de relances au plus")] = None


class ChoiceAsk(Offer, frozen=True, kw_only=True, tag_field="kind", tag="choose"):
    """A choice to make. `character` and `mine`: as for a throw."""

    label: str
    seat: str
    mine: bool
    character: str
    context: str
    index: Annotated[
        int | None, Meta(description="sa place parmi des choix simultanés ; null : il est seul")
    ]
    facts: Sequence[Fact]
    default: Annotated[Any, Meta(description="ce qui se prend quand rien d’autre ne s’impose")] = (
        UNSET
    )
    help: Annotated[str, Meta(description="ce que ce choix veut dire, en une phrase")] = ""
    asked: Annotated[
        str, Meta(description="la marque de la question, pour y répondre d’avance (« then »)")
    ] = ""


# ── runs ───────────────────────────────────────────────────────────────────────────────────────
class ParameterView(Fact, frozen=True, kw_only=True):
    """A parameter that a run was requested with."""

    field: str
    removable: Annotated[
        bool, Meta(description="peut-on l’ôter du jet, tant que rien n’y est joué ?")
    ]


class TraceLine(ViewPart, frozen=True, kw_only=True):
    """A line of a run's trace: a throw, a choice, or what the rule notes."""

    kind: LineKind
    text: str
    clauses: Annotated[Sequence[tuple[str, str]], Meta(description="[clause, ce qu’elle dit]")]
    numbers: Annotated[Mapping[str, Any], Meta(description="d’un lancer : les faces")]
    origin: Annotated[
        Literal["", "house", "typed"],
        Meta(
            description="d’un lancer : la maison, ou des faces saisies ; vide si l’on ne sait pas"
        ),
    ] = ""
    typed_by: Annotated[str, Meta(description="le nom de qui les a saisies")] = ""


class FighterView(StatusView, frozen=True, kw_only=True):
    """A fighter in a run under way. `character`: its id, "" where the seat does not know it."""

    character: str
    name: str


class ResultFieldView(Fact, frozen=True, kw_only=True):
    """A field of a result."""

    field: str


class ConsequenceView(ViewPart, frozen=True, kw_only=True):
    """A change of sheets and ledgers that follows from a run, or that somebody wrote down."""

    id: str
    character: str
    text: str
    details: Sequence[str]
    clauses: Sequence[tuple[str, str]]
    declined: Annotated[bool, Meta(description="il ne compte pas")]
    pending: Annotated[bool, Meta(description="il attend que son jet soit montré")]
    private: Annotated[
        bool, Meta(description="seuls le joueur concerné et qui mène le voient et l’appliquent")
    ]
    refused: Annotated[str, Meta(description="pourquoi il ne peut pas être")]
    overrules: bool
    may: Annotated[bool, Meta(description="vous pouvez le refuser, ou le reprendre")]
    alternatives: Annotated[
        Sequence[str], Meta(description="ce qu’il peut être d’autre, où vous en décidez")
    ]


class OverruledView(ViewPart, frozen=True, kw_only=True):
    """A field of a result that the leader replaced."""

    field: str
    value: str
    was: str
    reason: str


class Permissions(ViewPart, frozen=True, kw_only=True):
    """The acts that a run allows the seat."""

    undo: bool
    withdraw: bool
    again: bool
    again_all: Annotated[bool, Meta(description="à tous à qui il a été demandé à la fois")]
    reveal: bool
    disclose: Annotated[bool, Meta(description="montrer à tous ce que ce jet fini tient caché")]
    overrule: bool


class HiddenRun(ViewPart, frozen=True, kw_only=True, tag_field="visibility", tag="hidden"):
    """A secret run of which the seat sees only that it exists."""

    id: str
    at: Time


class RunView(ViewPart, frozen=True, kw_only=True, tag_field="visibility", tag="visible"):
    """A run, open or over. `characters`: the names of its characters."""

    id: str
    procedure: str
    label: str
    title: str
    characters: Sequence[str]
    status: Literal["open", "done", "withdrawn"]
    secret: bool
    revealed: bool
    result_hidden: Annotated[bool, Meta(description="ce qui en sort ne vous est pas montré")]
    at: Time
    place: Annotated[int, Meta(description="combien de réponses vous avez vues : voir « place »")]
    parameters: Sequence[ParameterView]
    lines: Sequence[TraceLine]
    undone: Annotated[Sequence[str], Meta(description="ce qui a été défait")]
    waiting: Annotated[Sequence[WaitView], Meta(description="qui l’on attend")]
    sealed: Annotated[Sequence[str], Meta(description="qui a déjà choisi en secret")]
    asks: Annotated[
        Sequence[ThrowAsk | ChoiceAsk],
        Meta(description="ce que vous pouvez répondre ; si vous menez, pour les autres aussi"),
    ]
    ahead: Annotated[
        Sequence[ChoiceAsk],
        Meta(description="ce qui vous serait demandé ensuite, après les réponses habituelles"),
    ]
    thrown_for: Annotated[
        bool, Meta(description="la maison lance-t-elle d’elle-même vos dés ici ?")
    ]
    chances: Annotated[
        Literal["available", "hidden", "none"],
        Meta(
            description="vous pouvez en demander les chances (« available »), ou vous le pourriez "
            "si elles ne tenaient à ce que vous ne savez pas (« hidden »)"
        ),
    ]
    fighters: Annotated[Sequence[FighterView], Meta(description="où en est chacun, dans un combat")]
    turns: Annotated[
        Sequence[Sequence[str]],
        Meta(description="qui peut agir maintenant, puis qui agit après, par nom"),
    ]
    disclosing: Annotated[
        str, Meta(description="le bouton qui montre à tous ce qui y reste caché, s’il y en a un")
    ]
    disclosed: Annotated[bool, Meta(description="ce qu’il cachait a été montré à tous")]
    result: ResultJson | None
    fields: Sequence[ResultFieldView]
    headline: str
    success: bool | None
    consequences: Sequence[ConsequenceView]
    overruled: Sequence[OverruledView]
    diverged: Annotated[bool, Meta(description="les règles ont changé depuis")]
    reason: str
    may: Annotated[Permissions, Meta(description="ce que vous pouvez en faire")]
