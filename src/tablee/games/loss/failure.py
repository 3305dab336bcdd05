"""The receivers of the Exploits of a failed Test (chapter EXL)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from tablee.games.loss.fields import Acteur, Beneficiaire, ExploitsWon
from tablee.games.loss.rulings import LossRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import AS_OBJECT, on_sheet, shown_when
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import ASK, choose, decide, nonzero
from tablee.rules.refusal import refuse

Id = Annotated[str, Meta(min_length=1, max_length=100)]
Shares = Annotated[tuple[tuple[str, int], ...], AS_OBJECT]
LEADER = "mj"


class Foe(Record):
    """An adversary: a player's character or one of the MJ's."""

    id: Annotated[Id, on_sheet("nom")]
    camp: Annotated[Literal["pj", "pnj"], on_sheet("camp")]


def check_foes(foes: tuple[Foe, ...]) -> None:
    """Refuse adversaries of one name, or of the leader’s."""
    names = [foe.id for foe in foes]
    if len(set(names)) != len(names) or LEADER in names:
        raise refuse("adversaires", names, "des noms tous différents, autres que « mj »")


class FailureResult(Result):
    """`attributions`: holder -> tokens; the holder `mj` for those that no character holds.
    `part_ag`: those of the MJ that he keeps as Augmentations, where he says so at once (R-17)."""

    attributions: Shares
    usage: Literal["ag", "ag_ou_desastre"]
    part_ag: int | UnsetType = UNSET


class Failure(Procedure[FailureResult], id="loss.echec"):
    """The Exploits of a failed Test go to the other side (LOSS-EXL-05..10, LOSS-INV-06, T-06)."""

    exploits: ExploitsWon
    acteur: Acteur
    auteur: Annotated[Id, Meta(description="qui a échoué"), on_sheet("nom")]
    adversaires: Annotated[
        tuple[Foe, ...], Meta(max_length=20, description="adversaires directs ou déclarés")
    ] = ()
    aveugle: Annotated[bool, Meta(description="c’était un Test Aveugle")] = False
    cible: (
        Annotated[
            Id,
            Meta(description="qui reçoit : la cible principale de l’Action, s’il y en a une"),
            on_sheet("nom", role="cible"),
        ]
        | None
    ) = None
    reserves: Annotated[
        tuple[tuple[str, Annotated[int, Meta(ge=0, description="jetons de ce joueur")]], ...],
        AS_OBJECT,
    ] = ()

    part_ag: (
        Annotated[
            int,
            Meta(ge=0, le=100, description="jetons que le MJ garde comme Augmentations"),
            shown_when("choix_mj", "gain"),
        ]
        | ASK
    ) = "ask"
    """The MJ’s, where he says at once what his tokens are (LOSS-EXL-06, R-17)."""

    apart = ("", "adversaires")

    def ids(self) -> tuple[str, ...]:
        return (*(foe.id for foe in self.adversaires), *(name for name, _ in self.reserves))

    def check(self) -> None:
        check_foes(self.adversaires)
        if self.acteur == "mj" and not self.reserves:
            raise refuse("reserves", {}, "la réserve de chaque joueur quand le MJ échoue")

    async def rule(self) -> FailureResult:
        if self.acteur == "mj":
            result = FailureResult(attributions=await self._to_players(), usage="ag")
        else:
            result = await self._to_others()
        result = await self._divided(result)
        for holder, tokens in result.attributions:
            _note_received(holder, tokens, result)
        if len(result.attributions) > 1:
            note(
                "LOSS-EXL-05 LOSS-EXL-06 LOSS-EXL-10",
                "{holders:=^} se partagent {n:jeton|jetons}.",
                holders=tuple("MJ" if each == LEADER else each for each, _ in result.attributions),
                n=sum(n for _, n in result.attributions),
            )
        return result

    async def _divided(self, result: FailureResult) -> FailureResult:
        """Ask the MJ at once which of his tokens are Augmentations, the rest Désastres (R-17)."""
        his = dict(result.attributions).get(LEADER, 0)
        if rulings(LossRulings).choix_mj != "gain":
            his = 0
        kept = await decide(
            self.part_ag,
            "part_ag",
            NumberFrom(0, his),
            who="mj",
            facts={"jetons": his},
            default=0,
            policy=0,
        )
        return replace(result, part_ag=kept) if his else result

    # ── a character of the MJ has failed ───────────────────────────────────────────────────────
    async def _to_players(self) -> Shares:
        """Return the shares: the main target first, then the players with the fewest tokens (R-19)."""
        held = dict(self.reserves)
        target = self.cible if self.cible in held else None
        if rulings(LossRulings).priorite_joueurs == "tout_a_un":
            return ((target or await _poorest(held), self.exploits),)
        received: dict[str, int] = {}
        for place in range(self.exploits):
            first = target if place == 0 else None
            holder = first or await _poorest(held)
            held[holder] += 1
            received[holder] = received.get(holder, 0) + 1
        return self._in_order(received)

    def _in_order(self, received: dict[str, int]) -> Shares:
        ranked = dict.fromkeys((*self.ids(), LEADER))
        return tuple((name, received[name]) for name in ranked if received.get(name))

    # ── a player's character has failed ────────────────────────────────────────────────────────
    async def _to_others(self) -> FailureResult:
        foes = [foe for foe in self.adversaires if foe.camp == "pj" or not self.aveugle]
        if not foes:
            return FailureResult(attributions=((LEADER, self.exploits),), usage="ag_ou_desastre")
        common = rulings(LossRulings).jetons_pnj == "commun"
        received: dict[str, int] = {}
        for name, tokens in (await self._shared(foes)).items():
            camp = next(foe.camp for foe in foes if foe.id == name)
            holder = LEADER if camp == "pnj" and common else name
            received[holder] = received.get(holder, 0) + tokens
        free = LEADER in received
        return FailureResult(
            attributions=self._in_order(received), usage="ag_ou_desastre" if free else "ag"
        )

    async def _shared(self, foes: list[Foe]) -> dict[str, int]:
        """Return the tokens of each adversary (LOSS-EXL-05, R-16): all to the target, or shared token
        by token."""
        names = tuple(foe.id for foe in foes)
        if rulings(LossRulings).partage_adversaires == "chacun":
            return dict.fromkeys(names, self.exploits)
        if self.cible in names:
            return {self.cible: self.exploits}
        received = dict.fromkeys(names, 0)
        for place in range(self.exploits):
            holder = await choose(
                "partage",
                OneOf(names),
                who="mj",
                facts={"jetons": self.exploits - place},
                parameter="cible",
                default=names[0],
            )
            received[holder] += 1
        return received


def _note_received(holder: str, tokens: int, result: FailureResult) -> None:
    """Note the tokens of one holder, and what they are for."""
    if holder == LEADER and result.part_ag is not UNSET:
        note(
            "LOSS-EXL-06",
            "Le MJ reçoit {tokens:jeton|jetons} : {kept:aucune Augmentation|Augmentation|"
            "Augmentations}, {left:aucun Désastre|Désastre|Désastres}.",
            tokens=tokens,
            kept=result.part_ag,
            left=tokens - result.part_ag,
        )
        return
    note(
        "LOSS-EXL-05 LOSS-EXL-06 LOSS-EXL-10",
        "Le MJ reçoit {tokens:jeton|jetons} ({usage})."
        if holder == LEADER
        else "{holder:=^} reçoit {tokens:jeton|jetons} ({usage}).",
        holder=holder,
        tokens=tokens,
        usage=result.usage,
    )


def note_ceded(lost: int, receiver: Beneficiaire, foes: int, target: str = "") -> None:
    """Note the Exploits that a failed Test loses. `foes`: the number of declared adversaries;
    `target`: the name or the role of the player's character who was aimed at: the first to receive
    tokens, or the only one (LOSS-EXL-10, R-19)."""
    if receiver == "joueurs" and target:
        alone = lost == 1 or rulings(LossRulings).priorite_joueurs == "tout_a_un"
        note(
            "LOSS-EXL-08 LOSS-EXL-10",
            "Échec : {lost:Exploit perdu|Exploits perdus}, {whom:@le} en profite."
            if alone
            else "Échec : {lost:Exploit perdu|Exploits perdus}, {whom:@le} en profite d’abord.",
            lost=lost,
            receiver=receiver,
            whom=target,
        )
        return
    note(
        "LOSS-EXL-08 LOSS-EXL-05 LOSS-EXL-06",
        "Échec : {lost:Exploit perdu|Exploits perdus}, au profit du MJ."
        if receiver == "mj"
        else "Échec : {lost:Exploit perdu|Exploits perdus}, au profit des joueurs."
        if receiver == "joueurs"
        else "Échec : {lost:Exploit perdu|Exploits perdus}, au profit des adversaires."
        if foes > 1
        else "Échec : {lost:Exploit perdu|Exploits perdus}, {whom:@le} en profite.",
        whom="adversaire",
        lost=lost,
        receiver=receiver,
    )


async def _poorest(held: dict[str, int]) -> str:
    """Return the player with the fewest tokens; the MJ chooses among several (LOSS-EXL-10)."""
    least = min(held.values())
    tied = tuple(name for name, tokens in held.items() if tokens == least)
    return await choose(
        "joueur",
        OneOf(tied),
        who="mj",
        facts=nonzero(jetons=least),
        parameter="cible",
        default=tied[0],
    )
