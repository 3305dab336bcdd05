"""A fight of several characters between two Actions: who acts, what he does, what the MJ adds
(ATK to COE). What they attack with is for `battle` to say: dice and TN, or d6 alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from tablee.games.socle.attacks import PRESSED, Attaque, AttaqueD6, Riposte, alone
from tablee.games.socle.fields import (
    FOE,
    LEADER,
    ArmureUsage,
    Avantage,
    LimitePortee,
    Presse,
)
from tablee.games.socle.foes import check_foe, hearts_of, hearts_seen, unhurt
from tablee.games.socle.heroes import check_heroes, raised
from tablee.games.socle.landmarks import MEANS_SEEN, actions_seen
from tablee.games.socle.magic import SortAttaque
from tablee.games.socle.ranges import (
    Adverse,
    Engage,
    befallen,
    check_known,
    check_name,
    check_ranges,
    hero_seen,
    moved,
)
from tablee.games.socle.rulings import foes_hidden
from tablee.games.socle.spell_levels import described
from tablee.games.socle.wounds import Coup
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import landmarks
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import ASK, become, call, choose, decide


class CombatResult(Result):
    """`debout`: characters still standing. `coeurs`: all that they have left together."""

    vainqueur: Literal["heros", "adversaires", "aucun"]
    debout: Annotated[int, Meta(ge=0, le=6)]
    coeurs: Annotated[int, Meta(ge=0, le=120)]


class Fight(Procedure[CombatResult]):
    """The parameters of both kinds of combat. The record is also the state between two Actions: the
    adversaries are those still in the fight, the first one hurt."""

    if TYPE_CHECKING:
        heros: tuple[Any, ...]
        adversaires: tuple[Any, ...]
    ordre: Annotated[
        Literal["ask", "liste"], Meta(description="le MJ nomme qui agit, ou l’ordre de la liste")
    ] = "ask"
    limite_portee: LimitePortee = False
    presse: Presse | ASK = "aucun"
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
    sortis: Annotated[
        tuple[str, ...], Meta(max_length=8, description="adversaires déjà hors de combat")
    ] = ()
    """Those who fell, fled or surrendered, in the order of their names."""

    apart = ("heros", "adversaires")
    endings = ("vainqueur",)
    utilities = {
        "victoire": lambda _, result, seat: int(result.vainqueur == "heros"),
        "coeurs": lambda _, result, seat: result.coeurs,
    }

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        foes = (FighterStatus(each.id, (hearts_seen(each),)) for each in self.adversaires)
        return (*map(hero_seen, self.heros), *foes)

    def turn_order(self) -> tuple[tuple[str, ...], ...]:
        """Those who have not acted in this turn: in the order of the list, or as the MJ names
        them."""
        left = tuple(each.id for each in self.standing() if each.id not in self.deja)
        return tuple((each,) for each in left) if self.ordre == "liste" else (left,) if left else ()

    def ids(self) -> tuple[str, ...]:
        return (*(each.id for each in self.heros), *(each.id for each in self.adversaires))

    def sides(self) -> dict[str, str]:
        return {each.id: "heros" for each in self.heros}

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = seat != LEADER and foes_hidden()
        return frozenset({"adversaires"} if hidden else ())

    def check(self) -> None:
        check_heroes(self.heros, "heros")
        names = self.ids()
        for place, each in enumerate(self.heros):
            check_name(f"heros[{place}].id", each.id, ())
            check_ranges(each, tuple(foe.id for foe in self.adversaires), f"heros[{place}]")
        for place, foe in enumerate(self.adversaires):
            check_name(f"adversaires[{place}].id", foe.id, names[: len(self.heros) + place])
            check_foe(foe, f"adversaires[{place}].")
        heroes = tuple(each.id for each in self.heros)
        for place, name in enumerate(self.deja):
            check_known(f"deja[{place}]", name, heroes)

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
            helping = "on tombe, on lâche son arme, on est chassé de son abri, on perd sa place"
            await described("complication", LEADER, helping)
            effect("complication_racontee", True)
            return await become(self)
        if turn == "adversaire":
            foe, lost = await befallen(self.adversaires)
            return await become(self._hurt(foe, lost))
        if kind == "coup" and name:
            return await become(await self._struck(self.hero(name)))
        if kind == "deplacement" and name:
            foes = tuple(each.id for each in self.adversaires)
            hero = await moved(self.hero(name), foes, self.limite_portee)
            return await become(self.with_hero(hero))
        after = await self._acts(self.hero(turn))
        return await become(after._acted(turn) if after is not None else self)

    def standing(self) -> tuple[Engage, ...]:
        return tuple(each for each in self.heros if each.etat == "debout")

    async def _turn(self) -> str:
        """Return the person who acts next, or the action that the MJ adds."""
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
            "adversaire",
            "complication",
            "fin",
        )
        usual = "fin" if vain else following
        return await choose(
            "tour",
            OneOf(offered),
            who=LEADER,
            default=usual,
            policy=usual,
            help="qui agit maintenant, ou ce que le MJ ajoute",
        )

    def _following(self) -> str:
        """Return the first person able to act who has not acted in this turn."""
        return next(each.id for each in self.standing() if each.id not in self.deja)

    def _in_vain(self) -> bool:
        """Return whether nothing more comes of the usual attacks: nobody can be hit, and nobody is
        hurt by trying, or who is down would only be raised to fall again."""
        alive = [each for each in self.heros if each.etat != "mort"]
        pairs = [(each, foe) for each in alive for foe in self.adversaires]
        if any(self.usual_attack(*pair).may_hit() for pair in pairs):
            return False
        fallen = len(alive) > len(self.standing())
        return fallen == any(self.usual_attack(*pair).may_cost() for pair in pairs)

    def _target(self, hero: Engage) -> Adverse | None:
        """Return whom somebody attacks unless he says so: the first whom he can hit, or who can
        hurt him, or whom he can try to hit."""
        foes: tuple[Adverse, ...] = self.adversaires
        hit = (foe for foe in foes if self.usual_attack(hero, foe).may_hit())
        costly = (foe for foe in foes if self.usual_attack(hero, foe).may_cost())
        tried = (foe for foe in foes if self.usual_attack(hero, foe).attempted())
        return next(hit, None) or next(costly, None) or next(tried, None)

    def _acted(self, name: str) -> Fight:
        return replace(self, deja=(*(each for each in self.deja if each != name), name))

    def _turned(self) -> Fight:
        """Return the state of the next turn, once everybody able to act has acted."""
        left = None if self.tours_max is None else self.tours_max - 1
        note("", "Tous ceux qui sont debout ont agi : le tour est fini.")
        return replace(self, deja=(), tours_max=left)

    # ── what a character does ──────────────────────────────────────────────────────────────────
    async def _acts(self, hero: Engage) -> Fight | None:
        """Return the state after an Action; None for one that is not tried."""
        offered = self._actions(hero)
        fallen = [each.id for each in self.heros if each.etat == "a_terre"]
        target = self._target(hero)
        usual = "autre" if target is None else f"attaque:{target.id}"
        usual = f"relever:{fallen[0]}" if fallen else usual
        action = await choose(
            "action",
            OneOf(offered),
            who=hero.id,
            facts={"coeurs": hero.coeurs, "mana": hero.mana},
            default=usual,
            policy=usual,
            unweighed=("autre",) if self.may_heal(hero) else ("magie", "autre"),
            landmarks=actions_seen(offered),
        )
        kind, _, name = action.partition(":")
        match kind:
            case "attaque":
                return await self._attacks(hero, name)
            case "magie":
                return await self.cast(hero)
            case "aide":
                note("SOC-AID-01 SOC-AID-03", "{who:=} aide {other:=}.", who=hero.id, other=name)
                return self.with_hero(replace(self.hero(name), aide_recue=True))
            case "relever":
                up = raised(self.hero(name))
                effect("relever", hero.id, who=name)
                return self.with_hero(replace(self.hero(name), coeurs=up.coeurs, etat=up.etat))
        await described("autre", hero.id)
        return self

    def _actions(self, hero: Engage) -> tuple[str, ...]:
        others = [each for each in self.heros if each.id != hero.id]
        return (
            *(f"attaque:{foe.id}" for foe in self.adversaires),
            *(("magie",) if self.may_cast(hero) else ()),
            *(f"aide:{each.id}" for each in others if _may_be_helped(each)),
            *(f"relever:{each.id}" for each in others if each.etat == "a_terre"),
            "autre",
        )

    async def _attacks(self, hero: Engage, name: str) -> Fight | None:
        foe = next(each for each in self.adversaires if each.id == name)
        means = (*hero.means(), *(("sort",) if self.may_cast(hero) else ()))
        usual = self.usual_means(hero, foe)
        seen = landmarks(MEANS_SEEN, "SOC-ATK-03")
        chosen = await choose(
            "moyen", OneOf(means), who=hero.id, default=usual, policy=usual, landmarks=seen
        )
        self._note_target(hero, foe)
        asked = {"player": hero.id, FOE: foe.id}
        by = ("blessures", "coeurs_perdus", "armure_utilisee")
        pressed = await self.pressed(hero)
        spell = chosen == "sort"
        attack = await pressed.spell(hero, foe) if spell else pressed.attack(hero, foe, chosen)
        if attack is None:
            return None
        cast = isinstance(attack, SortAttaque)
        done: Any = await call(attack, by=(*by, "mana") if cast else by, seats=asked)
        if not attack.attempted():
            return None  # another approach is needed (SOC-DIF-06)
        left = hero.coeurs - done.coeurs_perdus
        after = replace(
            hero,
            coeurs=left,
            etat="debout" if left else "a_terre",
            armure=hero.jeton - int(done.armure_utilisee),
            mana=done.mana if cast else hero.mana,
            aide_recue=hero.aide_recue and not attack.rolled(),
        )
        return self.with_hero(after)._hurt(foe, done.blessures)

    def _note_target(self, hero: Engage, foe: Adverse) -> None:
        """Note whom a character attacks, with what everybody may read of him (R-27)."""
        clauses = "SOC-ATK-01 SOC-ATK-02"
        reader = alone()
        if reader is not None:
            note(clauses, "{who:=} attaque {foe:=}.", who=hero.id, foe=foe.id)
        note(
            clauses,
            "{who:=} attaque {foe:=} ({cible}, {hearts:Cœur|Cœurs}).",
            who=hero.id,
            foe=foe.id,
            cible=foe.cible,
            hearts=hearts_of(foe),
            to=reader,
        )

    # ── what they attack with ──────────────────────────────────────────────────────────────────
    def attack(self, hero: Any, foe: Any, means: str) -> Attaque | AttaqueD6:
        """Return the attack of a character with one of his Caractéristiques."""
        raise NotImplementedError

    def may_cast(self, hero: Any) -> bool:
        """Return whether a character may try some effect of Magie."""
        return False

    def may_heal(self, hero: Any) -> bool:
        """Return whether a character may try to heal somebody by Magie."""
        return False

    async def spell(self, hero: Any, foe: Any) -> SortAttaque | None:
        """Return the spell of a character as an attack; None for one that is not tried."""
        raise NotImplementedError

    async def cast(self, hero: Any) -> Fight | None:
        """Return the state after an effect of Magie that is no attack; None for one that is not
        tried."""
        raise NotImplementedError

    def usual_attack(self, hero: Engage, foe: Adverse) -> Attaque | AttaqueD6:
        """Return the policy of odds: the best of the Caractéristiques."""
        return self.attack(hero, foe, self.usual_means(hero, foe))

    def usual_means(self, hero: Any, foe: Any) -> str:
        """Return the Caractéristique that hits an adversary best, among those that suit the range
        (SOC-ATK-03)."""
        raise NotImplementedError

    def attack_params(self, hero: Engage, foe: Adverse) -> dict[str, Any]:
        """Return the parameters that all kinds of attack share."""
        between = hero.range_to(foe.id)
        return {
            "degres": between.degres,
            "aide": hero.aide_recue,
            "cible": foe.cible,
            "coeurs_cible": hearts_of(foe),
            "portee": between.portee,
            "cases": between.cases,
            "limite_portee": self.limite_portee,
            "presse": self.pressing(hero),
            "expose": hero.expose,
            "a_couvert": between.a_couvert,
            "riposte_possible": between.riposte_possible,
            "riposte": self.riposte,
            "coeurs": hero.coeurs,
            "armure": hero.jeton,
            "armure_usage": self.armure_usage,
        }

    def _crowded(self, hero: Engage) -> bool:
        """Return whether several pions are in contact with a character (R-25)."""
        pions = [each.id for each in self.adversaires if each.cible == "pion"]
        return sum(map(hero.touches, pions)) >= 2

    async def pressed(self, hero: Engage) -> Fight:
        """Return this state with what several pions in contact are worth now, as the MJ says."""
        if self.presse != "ask" or not self._crowded(hero):
            return self
        way = await decide(
            self.presse,
            "presse",
            PRESSED,
            who=LEADER,
            facts={"id": hero.id},
            default="aucun",
            policy="aucun",
        )
        return replace(self, presse=way)

    def pressing(self, hero: Engage) -> Literal["aucun", "tn", "complication"]:
        """Return the effect of several pions in contact with a character; none while the MJ has not
        said it (SOC-MUL-01, -02)."""
        return self.presse if self.presse != "ask" and self._crowded(hero) else "aucun"

    def _hurt(self, foe: Adverse, wounds: int) -> Fight:
        """Return the state after an adversary has lost some Cœurs."""
        if not wounds:
            return self
        left = hearts_of(foe) - wounds
        following = [
            replace(each, coeurs=left, coeurs_max=unhurt(foe)) if each.id == foe.id else each
            for each in self.adversaires
            if each.id != foe.id or left > 0
        ]
        out = self.sortis if left > 0 else tuple(sorted({*self.sortis, foe.id}))
        return replace(self, adversaires=tuple(following), sortis=out)

    # ── what the MJ adds ───────────────────────────────────────────────────────────────────────
    async def _struck(self, hero: Engage) -> Fight:
        done = await call(
            Coup(coeurs=hero.coeurs, armure=hero.jeton, armure_usage=self.armure_usage),
            seats={"player": hero.id},
        )
        return self.with_hero(
            replace(
                hero,
                coeurs=done.coeurs,
                etat=done.etat,
                armure=hero.jeton - int(done.armure_utilisee),
            )
        )

    # ── the state ──────────────────────────────────────────────────────────────────────────────
    def hero(self, name: str) -> Engage:
        found: Engage = next(each for each in self.heros if each.id == name)
        return found

    def with_hero(self, changed: Engage) -> Fight:
        heros = tuple(changed if each.id == changed.id else each for each in self.heros)
        return replace(self, heros=heros)

    def _note_closing(self) -> None:
        """Note who comes out of the fight and how, for who reads it later."""
        names: dict[str, Any] = {
            state: tuple(each.id for each in self.heros if each.etat == state)
            for state in ("debout", "a_terre", "mort")
        }
        note(
            "SOC-COE-03 SOC-TOU-01",
            "Bilan du combat.{debout:| Encore debout :|.}{a_terre:| À terre :|.}"
            "{mort:| Sans vie :|.}{sortis:| Adversaires hors de combat :|.}"
            "{foes:| Adversaires qui restent :|.}",
            **names,
            sortis=self.sortis,
            foes=tuple(each.id for each in self.adversaires),
        )

    def ended(self, winner: Literal["heros", "adversaires", "aucun"]) -> CombatResult:
        self._note_closing()
        return CombatResult(
            vainqueur=winner,
            debout=len(self.standing()),
            coeurs=sum(each.coeurs for each in self.standing()),
        )


def _may_be_helped(ally: Engage) -> bool:
    """Return whether help for the next test of a character changes anything (SOC-AID-01..03)."""
    return ally.etat == "debout" and not ally.aide_recue and ally.may_gain_by_help()
