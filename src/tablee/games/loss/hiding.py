"""Exploits invisibles: one conceals, the others look for it (chapter INV)."""

from __future__ import annotations

from typing import Annotated, Any, cast

from msgspec import Meta

from tablee.dice.tails import Window
from tablee.games.loss.actions import Action, TestResult, check_second, ended
from tablee.games.loss.blind import CONCEALER, Blind, BlindResult
from tablee.games.loss.explosion import die_of
from tablee.games.loss.fields import (
    TALENTS,
    Beneficiaire,
    Difficulty,
    Niveau,
    TalentScore,
    TraitScore,
    VertuScore,
)
from tablee.games.loss.hiding_pools import (
    FIXED,
    CommonDisasters,
    CommonOfLeader,
    CommonOfPlayers,
    HidingPools,
    Id,
    Named,
    Striker,
    twice,
)
from tablee.games.loss.rulings import LossRulings, only_reader
from tablee.games.loss.tokens import EvenNone
from tablee.games.loss.trial import Outcome
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import AS_OBJECT, on_sheet
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import UNWANTED, Procedure, Result, replace
from tablee.rules.questions import Call, Gather, call, call_all, owner_of, roll
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import fields_of

LEADER = "mj"
DIELESS = ("somme", "facile", "automatique")
"""The ways to succeed without a die."""
Found = Annotated[tuple[tuple[str, Niveau], ...], AS_OBJECT]


class Side(Named):
    """Somebody who conceals or seeks."""

    trait: TraitScore

    @property
    def seat(self) -> str:
        """Return the seat that chooses and rolls: the MJ for his own characters."""
        return LEADER if self.acteur == "mj" else self.id

    def seats(self) -> dict[str, str]:
        """Return the seat of the Test, and whose it is: the MJ may have several of them."""
        return {"acteur": self.seat, owner_of("acteur"): self.id}


class Cacheur(Side):
    """The character who conceals, by a Test as in `loss.action`."""

    talent: Annotated[TalentScore, on_sheet(*TALENTS, first="Furtivité")]
    difficulty: Difficulty = 15


class Chercheur(Side):
    """A character who seeks, by a Test as in `loss.blind`."""

    talent: Annotated[TalentScore, on_sheet(*TALENTS, first="Fouille", unless="vertu")] | None = (
        None
    )
    vertu: VertuScore | None = None


class HidingResult(TestResult):
    """`desastres`: those that struck the Test."""

    desastres: int


class SeekingResult(BlindResult):
    """`desastres`: those that struck the Test."""

    desastres: int


class Hiding(Action, id="loss.dissimulation.cache"):
    """The Test of who conceals: what it costs is left for his own ledger (LOSS-INV-01)."""

    nom: Id

    @classmethod
    def result_type(cls) -> type[HidingResult]:
        return HidingResult

    async def attempt(self) -> Outcome:
        outcome = await super().attempt()
        if outcome.method in DIELESS and rulings(LossRulings).de_dissimulation == "toujours":
            await self._throw_for_show()
        return outcome

    async def _throw_for_show(self) -> None:
        """Throw a die that changes nothing: a die that is missing would tell those who seek that
        the sum was enough, so that hardly anything is concealed (R-60)."""
        die = die_of(0)
        await roll(die, "d10", Window(0, 0, die), who="acteur")
        note("LOSS-SDE-01", "Ce dé ne compte pas : on le lance pour ne rien trahir.")

    async def rule(self) -> HidingResult:
        outcome = await self.attempt()
        result = ended(self, outcome)
        if result.jetons_depenses:
            effect("jetons_dissimules", result.jetons_depenses, self.nom, to="acteur")
        return HidingResult(**_fields(result), desastres=outcome.disasters)

    async def disasters(self) -> int:
        spent = await super().disasters()
        if spent:
            effect("desastres_dissimules", spent, self.nom, to="acteur")
        return spent


class Seeking(Blind, id="loss.dissimulation.recherche"):
    """The Test Aveugle of one seeker: what it costs is left for the ledger (LOSS-INV-06).

    `cache_par`: the name of who conceals.
    `always`: whether Désastres are asked for even if none is left; `restants`: tokens that are really
    left, where `jetons` is what everybody may know of. What the Test of who conceals has taken is
    secret.
    """

    nom: Id
    cache_par: str = ""
    always: bool = False
    restants: int | None = None

    @classmethod
    def result_type(cls) -> type[SeekingResult]:
        return SeekingResult

    def disasters_offered(self) -> tuple[NumberFrom, dict[str, int]]:
        if not self.always:
            return super().disasters_offered()
        return EvenNone(0, self.desastres_max), {"desastres_max": self.desastres_max}

    def really_left(self) -> int | None:
        return self.restants

    def aimed_at(self) -> str:
        return self.cache_par if self.adversaire == "pj" else ""

    async def disasters(self) -> int:
        spent = await super().disasters()
        if spent:
            effect("desastres_depenses", spent, self.nom)
        return spent

    async def rule(self) -> SeekingResult:
        outcome = await self.attempt()
        result = await self.ended(outcome)
        if result.jetons_depenses:
            effect("jetons_depenses", result.jetons_depenses, self.nom)
        if result.exploits_cedes:
            effect("exploits_cedes", result.exploits_cedes, self.nom)
        if result.exploits:
            effect("exploits_gagnes", result.exploits, self.nom, to="acteur")
        return SeekingResult(**_fields(result), desastres=outcome.disasters)


class DissimulationResult(Result):
    """`caches`: the Exploits that were hidden, null where nothing was; `niveaux`: what each seeker
    found; `cedes`: Exploits lost by who tried to conceal."""

    caches: int | None
    niveaux: Found
    cedes: int


class Dissimulation(Procedure[DissimulationResult], id="loss.dissimulation"):
    """One conceals with Exploits, then each seeker makes a Test Aveugle against their number
    (LOSS-INV-01..08, LOSS-EXL-05, -06, -10).

    What is concealed is seen by its own side alone; from the MJ too, when it is a player's and his
    characters seek (R-28). Exploits spent to conceal do not become tokens.
    """

    cacheur: Annotated[Cacheur, Meta(description="qui se cache, ou cache quelque chose")]
    chercheurs: Annotated[
        tuple[Chercheur, ...],
        Meta(min_length=1, max_length=12, description="ceux qui cherchent, dans l’ordre"),
    ]
    jetons_communs_mj: CommonOfLeader = 0
    desastres_communs: CommonDisasters = 0
    jetons_communs_joueurs: CommonOfPlayers = 0
    frappeur: Striker = None

    apart = ("cacheur", "chercheurs")
    endings = ("caches",)
    utilities = {
        "reussite": lambda asked, result, seat: int(
            asked.revealed(result) == (seat != asked.cacheur.seat)
        ),
    }

    def ids(self) -> tuple[str, ...]:
        return tuple(each.id for each in self.chercheurs)

    def sides(self) -> dict[str, str]:
        seekers = {each.seat: "chercheurs" for each in self.chercheurs}
        return seekers | {self.cacheur.seat: CONCEALER}

    def led_by(self, seat: str) -> tuple[str, ...]:
        if seat == self.cacheur.seat:
            return (self.cacheur.id,)
        return self.ids()  # what one of them reveals is revealed to all (LOSS-INV-03)

    def concealed(self, seat: str) -> frozenset[str]:
        hidden = set() if seat in (LEADER, self.cacheur.seat) else {"cacheur"}
        if seat != LEADER and any(only_reader(each.acteur) for each in self.chercheurs):
            hidden.add("chercheurs")
        return frozenset(hidden)

    def seen(self, result: DissimulationResult, seat: str) -> dict[str, Any]:
        return {} if seat == self.cacheur.seat else {"caches": UNWANTED}

    def revealed(self, result: DissimulationResult) -> bool:
        return any(level == "devoile" for _, level in result.niveaux)

    # ── what is refused ────────────────────────────────────────────────────────────────────────
    def check(self) -> None:
        self._check("cacheur", self._hiding(self.cacheur))
        if self._unseen() or self.cacheur.acteur == "mj":
            allowed = "une valeur fixée d’avance, faute de voir cette dissimulation"
            for name in ("desastres", "desastre_malus"):
                if getattr(self.cacheur, name) == "ask":
                    raise refuse(f"cacheur.{name}", "ask", allowed)
        names = (self.cacheur.id, *self.ids())
        for place, each in enumerate(self.chercheurs):
            path = f"chercheurs[{place}]"
            if each.id in names[: place + 1]:
                raise refuse(f"{path}.id", each.id, "des noms tous différents")
            try:
                check_second(each.talent, each.vertu)
            except Refusal as refusal:
                raise refusal.at(f"{path}.{refusal.field}") from None
            self._check(path, self._seeking(each, 0))
        self._check_common()

    def _check_common(self) -> None:
        """Refuse what is given beforehand for several, if it takes a token twice, a character of the
        MJ whose tokens would be the players', and tokens that several players would share: how many
        are left would tell one of them what another has spent in secret."""
        tests = self._everybody()
        holders = [each for each in tests if each.acteur == "pj" and each.jetons]
        if self.jetons_communs_joueurs and self.frappeur is None and len(holders) > 1:
            raise refuse("frappeur", None, "un nom, quand plusieurs joueurs ont des jetons")
        if any(each.id == self.frappeur and each.acteur == "mj" for each in tests):
            raise refuse("frappeur", self.frappeur, "un personnage des joueurs")
        for place, field, high in twice(self._pools(), tests):
            path = f"chercheurs[{place - 1}]" if place else CONCEALER
            name = FIXED[field]
            given = getattr(tests[place], name)
            raise refuse(f"{path}.{name}", given, "{form:form}", form=NumberFrom(0, high))

    def _check(self, path: str, test: Hiding | Seeking) -> None:
        try:
            test.check()
        except Refusal as refusal:
            raise refusal.at(f"{path}.{refusal.field}") from None

    # ── the steps ──────────────────────────────────────────────────────────────────────────────
    async def rule(self) -> DissimulationResult:
        pools = self._pools()
        for each in self.chercheurs:
            pools = pools.given(each)
        caches, lost, taken = await self._conceal(pools)
        if caches is None:
            found = tuple((each.id, _SEEN) for each in self.chercheurs)
            return DissimulationResult(caches=None, niveaux=found, cedes=lost)
        if sum(bool(pools.counted(each)) for each in self._everybody()) > 1:
            levels = await self._search_in_turn(caches, pools, taken)
        else:
            levels = await call_all(
                tuple(
                    self._search(place, each, self._seeking(each, caches))
                    for place, each in enumerate(self.chercheurs)
                ),
                Gather((), _another, _all),
            )
        found = tuple(zip(self.ids(), levels, strict=True))
        if len(found) > 1:
            _note(found)
        return DissimulationResult(caches=caches, niveaux=found, cedes=lost)

    def _everybody(self) -> tuple[Side, ...]:
        return (self.cacheur, *self.chercheurs)

    def _pools(self) -> HidingPools:
        return HidingPools.of(
            self.jetons_communs_mj,
            self.desastres_communs,
            self.jetons_communs_joueurs,
            self.frappeur,
        )

    async def _search_in_turn(
        self, caches: int, pools: HidingPools, taken: HidingResult
    ) -> tuple[Niveau, ...]:
        """Return what each seeker finds. Each of the common tokens is spent once (LOSS-JET-03,
        LOSS-DES-01).

        The Test of who conceals has `taken` some of them in secret. Who is asked for a number reads
        how many are left; that he is asked does not depend on it.
        """
        levels: tuple[Niveau, ...] = ()
        known = pools.given(self.cacheur).after(self.cacheur, taken)
        for place, each in enumerate(self.chercheurs):
            secret = pools.shares(each, "jetons", self.cacheur)
            test = replace(
                self._seeking(each, caches),
                jetons=pools.room(each, "jetons"),
                restants=known.room(each, "jetons") if secret else None,
                desastres_max=known.room(each, "desastres_max"),
                always=pools.shares(each, "desastres_max", self.cacheur),
            )
            by = ("niveau", *pools.counted(each))
            done = cast("SeekingResult", await self._search(place, each, test, by))
            levels = (*levels, done.niveau)
            pools, known = (of.after(each, done) for of in (pools, known))
        return levels

    async def _conceal(self, pools: HidingPools) -> tuple[int | None, int, HidingResult]:
        """Return (hidden Exploits, Exploits lost, the result of the Test); the first is None when
        nothing is hidden."""
        hider = self.cacheur
        note(
            "LOSS-INV-01 LOSS-INV-07",
            "{who:=} se cache, ou cache quelque chose, à l’insu des autres.",
            who=hider.id,
        )
        test = self._hiding(pools.given(hider).limits(hider))
        done = cast(
            "HidingResult",
            await call(
                test,
                seats=hider.seats(),
                paths=_inside("cacheur", Action),
                seen_by=hider.seat,
                sealed=self._unseen(),
            ),
        )
        if done.success:
            note("LOSS-INV-02", "La dissimulation tient : la recherche peut commencer.")
            return done.exploits, 0, done
        note(
            "LOSS-EXL-05 LOSS-EXL-06",
            "La dissimulation échoue : {lost:Exploit perdu|Exploits perdus}."
            if done.exploits_cedes
            else "La dissimulation échoue.",
            reveals=True,
            lost=done.exploits_cedes,
        )
        if rulings(LossRulings).echec_dissimulation == "caches_zero":
            return 0, done.exploits_cedes, done
        note("LOSS-INV-08", "Rien n’est caché : tous s’en aperçoivent.", reveals=True)
        return None, done.exploits_cedes, done

    def _unseen(self) -> bool:
        """Return whether the result is hidden from the MJ, whose characters seek (R-28)."""
        return self.cacheur.acteur == "pj" and any(e.acteur == "mj" for e in self.chercheurs)

    def _hiding(self, hider: Cacheur) -> Hiding:
        """Return the Test of who conceals; those who seek are the other side."""
        own = fields_of(Cacheur)
        values = {name: getattr(hider, name) for name in fields_of(Action) if name in own}
        if self.cacheur.adversaire == "aucun":
            players = any(each.acteur == "pj" for each in self.chercheurs)
            values["adversaire"] = "pj" if players else "pnj"
        return Hiding(**values, nom=self.cacheur.id)

    def _search(
        self, place: int, each: Chercheur, test: Seeking, by: tuple[str, ...] = ("niveau",)
    ) -> Call[BlindResult]:
        return call(
            test,
            by=by,
            seats={**each.seats(), CONCEALER: self.cacheur.seat},
            paths=_inside(f"chercheurs[{place}]", Blind),
        )

    def receiver(self, seeker: str) -> Beneficiaire:
        """Return the receiver of the Exploits that a seeker loses (LOSS-INV-06, R-57)."""
        (each,) = (each for each in self.chercheurs if each.id == seeker)
        return self._seeking(each, 0).receiver()

    def _seeking(self, each: Chercheur, caches: int) -> Seeking:
        """Return the Test Aveugle of a seeker (R-57: a player who conceals is an adversary)."""
        values = {name: getattr(each, name) for name in fields_of(Chercheur) if name != "id"}
        if each.adversaire == "aucun" and self.cacheur.acteur == "pj":
            values["adversaire"] = "pj"
        return Seeking(**values, caches=caches, nom=each.id, cache_par=self.cacheur.id)


_SEEN: Niveau = "devoile"


def _note(found: Found) -> None:
    """Note the results of all seekers."""
    seen = tuple(who for who, level in found if level == "devoile")
    felt = tuple(who for who, level in found if level == "intuition")
    note(
        "LOSS-INV-03 LOSS-INV-04 LOSS-INV-05",
        "Dissimulation percée à jour par {seen} ; une intuition pour {felt}."
        if seen and felt
        else "Dissimulation percée à jour par {seen}."
        if seen
        else "Une intuition, rien de plus, pour {felt}."
        if felt
        else "Personne ne découvre rien.",
        seen=seen,
        felt=felt,
    )


def _another(so_far: tuple[Niveau, ...], place: int, result: BlindResult) -> tuple[Niveau, ...]:
    return (*so_far, result.niveau)


def _all(levels: tuple[Niveau, ...]) -> tuple[Niveau, ...]:
    return levels


def _fields(result: Result) -> dict[str, Any]:
    return {name: getattr(result, name) for name in fields_of(type(result))}


def _inside(path: str, kind: type[Any]) -> dict[str, str]:
    return {name: f"{path}.{name}" for name in fields_of(kind)}
