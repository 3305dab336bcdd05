"""The combat of several characters: who acts, what with, on whom, and what the MJ adds (ATK to COE)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.socle.attacks import Attaque, Riposte, tell_crowd, tell_pressure
from tablee.games.socle.fields import (
    FOE,
    MAGIC,
    ACouvert,
    ArmureUsage,
    Avantage,
    Cases,
    Cible,
    Cout,
    De,
    Degres,
    Effet,
    Expose,
    JetForce,
    LimitePortee,
    Portee,
    Presse,
    RipostePossible,
    Size,
    TargetHearts,
    TargetHeartsMax,
    TargetTn,
)
from tablee.games.socle.foes import check_foe, hearts_of, hearts_seen, unhurt
from tablee.games.socle.heroes import Heros, check_heroes, healed, raised
from tablee.games.socle.magic import Magie, SortAttaque, cost_of
from tablee.games.socle.trials import SUCCESSES
from tablee.games.socle.wounds import Coup
from tablee.rules.ambient import effect, note
from tablee.rules.forms import YES_NO, FreeText, NumberFrom, OneOf
from tablee.rules.glance import Gauge, Standing
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import become, call, choose
from tablee.rules.refusal import refuse
from tablee.rules.schema import AS_OBJECT, on_sheet

__all__ = ["Combat", "CombatResult", "Combattant", "Ennemi"]

LEADER = "mj"
Name = Annotated[
    str, Meta(min_length=1, max_length=100, description="nom de l’adversaire"), on_sheet("nom")
]
Dice = Annotated[
    tuple[tuple[str, Size], ...],
    AS_OBJECT,
    Meta(description="dé de chaque Caractéristique"),
    on_sheet("des"),
]
LEVELS: tuple[Effet, ...] = ("astuce", "standard", "fort", "grande_puissance")
EXPOSED: OneOf[Literal["auto", "oui", "non"]] = OneOf(("auto", "oui", "non"))
HEALS: Effet = "fort"
"""The level of an effect that heals (SOC-MAG-06)."""


class Combattant(Heros):
    """A player's character in a fight: dice, and the circumstances that the MJ sees him in."""

    de: De | Dice
    degres: Degres = 0
    portee: Portee = "contact"
    cases: Cases = 1
    expose: Expose = "auto"
    a_couvert: ACouvert = False
    riposte_possible: RipostePossible = True
    jet_force: JetForce = False
    aide_recue: Annotated[bool, Meta(description="un allié l’aide pour son prochain test")] = False

    def dice(self) -> dict[str, Size]:
        """Caractéristique -> its die; "" for the one die of somebody who has no names for it."""
        return dict(self.de) if isinstance(self.de, tuple) else {"": self.de}

    def magic(self) -> Size | None:
        """The die of Magie, if there is one."""
        return self.dice().get(MAGIC)


class Ennemi(Record):
    """An adversary in a fight; what is left out follows from the category."""

    id: Name
    cible: Cible
    tn: TargetTn = None
    coeurs: TargetHearts = None
    coeurs_max: TargetHeartsMax = None


class CombatResult(Result):
    """`debout`: characters still standing. `coeurs`: all that they have left together."""

    vainqueur: Literal["heros", "adversaires", "aucun"]
    debout: Annotated[int, Meta(ge=0, le=6)]
    coeurs: Annotated[int, Meta(ge=0, le=120)]


class Combat(Procedure[CombatResult], id="socle.combat"):
    """Characters against adversaries, one Action after the other (SOC-ATK-01..04, SOC-TOU-01..04,
    SOC-RIP-01..07, SOC-POR-01..03, SOC-MUL-01..03, SOC-AID-01..03, SOC-MAG-01..09, SOC-COE-01..06,
    SOC-OPT-01..03, SOC-EXC-01, -02).

    The MJ names who acts (by default in the order of the list, skipping who is down), and adds what
    he likes: a blow, a move, a complication, the end. Adversaries have no turns (R-21). The record is
    also the state between two Actions: the adversaries are those who stand, the first one hurt.
    """

    heros: Annotated[
        tuple[Combattant, ...],
        Meta(min_length=1, max_length=6, description="les personnages, dans l’ordre"),
    ]
    adversaires: Annotated[
        tuple[Ennemi, ...],
        Meta(min_length=1, max_length=8, description="les adversaires, dans l’ordre"),
    ]
    ordre: Annotated[
        Literal["ask", "liste"], Meta(description="le MJ nomme qui agit, ou l’ordre de la liste")
    ] = "ask"
    limite_portee: LimitePortee = False
    presse: Presse = "aucun"
    cout_astuce: Cout = None
    riposte: Riposte = "coeur"
    armure_usage: ArmureUsage = "toujours"
    avantage: Avantage = "blessure"
    tours_max: (
        Annotated[int, Meta(ge=0, le=50, description="tours de table avant que le MJ arrête")]
        | None
    ) = None
    deja: Annotated[
        tuple[str, ...], Meta(max_length=6, description="qui a déjà agi pendant ce tour")
    ] = ()

    endings = ("vainqueur",)
    utilities = {
        "victoire": lambda _, result, seat: int(result.vainqueur == "heros"),
        "coeurs": lambda _, result, seat: result.coeurs,
    }

    def glance(self) -> tuple[Standing, ...]:
        return (*(_hero_seen(each) for each in self.heros), *map(_foe_seen, self.adversaires))

    def turn_order(self) -> tuple[tuple[str, ...], ...]:
        """Those who have not acted in this turn: in the order of the list, or as the MJ names them."""
        left = tuple(each.id for each in self.standing() if each.id not in self.deja)
        return tuple((each,) for each in left) if self.ordre == "liste" else (left,) if left else ()

    def ids(self) -> tuple[str, ...]:
        return (*(each.id for each in self.heros), *(each.id for each in self.adversaires))

    def sides(self) -> dict[str, str]:
        return {each.id: "heros" for each in self.heros}

    def check(self) -> None:
        check_heroes(self.heros, "heros")
        names = self.ids()
        for place, each in enumerate(self.heros):
            _check_name(f"heros[{place}].id", each.id, ())
            if each.portee == "contact" and each.cases > 1:
                raise refuse(f"heros[{place}].cases", each.cases, "1 au contact")
            if not each.dice():
                raise refuse(f"heros[{place}].de", {}, "un dé, ou un dé par Caractéristique")
        for place, foe in enumerate(self.adversaires):
            _check_name(f"adversaires[{place}].id", foe.id, names[: len(self.heros) + place])
            check_foe(foe, f"adversaires[{place}].")

    # ── the steps ──────────────────────────────────────────────────────────────────────────────
    async def rule(self) -> CombatResult:
        if not self.adversaires:
            note("SOC-TOU-01 SOC-TOU-02", "Tous les adversaires sont hors de combat.")
            return self.ended("heros")
        if not self.standing():
            note("SOC-COE-03", "Plus personne n’est debout.")
            return self.ended("adversaires")
        if all(each.id in self.deja for each in self.standing()):
            return await become(self._turned())
        turn = "fin" if self.tours_max == 0 else await self._turn()
        kind, _, name = turn.partition(":")
        if turn == "fin":
            note("", "Le combat s’arrête là.")
            return self.ended("aucun")
        if turn == "complication":
            await self._told("complication", LEADER)
            return await become(self)
        if kind == "coup" and name:
            return await become(await self._struck(self._hero(name)))
        if kind == "deplacement" and name:
            return await become(await self._moved(self._hero(name)))
        after = await self._acts(self._hero(turn))
        return await become(after._acted(turn))

    def standing(self) -> tuple[Combattant, ...]:
        return tuple(each for each in self.heros if each.etat == "debout")

    async def _turn(self) -> str:
        """Who acts, or what the MJ adds."""
        following, vain = self._following(), self._in_vain()
        if self.ordre == "liste" and not vain:
            return following
        acting = [each.id for each in self.standing()]
        first = acting.index(following)
        alive = [each.id for each in self.heros if each.etat != "mort"]
        offered = (
            *acting[first:],
            *acting[:first],
            *(f"coup:{name}" for name in alive),
            *(f"deplacement:{name}" for name in alive),
            "complication",
            "fin",
        )
        usual = "fin" if vain else following
        return await choose("tour", OneOf(offered), who=LEADER, default=usual, policy=usual)

    def _following(self) -> str:
        """The first who stands and has not acted in this turn."""
        return next(each.id for each in self.standing() if each.id not in self.deja)

    def _in_vain(self) -> bool:
        """Whether nothing more comes of the usual attacks: nobody can be hit, and nobody is hurt by
        trying, or who is down would only be raised to fall again."""
        alive = [each for each in self.heros if each.etat != "mort"]
        pairs = [(each, foe) for each in alive for foe in self.adversaires]
        if any(self._usual_attack(*pair).may_hit() for pair in pairs):
            return False
        fallen = len(alive) > len(self.standing())
        return fallen == any(self._usual_attack(*pair).may_cost() for pair in pairs)

    def _target(self, hero: Combattant) -> Ennemi:
        """Whom somebody attacks unless he says so: the first whom he can hit, or who can hurt him."""
        foes = self.adversaires
        hit = (foe for foe in foes if self._usual_attack(hero, foe).may_hit())
        costly = (foe for foe in foes if self._usual_attack(hero, foe).may_cost())
        return next(hit, None) or next(costly, None) or foes[0]

    def _acted(self, name: str) -> Combat:
        return replace(self, deja=(*(each for each in self.deja if each != name), name))

    def _turned(self) -> Combat:
        """The state once all who stand have acted: another turn begins."""
        left = None if self.tours_max is None else self.tours_max - 1
        note("", "Tous ceux qui sont debout ont agi : le tour est fini.")
        return replace(self, deja=(), tours_max=left)

    # ── what a character does ──────────────────────────────────────────────────────────────────
    async def _acts(self, hero: Combattant) -> Combat:
        offered = self._actions(hero)
        fallen = [each.id for each in self.heros if each.etat == "a_terre"]
        usual = f"relever:{fallen[0]}" if fallen else f"attaque:{self._target(hero).id}"
        action = await choose(
            "action",
            OneOf(offered),
            who=hero.id,
            facts={"coeurs": hero.coeurs, "mana": hero.mana},
            default=usual,
            policy=usual,
        )
        kind, _, name = action.partition(":")
        match kind:
            case "attaque":
                return await self._attacks(hero, name)
            case "magie":
                return await self._casts(hero, next(each for each in LEVELS if each == name))
            case "aide":
                note("SOC-AID-01 SOC-AID-03", "{who:=} aide {other:=}.", who=hero.id, other=name)
                return self._with(replace(self._hero(name), aide_recue=True))
            case "relever":
                up = raised(self._hero(name))
                effect("relever", hero.id, who=name)
                return self._with(replace(self._hero(name), coeurs=up.coeurs, etat=up.etat))
        await self._told("autre", hero.id)
        return self

    def _actions(self, hero: Combattant) -> tuple[str, ...]:
        others = [each for each in self.heros if each.id != hero.id]
        return (
            *(f"attaque:{foe.id}" for foe in self.adversaires),
            *(f"magie:{level}" for level in self._spells(hero)),
            *(f"aide:{e.id}" for e in others if e.etat == "debout" and not e.aide_recue),
            *(f"relever:{each.id}" for each in others if each.etat == "a_terre"),
            "autre",
        )

    async def _attacks(self, hero: Combattant, name: str) -> Combat:
        foe = next(each for each in self.adversaires if each.id == name)
        means = (*hero.dice(), *(f"sort:{level}" for level in self._spells(hero)))
        usual = _usual(hero)
        chosen = await choose("moyen", OneOf(means), who=hero.id, default=usual, policy=usual)
        note(
            "SOC-ATK-01 SOC-ATK-02",
            "{who:=} attaque {foe:=} ({cible}, {hearts:Cœur|Cœurs}).",
            who=hero.id,
            foe=foe.id,
            cible=foe.cible,
            hearts=hearts_of(foe),
        )
        asked = {"player": hero.id, FOE: foe.id}
        mana = hero.mana
        if chosen.startswith("sort:"):
            spell = self._spell(hero, foe, chosen.removeprefix("sort:"))
            attempted = spell.attempted()
            cast = await call(
                spell, by=("blessures", "coeurs_perdus", "armure_utilisee", "mana"), seats=asked
            )
            wounds, lost, armoured = cast.blessures, cast.coeurs_perdus, cast.armure_utilisee
            mana = cast.mana
        else:
            attack = self._attack(hero, foe, chosen)
            attempted = attack.attempted()
            done = await call(
                attack, by=("blessures", "coeurs_perdus", "armure_utilisee"), seats=asked
            )
            wounds, lost, armoured = done.blessures, done.coeurs_perdus, done.armure_utilisee
        left = hero.coeurs - lost
        after = replace(
            hero,
            coeurs=left,
            etat="debout" if left else "a_terre",
            armure=hero.armure - int(armoured),
            mana=mana,
            aide_recue=hero.aide_recue and not attempted,
        )
        if not left:
            note("SOC-COE-03 SOC-COE-04", "{who:=} est à terre.", who=hero.id)
        return self._with(after)._hurt(foe, wounds)

    def _spells(self, hero: Combattant) -> tuple[Effet, ...]:
        """The levels of Magie that somebody has a die and the Mana for."""
        if hero.magic() is None:
            return ()
        return tuple(each for each in LEVELS if hero.mana >= cost_of(each, self._cost_given(each)))

    def _cost_given(self, level: Effet) -> int | None:
        """What the MJ says that an effect costs (SOC-MAG-05: an astuce alone leaves it open)."""
        return self.cout_astuce if level == "astuce" else None

    def _usual_attack(self, hero: Combattant, foe: Ennemi) -> Attaque:
        return self._attack(hero, foe, _usual(hero))

    def _attack(self, hero: Combattant, foe: Ennemi, caracteristique: str) -> Attaque:
        return Attaque(
            de=hero.dice()[caracteristique],
            tn=foe.tn,
            avantage=self.avantage,
            **self._framed(hero, foe),
        )

    def _framed(self, hero: Combattant, foe: Ennemi) -> dict[str, Any]:
        """What all kinds of attack share."""
        return {
            "degres": hero.degres,
            "aide": hero.aide_recue,
            "cible": foe.cible,
            "coeurs_cible": hearts_of(foe),
            "portee": hero.portee,
            "cases": hero.cases,
            "limite_portee": self.limite_portee,
            "presse": self._pressing(hero),
            "expose": hero.expose,
            "jet_force": hero.jet_force,
            "a_couvert": hero.a_couvert,
            "riposte_possible": hero.riposte_possible,
            "riposte": self.riposte,
            "coeurs": hero.coeurs,
            "armure": hero.armure,
            "armure_usage": self.armure_usage,
        }

    def _pressing(self, hero: Combattant) -> Literal["aucun", "tn", "complication"]:
        """What several pions in contact are worth to somebody, as the MJ has it (R-25)."""
        pions = sum(1 for each in self.adversaires if each.cible == "pion")
        return self.presse if hero.portee == "contact" and pions >= 2 else "aucun"

    def _spell(self, hero: Combattant, foe: Ennemi, level: str) -> SortAttaque:
        die = hero.magic()
        assert die is not None
        effect = next(each for each in LEVELS if each == level)
        return SortAttaque(
            de=die,
            tn=foe.tn,
            avantage=self.avantage,
            niveau=effect,
            cout=self._cost_given(effect),
            mana=hero.mana,
            mana_max=hero.mana_max,
            **self._framed(hero, foe),
        )

    def _hurt(self, foe: Ennemi, wounds: int) -> Combat:
        """The state once an adversary has lost so many Cœurs."""
        if not wounds:
            return self
        left = hearts_of(foe) - wounds
        following = [
            replace(each, coeurs=left, coeurs_max=unhurt(foe)) if each.id == foe.id else each
            for each in self.adversaires
            if each.id != foe.id or left > 0
        ]
        return replace(self, adversaires=tuple(following))

    async def _casts(self, hero: Combattant, level: Effet) -> Combat:
        hurt = [e.id for e in self.heros if e.etat != "mort" and e.coeurs < e.coeurs_max]
        offered = ("autre", *(f"soin:{name}" for name in hurt)) if level == HEALS else ("autre",)
        wished = await choose("effet", OneOf(offered), who=hero.id, default="autre", policy="autre")
        die, pressing = hero.magic(), self._pressing(hero)
        assert die is not None
        if pressing == "tn":
            tell_pressure()
        cast = await call(
            Magie(
                de=die,
                aide=hero.aide_recue,
                degres=hero.degres + (pressing == "tn"),
                jet_force=hero.jet_force,
                niveau=level,
                cout=self._cost_given(level),
                mana=hero.mana,
                mana_max=hero.mana_max,
                avantage="ask" if self.avantage == "ask" else "autre",
            ),
            by=("issue", "mana"),
            seats={"player": hero.id},
        )
        helped = hero.aide_recue and cast.issue == "presque_impossible"
        after = self._with(replace(hero, mana=cast.mana, aide_recue=helped))
        worked = cast.issue in SUCCESSES
        if pressing == "complication" and cast.issue in ("echec", "echec_complication"):
            tell_crowd()
            effect("complications", 1, who=hero.id)
        kind, _, name = wished.partition(":")
        if kind == "soin" and worked:
            target = after._hero(name)
            up = healed(target)
            effect("soin", True, who=name)
            return after._with(replace(target, coeurs=up.coeurs, etat=up.etat))
        return after

    # ── what the MJ adds ───────────────────────────────────────────────────────────────────────
    async def _struck(self, hero: Combattant) -> Combat:
        done = await call(
            Coup(coeurs=hero.coeurs, armure=hero.armure, armure_usage=self.armure_usage),
            seats={"player": hero.id},
        )
        return self._with(
            replace(
                hero,
                coeurs=done.coeurs,
                etat=done.etat,
                armure=hero.armure - int(done.armure_utilisee),
            )
        )

    async def _moved(self, hero: Combattant) -> Combat:
        """Somebody has moved: the MJ says what range, cover and conditions that makes."""
        who = LEADER
        portee = await choose(
            "portee", OneOf(("contact", "distance")), who=who, default=hero.portee
        )
        cases, covered, possible = 1, False, True
        if portee == "distance":
            cases = await choose("cases", NumberFrom(1, 200), who=who, default=hero.cases)
            covered = await choose("a_couvert", YES_NO, who=who, default=hero.a_couvert)
            usual = hero.riposte_possible
            possible = await choose("riposte_possible", YES_NO, who=who, default=usual)
        expose = hero.expose
        if expose != "auto":  # said of where he was
            expose = await choose("expose", EXPOSED, who=who, default="auto")
        degres = await choose("degres", NumberFrom(-2, 2), who=who, default=hero.degres)
        moved = replace(
            hero,
            portee="distance" if portee == "distance" else "contact",
            cases=cases,
            a_couvert=covered,
            riposte_possible=possible,
            expose=expose,
            degres=degres,
        )
        _tell_move(moved)
        return self._with(moved)

    async def _told(self, label: str, who: str) -> None:
        """Something that no rule reads, in the words of who tells it; they stand in the trace."""
        await choose(label, FreeText(), who=who, default="", policy="", weighed=False)

    # ── the state ──────────────────────────────────────────────────────────────────────────────
    def _hero(self, name: str) -> Combattant:
        return next(each for each in self.heros if each.id == name)

    def _with(self, changed: Combattant) -> Combat:
        heros = tuple(changed if each.id == changed.id else each for each in self.heros)
        return replace(self, heros=heros)

    def ended(self, winner: Literal["heros", "adversaires", "aucun"]) -> CombatResult:
        return CombatResult(
            vainqueur=winner,
            debout=len(self.standing()),
            coeurs=sum(each.coeurs for each in self.heros),
        )


def _usual(hero: Combattant) -> str:
    """What somebody attacks with unless he says so: the first of his Caractéristiques."""
    return next(iter(hero.dice()))


def _tell_move(hero: Combattant) -> None:
    """Where somebody has got to; who is down can only crawl (SOC-COE-04)."""
    if hero.etat == "a_terre":
        note("SOC-COE-04", "{who:=} est à terre : on ne peut plus que ramper.", who=hero.id)
    if hero.portee == "contact":
        note("SOC-POR-01", "{who:=} est au contact{degres:|, difficulté}.", **_where(hero))
    elif hero.a_couvert:
        note(
            "SOC-POR-02 SOC-RIP-06",
            "{who:=} est bien à l’abri, à {cases:case|cases}{degres:|, difficulté}.",
            **_where(hero),
        )
    else:
        note(
            "SOC-POR-02 SOC-RIP-05",
            "{who:=} est à découvert, à {cases:case|cases}{degres:|, difficulté}.",
            **_where(hero),
        )


def _where(hero: Combattant) -> dict[str, Any]:
    return {"who": hero.id, "cases": hero.cases, "degres": hero.degres}


def _hero_seen(hero: Combattant) -> Standing:
    gauges = [
        Gauge("coeurs", hero.coeurs, hero.coeurs_max),
        Gauge("mana", hero.mana, hero.mana_max),
    ]
    if hero.armure or hero.protege:
        gauges.append(Gauge("armure", hero.armure, 1))
    states: list[tuple[str, str]] = [("etat", hero.etat)] if hero.etat != "debout" else []
    states += [("portee", hero.portee)] if hero.portee == "distance" else []
    states += [(name, name) for name in ("a_couvert", "aide_recue") if getattr(hero, name)]
    return Standing(hero.id, tuple(gauges), tuple(states), out=hero.etat != "debout")


def _foe_seen(foe: Ennemi) -> Standing:
    return Standing(foe.id, (hearts_seen(foe),))


def _check_name(path: str, name: str, taken: tuple[str, ...]) -> None:
    if name in taken or name in ("complication", "fin", LEADER) or ":" in name:
        raise refuse(path, name, "des noms tous différents, sans « : »")
