"""Experience: the cost of a level, and the ledger of the five pools (XP)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Annotated, Any, TypeVar, get_args

from msgspec import Meta

from tablee.games.exil.fields import Apprentissage, Attribut, AttributNom, Attributs, TalentName
from tablee.games.exil.landmarks import PRICES_SEEN, REWARDS_SEEN
from tablee.games.exil.life.learning import EASIER
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import COST_COLUMNS, COSTS, KNOWN_TALENTS, PRINTED_COSTS
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import AS_OBJECT, among, on_sheet
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.refusal import refuse
from tablee.rules.sheets.sheet_params import folded

T = TypeVar("T", bound=str)

HIGHEST = 20
"""The highest level of a Talent (R-68)."""
Part = Annotated[
    Fraction,
    Meta(ge=0, le=1, description="part du coût à payer, 1 pour le prix entier"),
    PRICES_SEEN,
]
"""The leader may reduce the cost (EXIL-XP-07)."""
Points = Annotated[int, Meta(ge=0)]


def learning_of(apprentissage: Apprentissage, taught: bool) -> Apprentissage:
    """Return the difficulty of learning a level; one that is taught is a rank easier."""
    return EASIER[apprentissage] if taught else apprentissage


def cost_of_level(
    niveau: int, attribut: Attribut, apprentissage: Apprentissage, part: Fraction = Fraction(1)
) -> int:
    """Return the cost from `niveau` to the next level (EXIL-XP-06, -07); a `part` is rounded up
    (R-69)."""
    printed = rulings(ExilRulings).xp_table == "printed"
    costs = (PRINTED_COSTS if printed else COSTS)[apprentissage, attribut]
    column = next(place for place, last in enumerate(COST_COLUMNS) if niveau <= last)
    return math.ceil(part * costs[column])


class ProgressionResult(Result):
    """The cost of levels. `cout`: points of experience. `scenarios`: one for each level."""

    cout: int
    scenarios: int


class Progression(Procedure[ProgressionResult], id="exil.progression"):
    """The cost of raising a Talent, without dice (EXIL-XP-06..08, EXIL-APP-04)."""

    niveau: Annotated[
        int, Meta(ge=0, le=19, description="niveau actuel du Talent"), on_sheet("niveaux")
    ]
    cible: Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None,
        Meta(description="niveau visé, le suivant à défaut"),
    ] = None
    attribut: Annotated[
        Attribut,
        Meta(description="niveau de l’Attribut dont relève le Talent"),
        on_sheet("attributs_des_talents", "attributs"),
    ]
    apprentissage: Annotated[
        Apprentissage,
        Meta(description="difficulté d’apprentissage du Talent"),
        on_sheet("apprentissages_des_talents", partial=True),
    ]
    part: Part = Fraction(1)
    enseignement: Annotated[
        bool, Meta(description="le premier niveau profite-t-il d’un enseignement ?")
    ] = False

    def check(self) -> None:
        if self.cible is not None and self.cible <= self.niveau:
            raise refuse("cible", self.cible, "au moins {least}", least=self.niveau + 1)

    async def rule(self) -> ProgressionResult:
        cible = self.niveau + 1 if self.cible is None else self.cible
        total = 0
        for niveau in range(self.niveau, cible):
            taught = self.enseignement and niveau == self.niveau
            apprentissage = learning_of(self.apprentissage, taught)
            cost = cost_of_level(niveau, self.attribut, apprentissage, self.part)
            total += cost
            note(
                "EXIL-XP-06 EXIL-XP-07",
                "Du niveau {low} au niveau {high}, apprentissage {apprentissage}, Attribut "
                "{attribut} : {cost:point|points}.",
                low=niveau,
                high=niveau + 1,
                apprentissage=apprentissage,
                attribut=self.attribut,
                cost=cost,
            )
        return ProgressionResult(cout=total, scenarios=cible - self.niveau)


# ── the ledger ─────────────────────────────────────────────────────────────────────────────────
POOLS: tuple[AttributNom, ...] = get_args(AttributNom)


class Pools(Record):
    """The five pools of experience (EXIL-XP-02); points never move between them (EXIL-XP-03)."""

    physique: Annotated[Points, Meta(description="expérience Physique")] = 0
    mental: Annotated[Points, Meta(description="expérience Mentale")] = 0
    social: Annotated[Points, Meta(description="expérience Sociale")] = 0
    adaptabilite: Annotated[Points, Meta(description="expérience d’Adaptabilité")] = 0
    realisation: Annotated[Points, Meta(description="expérience de Réalisation")] = 0

    def of(self, attribut: AttributNom) -> int:
        points: int = getattr(self, attribut)
        return points

    def plus(self, other: Pools) -> Pools:
        return Pools(**{name: self.of(name) + other.of(name) for name in POOLS})


Learnt = Annotated[
    AttributNom | None,
    Meta(description="Attribut dont relève le Talent, null s’il n’est pas connu"),
]
HardToLearn = Annotated[
    Apprentissage | None,
    Meta(description="difficulté d’apprentissage, null si elle n’est pas connue"),
]


class KnownTalent(Record):
    """A Talent of a character: its level, its Attribut, how hard it is to learn."""

    niveau: Annotated[int, Meta(ge=0, le=20, description="niveau du Talent")] = 0
    attribut: Learnt = None
    apprentissage: HardToLearn = None
    monte: Annotated[bool, Meta(description="a-t-il monté depuis le dernier scénario ?")] = False
    """One level a Talent at the end of a scenario (EXIL-XP-08)."""
    enseignement: Annotated[
        bool, Meta(description="un enseignement attend-il le prochain niveau ?")
    ] = False
    """A teacher or a book makes the next level one step easier (EXIL-APP-04, R-70)."""


Talents = Annotated[
    tuple[tuple[str, Annotated[int, Meta(ge=0, le=20)] | KnownTalent], ...], AS_OBJECT
]
"""Talents by name: the level alone, or all fields."""


def physical(name: str, talent: int | KnownTalent) -> bool:
    """Return whether a Talent serves physical actions: Sportif does in any case (EXIL-ASP-02)."""
    kept = None if isinstance(talent, int) else talent.attribut
    attribut = kept or KNOWN_TALENTS.get(folded(name), (None, None))[0]
    return attribut == "physique" or folded(name) == "sportif"


def held(talent: int | KnownTalent) -> KnownTalent:
    """Return all fields of a Talent."""
    return KnownTalent(niveau=talent) if isinstance(talent, int) else talent


def completed(name: str, talent: int | KnownTalent) -> KnownTalent:
    """Return all fields of a Talent; the document supplies the Attribut and difficulty of some."""
    kept = held(talent)
    attribut, apprentissage = KNOWN_TALENTS.get(folded(name), (None, None))
    return replace(
        kept,
        attribut=kept.attribut or attribut,
        apprentissage=kept.apprentissage or apprentissage,
    )


class Progress(Record):
    """Pools, Attributs and Talents of a character; unspent points remain (EXIL-XP-04)."""

    xp: Annotated[Pools, Meta(description="points d’expérience à dépenser"), on_sheet("xp")] = (
        Pools()
    )
    attributs: Annotated[
        Attributs, Meta(description="niveau de chaque Attribut"), on_sheet("attributs")
    ] = Attributs()
    talents: Annotated[
        Talents, Meta(description="les Talents, chacun avec son niveau"), on_sheet("talents")
    ] = ()

    def talent(self, name: str) -> KnownTalent:
        """Return a Talent, see `completed`."""
        return completed(name, dict(self.talents).get(self.named(name), 0))

    def named(self, name: str) -> str:
        """Return the name of a Talent as the ledger writes it, whatever its case and accents."""
        wanted = folded(name)
        return next((each for each, _ in self.talents if folded(each) == wanted), name)

    def with_talent(self, name: str, talent: KnownTalent) -> Progress:
        kept = dict(self.talents) | {self.named(name): talent}
        return replace(self, talents=tuple(kept.items()))


class ScenarioOver(Event[Progress], tag="scenario"):
    """The end of a scenario: the leader gives points to the pools, and every Talent may rise again
    (EXIL-XP-01, -05, -08)."""

    by_leader = True
    xp: Annotated[Pools, Meta(description="points donnés à chaque réserve"), REWARDS_SEEN] = Pools()

    def after(self, etat: Progress) -> Progress:
        xp = etat.xp.plus(self.xp)
        points: dict[str, Any] = {name: xp.of(name) for name in POOLS}
        note(
            "EXIL-XP-01 EXIL-XP-02 EXIL-XP-05",
            "Fin du scénario. Expérience : {physique} Physique, {mental} Mentale, {social} Sociale, "
            "{adaptabilite} d’Adaptabilité, {realisation} de Réalisation.",
            **points,
        )
        rested = tuple(
            (name, each if isinstance(each, int) else replace(each, monte=False))
            for name, each in etat.talents
        )
        return replace(etat, xp=xp, talents=rested)


class TalentRaised(Event[Progress], tag="monter"):
    """A Talent that rises by a level, paid from the pool of its Attribut (EXIL-XP-03, -06..08). A
    new Talent begins at 0 and needs its Attribut and its learning difficulty."""

    talent: Annotated[TalentName, among("talents", others=True)]
    attribut: Learnt = None
    apprentissage: HardToLearn = None
    part: Part = Fraction(1)
    malgre: Annotated[
        bool, Meta(description="le Meneur permet-il un second niveau depuis ce scénario ?")
    ] = False

    leader_fields = ("part", "malgre")

    def after(self, etat: Progress) -> Progress:
        known = etat.talent(self.talent)
        attribut: AttributNom = _known("attribut", self.attribut, known.attribut)
        apprentissage: Apprentissage = _known(
            "apprentissage", self.apprentissage, known.apprentissage
        )
        if known.niveau == HIGHEST:
            raise refuse("talent", self.talent, "un Talent sous le niveau {high}", high=HIGHEST)
        if known.monte and not self.malgre:
            raise refuse(
                "talent", self.talent, "un Talent qui n’a pas encore monté depuis ce scénario"
            )
        learning = learning_of(apprentissage, known.enseignement)
        level: Attribut = getattr(etat.attributs, attribut)
        cost = cost_of_level(known.niveau, level, learning, self.part)
        left = etat.xp.of(attribut) - cost
        if left < 0:
            raise refuse(
                "talent",
                self.talent,
                "un niveau à {points:point|points} au plus ; celui-ci en coûte {cost}",
                points=etat.xp.of(attribut),
                cost=cost,
            )
        note(
            "EXIL-XP-03 EXIL-XP-06",
            "{talent:=} passe de {low} à {high} pour {cost:point|points} ; reste en réserve ({pool}) : {left}.",
            talent=self.talent,
            low=known.niveau,
            high=known.niveau + 1,
            cost=cost,
            pool=attribut,
            left=left,
        )
        risen = KnownTalent(
            niveau=known.niveau + 1, attribut=attribut, apprentissage=apprentissage, monte=True
        )
        pools = replace(etat.xp, **{attribut: left})
        return replace(etat, xp=pools).with_talent(self.talent, risen)


def _known(field: str, given: T | None, known: T | None) -> T:
    """Return the Attribut or learning difficulty of a Talent, from the event or the ledger. Raises
    `Refusal` where both miss it or disagree."""
    value = given if known is None else known
    if value is None:
        raise refuse(field, None, "une valeur : ce Talent n’en a pas encore")
    if given not in (None, value):
        raise refuse(field, given, "{known}, comme jusqu’ici", known=value)
    return value


class LessonLearnt(Event[Progress], tag="enseigner"):
    """A successful lesson or book: the next level is one step easier to learn (EXIL-APP-04)."""

    talent: Annotated[TalentName, among("talents", others=True)]

    def after(self, etat: Progress) -> Progress:
        known = etat.talent(self.talent)
        note(
            "EXIL-APP-04",
            "{talent:=} : le prochain niveau s’apprenait déjà plus facilement, d’un seul rang."
            if known.enseignement
            else "{talent:=} : le prochain niveau s’apprendra un rang plus facilement.",
            talent=self.talent,
        )
        return etat.with_talent(self.talent, replace(known, enseignement=True))


class ExperienceResult(Result):
    """The character after all events."""

    etat: Progress


class Experience(Ledger[ExperienceResult, Progress], id="exil.experience"):
    """The ledger of a character's experience (EXIL-XP-01..08, EXIL-APP-04).

    The points gained in a pool are the points spent and the points that remain. Talents stay
    within 0 and 20.
    """

    etat: Annotated[Progress, Meta(description="où en est le personnage"), on_sheet()] = Progress()
    evenements: Annotated[
        tuple[ScenarioOver | TalentRaised | LessonLearnt, ...],
        Meta(max_length=MOST_EVENTS, description="ce qu’il gagne et dépense, dans l’ordre"),
    ] = ()
