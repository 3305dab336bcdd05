"""What a combatant of a mêlée does in his turn (EXIL-CBT-02): attack, share, shoot, aim, or
else."""

from __future__ import annotations

from tablee.games.exil.actions.simple import Simple
from tablee.games.exil.fight.assaut import Assaut, AssautResult
from tablee.games.exil.fight.attack_tables import Incidents, Zone
from tablee.games.exil.fight.blows import power_aimed
from tablee.games.exil.fight.melee.combatants import ZONES_AIMED, Vise
from tablee.games.exil.fight.melee.effects import Landed, land, pick
from tablee.games.exil.fight.melee.melee_stance import Field, MeleeStance
from tablee.games.exil.fight.melee.special_blows import (
    BlowResult,
    StrayBlow,
    with_needles,
    with_whip,
)
from tablee.games.exil.fight.passes import PasseDistance
from tablee.games.exil.fight.potential import targets_of_burst
from tablee.games.exil.fight.shot import BurstShot, Shot, ShotResult, volley
from tablee.games.exil.fight.stance import assault, dare, preferred, tell_attack
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import YES_NO, NumberFrom, OneOf
from tablee.rules.procedure import replace
from tablee.rules.questions import Call, call, choose, decide
from tablee.rules.schema import fields_of

ENOUGH = "assez"
"""Ends the naming of adversaries."""
_ISSUES: OneOf[str] = OneOf(("rien", "engager", "degager", "quitter"))


class Turn:
    """One turn of `me`. `held`: attacks wait there for those made at the same time (R-16)."""

    def __init__(self, field: Field, me: MeleeStance, held: list[Landed] | None) -> None:
        self.field = field
        self.me = me
        self.held = held

    async def play(self) -> None:
        """Choose an action among those that are open, and do it."""
        self._forget_ally()
        action = await self._action()
        match action:
            case "attaquer":
                await self._attack()
            case "partager":
                await self._share()
            case "tirer":
                await self._shoot()
            case "tirer_en_rafale":
                await self._burst()
            case "viser":
                await self._aim()
            case "debloquer":
                await self._unjam()
            case "autre":
                await self._other()
            case _:
                note("EXIL-CBT-02", "{who:^} n’entreprend rien.", who=self.me.name)
        if action not in ("viser", "rien"):
            self.me.put(vise=None)

    # ── what is open ───────────────────────────────────────────────────────────────────────────
    def _forget_ally(self) -> None:
        """A blow that goes astray needs a companion who still stands there (EXIL-PAS-12)."""
        name = self.me.state.egare
        if name is not None and self.field.by_name[name] not in self.field.allies(self.me):
            self.me.put(egare=None)

    def reachable(self) -> list[MeleeStance]:
        """Those whom he may attack in contact."""
        me = self.me
        if not me.gun_works:
            return []
        if me.state.egare is not None:
            among = [self.field.by_name[me.state.egare]]
        else:
            among = self.field.in_contact(me)
        return [each for each in among if me.power(each) >= 1]

    def targets(self) -> list[MeleeStance]:
        """Those on whom he may shoot: not the ones he is in contact with (R-41)."""
        me = self.me
        if not (me.hand.a_distance and me.gun_works):
            return []
        close = self.field.in_contact(me)
        return [each for each in self.field.enemies(me) if each not in close]

    def pool(self) -> int:
        """The Poff that may be shared between adversaries (EXIL-OPT-02, R-36)."""
        if rulings(ExilRulings).multi_attack_maniabilite == "each":
            return self.me.poff - max(0, self.me.hand.maniabilite)
        return self.me.poff

    def _most(self) -> int:
        """How many adversaries he may share it between: each takes a round of a gun
        (EXIL-ARM-12)."""
        rounds = self.me.state.munitions if self.me.gun_in_hand else None
        return min(8, self.pool(), 8 if rounds is None else rounds)

    def _open(self) -> list[str]:
        me, reach, targets = self.me, self.reachable(), self.targets()
        shares = self.field.bout.partages and me.state.egare is None
        tests = {
            "attaquer": bool(reach),
            "partager": shares and len(reach) > 1 and self._most() > 1,
            "tirer": bool(targets),
            "tirer_en_rafale": bool(targets) and self._bursts(),
            "viser": bool(targets),
            "debloquer": self._jammed(),
            "autre": True,
            "rien": True,
        }
        return [action for action, possible in tests.items() if possible]

    def _bursts(self) -> bool:
        """Whether what he holds is his gun, and one that fires in bursts (EXIL-OPT-05)."""
        return self.me.gun_in_hand and self.me.combatant.tir.rafale is not None

    def _jammed(self) -> bool:
        me = self.me
        return me.state.incident == "enrayee" and me.gun_in_hand and me.arme == "en_main"

    async def _action(self) -> str:
        me, possible = self.me, self._open()
        wish = me.combatant.politique.action
        if wish == "ask":
            return await choose(
                "action",
                OneOf(tuple(possible)),
                who=me.who,
                facts={"combattant": me.name, "poff": me.poff},
                parameter=f"{me.path}.politique.action",
                default=possible[0],
            )
        return self._habit(possible) if wish == "auto" else "rien"

    def _habit(self, possible: list[str]) -> str:
        """What the policy `auto` does."""
        policy, vise = self.me.combatant.politique, self.me.state.vise
        if "attaquer" in possible:
            return "partager" if policy.partage > 1 and "partager" in possible else "attaquer"
        if "tirer" in possible:
            return "viser" if policy.visee > (vise.tours if vise else 0) else "tirer"
        return "debloquer" if "debloquer" in possible else "rien"

    # ── in contact ─────────────────────────────────────────────────────────────────────────────
    async def _attack(self) -> None:
        me = self.me
        if me.state.egare is not None:
            await self._stray(self.field.by_name[me.state.egare])
        else:
            await self._blow(await pick(me, self.reachable(), "cible"), me.poff)

    async def _stray(self, ally: MeleeStance) -> None:
        me, hand = self.me, self.me.hand
        power = me.power(ally)
        tell_attack(me, ally, power)
        me.put(egare=None)
        self._spent()
        blow = StrayBlow(
            poff=power,
            pdef=ally.guard(me),
            letalite=hand.letalite,
            physique=me.combatant.physique,
            force=hand.force,
            perce_armure=hand.perce_armure,
            protection=ally.combatant.protection,
            enraye_sur_12=me.jams,
        )
        by = ("damage", "enrayee")
        done = await call(blow, by=by, seats=me.seat("attaquant") | ally.seat("defenseur"))
        self._jam(done)
        await self._landed(Landed(by=me.name, on=ally.name, damage=done.damage))

    async def _share(self) -> None:
        """Several adversaries, all named with their shares before the first roll (EXIL-OPT-01)."""
        me, shares = self.me, await self._shares()
        for target, part in shares:
            if not me.gun_works:
                note(
                    "EXIL-INC-07",
                    "L’arme est enrayée : l’attaque prévue contre {who} se perd.",
                    who=target.name,
                )
            elif target.out:
                note(
                    "EXIL-OPT-01",
                    "{who:^} n’est plus debout : l’attaque prévue se perd.",
                    who=target.name,
                )
            else:
                await self._blow(target, part)

    async def _shares(self) -> list[tuple[MeleeStance, int]]:
        me, pool, each = self.me, self.pool(), self.me.poff - self.pool()
        targets = await self._several(self.reachable(), 2, self._most())
        parts: list[int] = []
        for place, target in enumerate(targets):
            left = pool - sum(parts)
            later = len(targets) - place - 1
            if me.combatant.politique.action == "ask":
                form = NumberFrom(1, left - later)
                facts = {"cible": target.name, "poff": left}
                parts.append(await choose("part", form, who=me.who, facts=facts, default=1))
            else:
                parts.append(-(-left // (later + 1)))
            note(
                "EXIL-OPT-01 EXIL-OPT-02",
                "Contre {who}, une part de {part} sur {pool}.",
                who=target.name,
                part=parts[-1],
                pool=pool,
            )
        return [(target, part + each) for target, part in zip(targets, parts, strict=True)]

    async def _several(self, among: list[MeleeStance], least: int, most: int) -> list[MeleeStance]:
        """Some of several adversaries, in the order of the attacks, named one after the other."""
        me = self.me
        asks = me.combatant.politique.action == "ask"
        chosen: list[MeleeStance] = []
        while len(chosen) < min(most, len(among)):
            left = [each for each in among if each not in chosen]
            if not asks:
                if len(chosen) >= max(least, me.combatant.politique.partage):
                    break
                chosen.append(await pick(me, left, "cible"))
                continue
            names = tuple(each.name for each in left)
            form = OneOf((*names, ENOUGH) if len(chosen) >= least else names)
            facts = {"combattant": me.name, "cibles": tuple(each.name for each in chosen)}
            name = await choose("cible", form, who=me.who, facts=facts, default=names[0])
            if name == ENOUGH:
                break
            chosen.append(self.field.by_name[name])
        return chosen

    async def _blow(self, target: MeleeStance, share: int) -> None:
        """An assaut with a share of the Poff (EXIL-OPT-03, EXIL-CBT-08)."""
        me = self.me
        power = share + me.surplus(target)
        tell_attack(me, target, power)
        zone, modifier = await self._zone()
        aimed = power_aimed(power, zone, modifier)
        stun = await self._stun()
        daring = await dare(me, target, aimed) if aimed >= 1 else 0
        if daring is None:
            note("EXIL-CBT-02", "{who:^} renonce à son attaque.", who=me.name)
            return
        self._spent()
        beside = bool(self.field.allies(target))
        wish = me.combatant.politique.passe
        passe = preferred(wish, aimed, daring, target.losable, beside)
        plain = assault(me, target, power, daring, passe, initiative=target.due, ally=beside)
        await self._assaulted(replace(plain, zone=zone, zone_modifier=modifier), target, stun)

    async def _assaulted(self, assaut: Assaut, target: MeleeStance, stun: bool) -> None:
        me = self.me
        whip = me.combatant.fouet and me.arme == "en_main" and not me.state.seconde
        path = f"{me.path}.politique"
        seats = me.seat("attaquant") | target.seat("defenseur")
        paths = {"passe": f"{path}.passe", "saisir": f"{path}.saisir"}
        blow = (
            with_needles(assaut)
            if me.jams
            else with_whip(assaut, me.combatant.politique.saisir)
            if whip
            else assaut
        )
        by = ("damage", "passe", "desarme", *(("enrayee",) if me.jams else ()))
        done = await call(blow, by=by, seats=seats, paths=paths)
        self._jam(done)
        await self._landed(
            Landed(
                by=me.name,
                on=target.name,
                damage=done.damage,
                passe=done.passe,
                disarmed=done.desarme,
                seized=whip and done.passe == "desarmement" and not done.desarme,
                stun=stun,
            )
        )

    async def _zone(self) -> tuple[Zone, int]:
        """The part of the body aimed at, and the leader's number for a flaw (EXIL-OPT-06, -07)."""
        me, bout = self.me, self.field.bout
        wish = me.combatant.politique.zone
        if not bout.visees or wish == "aucune":
            return "aucune", 0
        form: OneOf[Zone] = OneOf(ZONES_AIMED)
        path = f"{me.path}.politique.zone"
        zone = await decide(wish, path, form, who=me.who, default="aucune")
        if zone != "defaut":
            return zone, 0
        facts = {"combattant": me.name}
        modifier = NumberFrom(-20, 0)
        return zone, await choose("zone_modifier", modifier, who="gm", facts=facts, default=0)

    async def _stun(self) -> bool:
        """Whether he strikes to stun (EXIL-ARM-02, EXIL-ARM-17, R-55, R-76)."""
        me = self.me
        if not me.may_stun:
            return False
        path = f"{me.path}.politique.choc"
        return await decide(me.combatant.politique.choc, path, YES_NO, who=me.who, default=False)

    async def _landed(self, done: Landed) -> None:
        if self.held is None:
            await land(self.field, done)
        else:
            self.held.append(done)

    def _jam(self, done: AssautResult) -> None:
        """What a 12 does to a weapon that jams (EXIL-ARM-15)."""
        if isinstance(done, BlowResult) and done.enrayee:
            self._troubled("enrayee", 0)

    def _spent(self) -> None:
        """A long feu has weighed, a round of a gun is gone (EXIL-ARM-12, R-88)."""
        me = self.me
        me.put(long_feu=False)
        rounds = me.state.munitions
        if me.gun_in_hand and rounds is not None:
            me.put(munitions=max(0, rounds - 1))

    # ── at range ───────────────────────────────────────────────────────────────────────────────
    async def _shoot(self) -> None:
        me = self.me
        target = await pick(me, self.targets(), "cible")
        note("EXIL-TIR-03", "{who:^} tire sur {whom}.", who=me.name, whom=target.name)
        zone, modifier = await self._zone()
        stun = await self._stun()
        shot = self._shot(target, zone, modifier)
        path = f"{me.path}.politique.passe_tir"
        done = await call(
            replace(shot, passe=self._passe_at_range(shot)),
            seats=me.seat("acteur"),
            paths={"passe": path},
        )
        self._spent()
        self._troubled(done.incident, done.degats_tireur)
        self._tell_stray(done)
        await self._landed(
            Landed(by=me.name, on=target.name, damage=done.damage, shot=done.passe, stun=stun)
        )

    def _shot(self, target: MeleeStance, zone: Zone, modifier: int) -> Shot:
        me, bout, hand, tir = self.me, self.field.bout, self.me.hand, self.me.combatant.tir
        vise = me.state.vise
        return Shot(
            poff=me.power(target),
            aim=vise.tours if vise and vise.cible == target.name else 0,
            range=me.state.portee,
            movement=tir.movement,
            visibility=tir.visibility,
            cover=target.state.couvert,
            other=tir.other,
            zone=zone,
            zone_modifier=modifier,
            activite=target.state.activite,
            aware=target.state.en_melee or target.combatant.averti,
            pdef=target.guard(me),
            letalite=hand.letalite,
            physique=me.combatant.physique,
            force=hand.force and not tir.arme_a_feu,
            protection=target.combatant.protection,
            perce_armure=hand.perce_armure,
            arme_a_feu=tir.arme_a_feu and me.gun_in_hand,
            enraye_sur_12=me.jams,
            incidents=bout.incidents,
            tirs_perdus=bout.tirs_perdus,
        )

    def _passe_at_range(self, shot: Shot) -> PasseDistance | str:
        """The passe of the policy: the first one of a list that is open, else `auto`."""
        wish = self.me.combatant.politique.passe_tir
        if not isinstance(wish, tuple):
            return wish
        possible = shot.open_passes()
        return next((passe for passe in wish if passe in possible), "auto")

    def _tell_stray(self, done: ShotResult) -> None:
        if done.perdu not in (None, "aucun"):
            note("EXIL-INC-04", "Ce qui est touché, et de combien, revient au Meneur.")

    def _troubled(self, incident: Incidents, harm: int) -> None:
        """What a shot has done to the weapon and its bearer (EXIL-INC-06..08, EXIL-ARM-15)."""
        me = self.me
        if incident == "long_feu":
            me.put(long_feu=True)
        elif incident == "enrayee":
            me.put(incident="enrayee")
        elif incident == "explosion":
            me.put(incident="detruite")
            me.arme = "perdue"
            me.suffer(harm)

    async def _burst(self) -> None:
        """The full Poff against several targets, then the magazine is empty (EXIL-ARM-13, -14)."""
        me, hand, tir = self.me, self.me.hand, self.me.combatant.tir
        assert tir.rafale is not None
        most = targets_of_burst(tir.rafale, hand.talent)
        targets = await self._several(self.targets(), 1, most)
        names = tuple(target.name for target in targets)
        note(
            "EXIL-ARM-13 EXIL-ARM-14",
            "{who:^} lâche une rafale : {names}.",
            who=me.name,
            names=names,
        )
        zone, modifier = await self._zone()
        fired = await volley(self._burst_shot(target, zone, modifier) for target in targets)
        me.put(long_feu=False, munitions=0 if me.state.munitions is not None else None)
        for each in fired:
            self._troubled(each.incident, each.degats_tireur)
        for target, each in zip(targets, fired, strict=False):
            await self._landed(
                Landed(by=me.name, on=target.name, damage=each.damage, shot=each.passe)
            )

    def _burst_shot(self, target: MeleeStance, zone: Zone, modifier: int) -> Call[ShotResult]:
        """One shot of a burst, with the whole Poff and a passe of its own (EXIL-TIR-14)."""
        plain = self._shot(target, zone, modifier)
        given = {name: getattr(plain, name) for name in fields_of(Shot)}
        strange = {"force": False, "arme_a_feu": True, "enraye_sur_12": True, "tirs_perdus": False}
        shot = BurstShot(**given | strange)
        return call(
            replace(shot, passe=self._passe_at_range(shot)),
            by=("damage", "passe", "incident", "degats_tireur"),
            seats=self.me.seat("acteur"),
            paths={"passe": f"{self.me.path}.politique.passe_tir"},
        )

    async def _aim(self) -> None:
        """A tour spent aiming: +1 to the Poff of the shot, three at most (EXIL-TIR-08)."""
        me = self.me
        target = await pick(me, self.targets(), "cible")
        vise = me.state.vise
        tours = min(3, vise.tours + 1) if vise and vise.cible == target.name else 1
        me.put(vise=Vise(cible=target.name, tours=tours))
        note(
            "EXIL-TIR-08",
            "{who:^} vise {whom} depuis {n:tour|tours}.",
            who=me.name,
            whom=target.name,
            n=tours,
        )

    async def _unjam(self) -> None:
        """A try with Bricoleur (EXIL-INC-07, R-87)."""
        me, tir = self.me, self.me.combatant.tir
        test = Simple(talent=tir.bricoleur, difficulty=tir.difficulty, external=me.malus)
        done = await call(test, by=("success",), seats=me.seat("acteur"))
        if done.success:
            me.put(incident="rien")
            note("EXIL-INC-07", "L’arme est débloquée.")

    async def _other(self) -> None:
        """Flight, movement, anything else: the leader says what comes of it (EXIL-CBT-14, R-77)."""
        me = self.me
        note("EXIL-CBT-02", "{who:^} tente autre chose ; au Meneur d’en juger.", who=me.name)
        facts = {"combattant": me.name}
        issue = await choose("issue", _ISSUES, who="gm", facts=facts, default="rien")
        if issue == "quitter":
            me.put(hors="fuite")
            note("EXIL-CBT-15", "{who:^} quitte le combat.", who=me.name)
        elif issue != "rien":
            me.put(en_melee=issue == "engager")
