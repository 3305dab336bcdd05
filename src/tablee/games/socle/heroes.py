"""A player's character in a scene: Cœurs, Mana, Armure, and what befalls them (COE, MAG, OPT)."""

from __future__ import annotations

from typing import Annotated, Any, Protocol, cast

import msgspec
from msgspec import Meta

from tablee.games.socle.fields import Etat, EtatDuHeros, HeartsLeft, Mana, ManaMax
from tablee.games.socle.rulings import SocleRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Record, replace
from tablee.rules.refusal import refuse

HerosId = Annotated[
    str, Meta(min_length=1, max_length=100, description="nom du personnage"), on_sheet("nom")
]
HeartsMax = Annotated[
    int,
    Meta(ge=1, le=20, description="Cœurs au plus"),
    on_sheet("coeurs_max", "coeurs_indemne"),
]
Protege = Annotated[
    bool,
    Meta(description="porte une protection : une Armure par scène"),
    on_sheet("protege"),
]
OwnArmour = (
    Annotated[
        int,
        Meta(
            ge=0,
            le=1,
            description="jeton d’Armure encore disponible ; sans nombre, celui de la protection",
        ),
        on_sheet("armure"),
    ]
    | None
)
"""A protection has its token from the first scene on (SOC-OPT-02)."""
HEALING = 2
"""Cœurs that a strong effect of Magie heals (SOC-MAG-06)."""


class Heros(Record):
    """A player's character: `a_terre` just when no Cœur is left and he is not dead. `armure`: the
    number is filled in where it is left out."""

    id: HerosId
    coeurs: HeartsLeft = 5
    coeurs_max: HeartsMax = 5
    mana: Mana = 3
    mana_max: ManaMax = 3
    armure: OwnArmour = None
    protege: Protege = False
    etat: EtatDuHeros = "debout"

    def __post_init__(self) -> None:
        fill_armour(self)

    @property
    def jeton(self) -> int:
        """Return the tokens of Armure at hand."""
        return self.armure or 0


class Protected(Protocol):
    """A character who may wear a protection."""

    @property
    def armure(self) -> int | None: ...
    @property
    def protege(self) -> bool: ...


def fill_armour(one: Protected) -> None:
    """Fill in the tokens of Armure where no number is given: one for a protection (SOC-OPT-02)."""
    if one.armure is None:
        msgspec.structs.force_setattr(cast(Any, one), "armure", int(one.protege))


def check_heroes(heroes: tuple[Heros, ...], path: str) -> None:
    """Refuse two of one name, more than there may be, and states that Cœurs contradict."""
    names = [hero.id for hero in heroes]
    for place, hero in enumerate(heroes):
        at = f"{path}[{place}]"
        if hero.id in names[:place]:
            raise refuse(f"{at}.id", hero.id, "des noms tous différents")
        for name in ("coeurs", "mana"):
            most = getattr(hero, f"{name}_max")
            if getattr(hero, name) > most:
                raise refuse(f"{at}.{name}", getattr(hero, name), "au plus {most}", most=most)
        if hero.etat != "mort" and (hero.etat == "a_terre") != (hero.coeurs == 0):
            state: Etat = "debout" if hero.coeurs else "a_terre"
            raise refuse(f"{at}.etat", hero.etat, "{state}, d’après les Cœurs", state=state)


def struck(hero: Heros) -> Heros:
    """Who loses a Cœur, or what else befalls him who has none (SOC-TOU-03, SOC-COE-03, R-17)."""
    if hero.etat == "mort":
        _note(
            hero,
            "SOC-COE-06",
            "{who:=^} ne vivait déjà plus : rien ne change.",
            "{who:@le^} ne vivait déjà plus : rien ne change.",
        )
        return hero
    if hero.coeurs:
        left = hero.coeurs - 1
        note(
            "SOC-TOU-03 SOC-COE-02",
            "{who:=} perd un Cœur : il en reste {left}."
            if hero.id
            else "Un Cœur perdu : il en reste {left}.",
            who=hero.id,
            left=left,
        )
        if left == 0:
            _note(
                hero,
                "SOC-COE-03 SOC-COE-04",
                "Plus un seul Cœur : {who:=} tombe à terre.",
                "Plus un seul Cœur : {who:@le} tombe à terre.",
            )
        return replace(hero, coeurs=left, etat="debout" if left else "a_terre")
    if rulings(SocleRulings).mort_a_terre:
        _note(
            hero,
            "SOC-COE-06",
            "Un coup de plus, déjà à terre : {who:=} meurt.",
            "Un coup de plus, déjà à terre : {who:@le} meurt.",
        )
        return replace(hero, etat="mort")
    _note(
        hero,
        "SOC-COE-03",
        "{who:=^} était déjà à terre et y reste.",
        "{who:@le^} était déjà à terre et y reste.",
    )
    return hero


def _note(hero: Heros, clauses: str, named: str, alone: str) -> None:
    """Note a sentence about a character by the name, or about the only one."""
    note(clauses, named if hero.id else alone, who=hero.id or "player")


def raised(hero: Heros) -> Heros:
    """Return the character up again with one Cœur (SOC-COE-05)."""
    note("SOC-COE-05", "{who:=} se relève avec un Cœur.", who=hero.id)
    return replace(hero, coeurs=1, etat="debout")


def healed(hero: Heros) -> Heros:
    """Return the hero with two Cœurs more, at most the maximum; on the ground, the hero gets up
    (SOC-MAG-06, R-15)."""
    coeurs = min(hero.coeurs_max, hero.coeurs + HEALING)
    note(
        "SOC-MAG-06",
        "{who:=} reçoit des soins : {coeurs:Cœur|Cœurs} désormais.",
        who=hero.id,
        coeurs=coeurs,
    )
    return replace(hero, coeurs=coeurs, etat="debout")


def rested(hero: Heros) -> Heros:
    """Return the hero with all Cœurs and Mana again, unless dead (SOC-COE-07)."""
    if hero.etat == "mort":
        note("SOC-COE-07", "{who:=} ne vit plus : le repos n’y change rien.", who=hero.id)
        return hero
    return replace(hero, coeurs=hero.coeurs_max, mana=hero.mana_max, etat="debout")


def note_rest(heroes: tuple[Heros, ...]) -> None:
    """Note the names of the living characters who rest (SOC-COE-07)."""
    names = tuple(hero.id for hero in heroes if hero.etat != "mort")
    if names:
        text = "Repos : Cœurs et Mana reviennent au complet pour {heros:=}."
        note("SOC-COE-07", text, heros=names)
