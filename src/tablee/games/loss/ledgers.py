"""Garder le compte des jetons: the ledger of a Scène (chapters JET, LIM, EXL, DES)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.loss.failure import Foe
from tablee.games.loss.fields import Acteur, ExploitsWon
from tablee.games.loss.pools import Pools, Tokens, added, emptied, taken
from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.tables import MALUS
from tablee.games.loss.tokens import WORTH
from tablee.rules.ambient import effect, note, remark, rulings
from tablee.rules.ledger import MOST_EVENTS, Event, Ledger
from tablee.rules.procedure import Record, Result, replace
from tablee.rules.refusal import refuse

Camp = Literal["pj", "pnj"]
Id = Annotated[str, Meta(min_length=1, max_length=100)]
Player = Annotated[Id, Meta(description="joueur")]
Count = Annotated[int, Meta(ge=1, le=1000, description="nombre de jetons")]
AtOnce = Annotated[int, Meta(ge=1, le=5, description="jetons dépensés d’un coup, 5 au plus")]
Words = Annotated[str, Meta(max_length=2000, description="ce qu’il en est, en quelques mots")]
ActionId = Annotated[Id, Meta(description="Action qu’il gêne ; une Action n’en subit qu’un")] | None
ANYBODY, LEADER = "*", "mj"
"""The holder of the common tokens of the MJ, and the holder that is no character."""
UNKNOWN = "pj"
"""The name of a player without a sheet, whose failures leave free tokens all the same."""
HELD = "au plus {most} : la réserve n’en a pas davantage"
"""What is allowed of tokens that are not there."""


class Scene(Record):
    """The tokens of a Scène, all of them in sight of everybody. The keys of `reserves` are the
    players; `journal`: what has happened, over all Scènes."""

    scene: Annotated[int, Meta(ge=0, description="combien de Scènes sont finies")] = 0
    reserves: Annotated[Tokens, Meta(description="jetons de chaque joueur")] = ()
    mj: Annotated[Pools, Meta(description="jetons du MJ")] = Pools()
    journal: Annotated[
        tuple[Evenement, ...],
        Meta(max_length=10 * MOST_EVENTS, description="ce qui est arrivé jusqu’ici"),
    ] = ()

    # ── what there is ──────────────────────────────────────────────────────────────────────────
    def reserve(self, player: str) -> int:
        return dict(self.reserves).get(player, 0)

    def libres(self, player: str) -> int:
        """Return the MJ's free tokens that may strike this player: those of his own failures, or
        all of them (R-21)."""
        pools = dict(self.mj.libres)
        free = rulings(LossRulings).desastre_cible == "libre"
        return sum(pools.values()) if free else pools.get(player, 0)

    def at_hand(self, holder: str, player: bool) -> int:
        """Return the tokens that somebody may spend on a Test: his own; of the MJ's characters also
        the common ones, and the free ones unless they are for Désastres alone (R-17)."""
        if player:
            return self.reserve(holder)
        own = sum(n for name, n in self.mj.ag if name in (holder, ANYBODY))
        if rulings(LossRulings).choix_mj == "gain":
            return own
        return own + sum(n for _, n in self.mj.libres)

    def camp(self, holder: str, unknown: Camp) -> Camp:
        """Return the side of somebody; `unknown`: that of a name heard for the first time."""
        if holder in dict(self.reserves):
            return "pj"
        return "pnj" if holder in dict(self.mj.ag) else unknown

    def this_scene(self) -> tuple[Event[Scene], ...]:
        """Return the events since the last end of a Scène."""
        ends = [place for place, event in enumerate(self.journal) if isinstance(event, FinScene)]
        return self.journal[ends[-1] + 1 if ends else 0 :]

    def struck(self, action: str | None) -> bool:
        """Return whether Désastres have been spent on this Action already (R-22)."""
        return action is not None and any(
            isinstance(event, Desastre | DesastreJoueur) and event.action == action
            for event in self.this_scene()
        )

    # ── what changes ───────────────────────────────────────────────────────────────────────────
    def with_reserve(self, player: str, more: int) -> Scene:
        return replace(self, reserves=added(self.reserves, player, more))

    def with_libres(self, player: str, more: int) -> Scene:
        return replace(self, mj=replace(self.mj, libres=added(self.mj.libres, player, more)))

    def with_ag(self, holder: str, more: int) -> Scene:
        return replace(self, mj=replace(self.mj, ag=added(self.mj.ag, holder, more)))

    def written(self, event: Evenement) -> Scene:
        return replace(self, journal=(*self.journal, event))


# ── what comes in ──────────────────────────────────────────────────────────────────────────────
class Gain(Event[Scene], tag="gain"):
    """Exploits won that become tokens of the winner, +5 each."""

    holder: Annotated[Id, Meta(description="le nom d’un personnage ou d’un joueur")]
    n: ExploitsWon
    camp: Annotated[Camp, Meta(description="de quel camp est un nom encore inconnu")] | None = None

    def after(self, etat: Scene) -> Scene:
        if (self.holder, self.camp) != (ANYBODY, "pnj"):
            _refuse_leader("holder", self.holder)
        camp = etat.camp(self.holder, self.camp or "pj")
        if self.camp not in (None, camp):
            raise refuse("camp", self.camp, "{camp:=}, comme jusqu’ici", camp=camp)
        note(
            "LOSS-GAG-01 LOSS-JET-01",
            "{n:jeton gagné va|jetons gagnés vont} aux personnages du MJ."
            if self.holder == ANYBODY
            else "{holder:=} met de côté {n:jeton gagné|jetons gagnés}.",
            holder=self.holder,
            n=self.n,
        )
        more = etat.with_reserve if camp == "pj" else etat.with_ag
        return more(self.holder, self.n).written(self)


class Echec(Event[Scene], tag="echec"):
    """Exploits lost by a failed Test go to the receivers of `loss.echec` (`attributions`: `mj` for
    those that no character holds)."""

    exploits: ExploitsWon
    acteur: Acteur = "pj"
    auteur: Annotated[Id, Meta(description="qui a échoué")]
    attributions: Annotated[Tokens, Meta(description="qui reçoit combien de jetons")]
    adversaires: Annotated[
        tuple[Foe, ...], Meta(max_length=20, description="camp de ceux qui reçoivent")
    ] = ()
    usage: (
        Annotated[
            Literal["ag", "ag_ou_desastre"],
            Meta(description="emploi de ces jetons, tel qu’il a été dit"),
        ]
        | None
    ) = None
    part_ag: Annotated[
        int, Meta(ge=0, le=100, description="jetons que le MJ garde comme Augmentations")
    ] = 0

    def after(self, etat: Scene) -> Scene:
        self._check()
        for holder, n in self.attributions:
            etat = self._received(etat, holder, n)
        return etat.written(self)

    def _check(self) -> None:
        shares = dict(self.attributions)
        each = rulings(LossRulings).partage_adversaires == "chacun" and self.acteur == "pj"
        if not each and sum(shares.values()) != self.exploits:
            raise refuse("attributions", shares, "des parts dont la somme est {n}", n=self.exploits)
        if each and (not shares or shares != self._whole_for_each(shares)):
            raise refuse("attributions", shares, "{n} pour chacun", n=self.exploits)
        if self.acteur == "mj" and LEADER in shares:
            raise refuse("attributions.mj", shares[LEADER], "un joueur : le MJ a échoué")
        usage = "ag_ou_desastre" if LEADER in shares else "ag"
        if self.usage not in (None, usage):
            raise refuse("usage", self.usage, "{usage:=}, d’après les attributions", usage=usage)
        most = shares.get(LEADER, 0) if rulings(LossRulings).choix_mj == "gain" else 0
        if self.part_ag > most:
            raise refuse("part_ag", self.part_ag, "au plus {most}", most=most)

    def _whole_for_each(self, shares: Mapping[str, int]) -> dict[str, int]:
        """Return the tokens of each holder if every adversary receives all (R-16): the MJ as many
        times as he has characters there, where their tokens are common (R-18)."""
        common = rulings(LossRulings).jetons_pnj == "commun"
        his = max(1, sum(foe.camp == "pnj" for foe in self.adversaires)) if common else 1
        return {holder: self.exploits * (his if holder == LEADER else 1) for holder in shares}

    def _received(self, etat: Scene, holder: str, n: int) -> Scene:
        unknown: Camp = "pj" if self.acteur == "mj" else "pnj"
        unknown = next((foe.camp for foe in self.adversaires if foe.id == holder), unknown)
        camp = "pnj" if holder == LEADER else etat.camp(holder, unknown)
        if self.acteur == "mj" and camp == "pnj":
            raise refuse(f"attributions.{holder}", n, "un joueur : le MJ a échoué")
        note(
            "LOSS-EXL-05 LOSS-EXL-06 LOSS-EXL-10",
            "{auteur:=} a manqué son Test : {n:jeton|jetons} pour le MJ."
            if holder == LEADER
            else "{auteur:=} a manqué son Test : {n:Augmentation|Augmentations} pour les "
            "personnages du MJ."
            if holder == ANYBODY
            else "{auteur:=} a manqué son Test : {n:jeton|jetons} pour {holder:=}.",
            auteur=self.auteur,
            n=n,
            holder=holder,
        )
        if camp == "pj":
            return etat.with_reserve(holder, n)
        if holder == LEADER:
            etat = etat.with_ag(ANYBODY, self.part_ag) if self.part_ag else etat
            return etat.with_libres(self.auteur, n - self.part_ag)
        if rulings(LossRulings).jetons_pnj == "commun":
            return etat.with_libres(self.auteur, n)
        return etat.with_ag(holder, n)


# ── what goes out ──────────────────────────────────────────────────────────────────────────────
class Depense(Event[Scene], tag="depense"):
    """A player spends tokens of his own on a Test of his character."""

    player: Player
    n: Count
    test: Words = ""

    def after(self, etat: Scene) -> Scene:
        _check_reserve(etat, self.player, self.n)
        _check_most(etat, self, self.player)
        note(
            "LOSS-JET-03 LOSS-JET-05",
            "{player:=} dépense {n:jeton|jetons} : {worth:+} sur son Test.",
            player=self.player,
            n=self.n,
            worth=WORTH * self.n,
        )
        return etat.with_reserve(self.player, -self.n).written(self)


class DepenseMj(Event[Scene], tag="depense_mj"):
    """The MJ spends tokens on a Test of one of his characters. He says from which pools (`libres`,
    `ag`); without a word the character's own go first, then the common ones, then the free ones."""

    pnj: Annotated[Id, Meta(description="personnage du MJ dont c’est le Test")]
    n: Count
    test: Words = ""
    libres: Annotated[Tokens, Meta(description="pris parmi les jetons libres")] = ()
    ag: Annotated[Tokens, Meta(description="pris parmi les Augmentations")] = ()

    def after(self, etat: Scene) -> Scene:
        ag, libres = self._from(etat)
        _check_most(etat, self, self.pnj)
        note(
            "LOSS-JET-03 LOSS-EXL-06",
            "Le MJ dépense {n:jeton|jetons} pour {pnj:=} : {worth:+} sur son Test.",
            n=self.n,
            pnj=self.pnj,
            worth=WORTH * self.n,
        )
        pools = Pools(libres=taken(etat.mj.libres, libres), ag=taken(etat.mj.ag, ag))
        return replace(etat, mj=pools).written(self)

    def _from(self, etat: Scene) -> tuple[dict[str, int], dict[str, int]]:
        """Return the tokens taken from each pool: (`ag`, `libres`)."""
        own = {name: n for name, n in etat.mj.ag if name in (self.pnj, ANYBODY)}
        only_disasters = rulings(LossRulings).choix_mj == "gain"
        free = {} if only_disasters else dict(etat.mj.libres)
        if not self.libres and not self.ag:
            return self._in_order(own, free)
        asked = {"ag": (dict(self.ag), own), "libres": (dict(self.libres), free)}
        for field, (wanted, there) in asked.items():
            for name, n in wanted.items():
                if n > there.get(name, 0):
                    raise refuse(f"{field}.{name}", n, HELD, most=there.get(name, 0))
        if sum(n for _, n in (*self.ag, *self.libres)) != self.n:
            raise refuse("n", self.n, "la somme de ce qui est pris à chaque réserve")
        return dict(self.ag), dict(self.libres)

    def _in_order(
        self, own: dict[str, int], free: dict[str, int]
    ) -> tuple[dict[str, int], dict[str, int]]:
        left = self.n
        ag: dict[str, int] = {}
        libres: dict[str, int] = {}
        ranked = [(ag, name, own.get(name, 0)) for name in (self.pnj, ANYBODY)]
        ranked += [(libres, name, n) for name, n in free.items()]
        for pool, name, n in ranked:
            pool[name] = min(n, left)
            left -= pool[name]
        if left:
            raise refuse("n", self.n, HELD, most=self.n - left)
        return ag, libres


class Desastre(Event[Scene], tag="desastre"):
    """The MJ spends tokens on a mishap of the player whose failure gave them."""

    player: Annotated[Player, Meta(description="joueur que le Désastre frappe")]
    n: AtOnce
    note: Words = ""
    action: ActionId = None

    def after(self, etat: Scene) -> Scene:
        most = etat.libres(self.player)
        if self.n > most:
            raise refuse("n", self.n, HELD, most=most)
        _refuse_second(etat, self.action)
        _note_disaster(self.player, self.n, self.note)
        own = min(self.n, dict(etat.mj.libres).get(self.player, 0))
        left = self.n - own
        wanted = {self.player: own}
        for name, n in etat.mj.libres:
            if name != self.player:
                wanted[name] = min(n, left)
                left -= wanted[name]
        pools = replace(etat.mj, libres=taken(etat.mj.libres, wanted))
        return replace(etat, mj=pools).written(self)


class DesastreJoueur(Event[Scene], tag="desastre_joueur"):
    """A player spends tokens on a mishap of a character of the MJ, where the table has it so."""

    player: Player
    pnj: Annotated[Id, Meta(description="personnage du MJ que le Désastre frappe")]
    n: AtOnce
    note: Words = ""
    action: ActionId = None

    def after(self, etat: Scene) -> Scene:
        if not rulings(LossRulings).desastres_joueurs:
            raise refuse("type", "desastre_joueur", "desastre : les Désastres sont au MJ seul")
        _check_reserve(etat, self.player, self.n)
        _refuse_second(etat, self.action)
        _note_disaster(self.pnj, self.n, self.note)
        return etat.with_reserve(self.player, -self.n).written(self)


class Don(Event[Scene], tag="don"):
    """A player gives tokens to another one, where the table has it so."""

    player: Player
    a: Annotated[Id, Meta(description="joueur qui reçoit")]
    n: Count

    def after(self, etat: Scene) -> Scene:
        if not rulings(LossRulings).jetons_transfert:
            raise refuse("type", "don", "un autre événement : les jetons ne se donnent pas")
        _check_reserve(etat, self.player, self.n)
        if self.a == self.player or etat.camp(self.a, "pj") == "pnj":
            raise refuse("a", self.a, "un autre joueur")
        note(
            "LOSS-JET-01",
            "{player:=} donne {n:jeton|jetons} à {other:=}.",
            player=self.player,
            n=self.n,
            other=self.a,
        )
        return etat.with_reserve(self.player, -self.n).with_reserve(self.a, self.n).written(self)


class FinScene(Event[Scene], tag="fin_scene"):
    """The Scène is over: every token of everybody is gone."""

    def after(self, etat: Scene) -> Scene:
        note("LOSS-LIM-02 LOSS-DES-04", "Fin de la Scène : les jetons de tous disparaissent.")
        pools = Pools(libres=emptied(etat.mj.libres), ag=emptied(etat.mj.ag))
        over = replace(etat, scene=etat.scene + 1, reserves=emptied(etat.reserves), mj=pools)
        effect("jetons_finis", 1)
        return over.written(self)


Evenement = Gain | Echec | Depense | DepenseMj | Desastre | DesastreJoueur | Don | FinScene


# ── guards and sentences that several events share ─────────────────────────────────────────────
def _refuse_leader(field: str, name: str) -> None:
    if name in (LEADER, ANYBODY):
        raise refuse(field, name, "le nom d’un joueur ou d’un personnage du MJ")


def _check_reserve(etat: Scene, player: str, n: int) -> None:
    if player not in dict(etat.reserves):
        raise refuse("player", player, "un joueur connu")
    if n > etat.reserve(player):
        raise refuse("n", n, HELD, most=etat.reserve(player))


def _check_most(etat: Scene, spent: Depense | DepenseMj, who: str) -> None:
    """Refuse more tokens than one Test of a person may take (R-14)."""
    most = rulings(LossRulings).jetons_max_par_test
    if most is None:
        return
    before = sum(
        event.n
        for event in etat.this_scene()
        if spent.test
        and isinstance(event, Depense | DepenseMj)
        and event.test == spent.test
        and who == (event.player if isinstance(event, Depense) else event.pnj)
    )
    if before + spent.n > most:
        allowed = "au plus {most} : un Test n’en prend pas davantage"
        raise refuse("n", spent.n, allowed, most=max(0, most - before))


def _refuse_second(etat: Scene, action: str | None) -> None:
    if etat.struck(action):
        raise refuse("action", action, "une Action que nul Désastre n’a encore touchée")


def _note_disaster(struck: str, n: int, words: str) -> None:
    if MALUS[n]:
        note(
            "LOSS-DES-01 LOSS-DES-05 LOSS-DES-06 LOSS-DES-07 LOSS-DES-08",
            "{n:Désastre frappe|Désastres frappent} {struck:=} : la Difficulté peut augmenter de {malus}.",
            n=n,
            struck=struck,
            malus=MALUS[n],
        )
    else:
        note(
            "LOSS-DES-01 LOSS-DES-09",
            "{n:Désastre frappe|Désastres frappent} {struck:=} : ce qui était entrepris échoue.",
            n=n,
            struck=struck,
        )
    remark("LOSS-DES-02", words)


class JetonsResult(Result):
    """The Scène after all events."""

    etat: Scene


class Jetons(Ledger[JetonsResult, Scene], id="loss.jetons"):
    """The tokens of a Scène (LOSS-JET-01..05, LOSS-LIM-01, -02, LOSS-PER-02, LOSS-EXL-05, -06, -10,
    LOSS-DES-01, -03..09, LOSS-GAG-01, LOSS-PHY-06).

    A name that the ledger knows does not change side; a new one is a player's if it wins tokens or the
    MJ has failed, and one of the MJ's characters where a player has failed.
    """

    etat: Annotated[Scene, Meta(description="où en sont les jetons")] = Scene()
    evenements: Annotated[
        tuple[Evenement, ...],
        Meta(max_length=MOST_EVENTS, description="ce qui arrive, dans l’ordre"),
    ] = ()
