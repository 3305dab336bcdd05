"""Réunir la Poignée: of a character (chapters BON, REN, MAX) and of a Figurant (FIG)."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from tablee.games.armes_dieux import fields
from tablee.games.armes_dieux.fields import LEADER, PLAYER
from tablee.games.armes_dieux.rulings import ArmesDieuxRulings, scores_hidden
from tablee.games.armes_dieux.tables import BONUS, BONUS_DICE, BONUS_MAX, POIGNEE_MAX, RAISE_MAX
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.forms import NumberFrom, SomeOf
from tablee.rules.procedure import UNWANTED, Procedure, Result
from tablee.rules.questions import decide, nonzero
from tablee.rules.refusal import refuse
from tablee.rules.schema import fields_of

R = TypeVar("R")


class Gathered(Result):
    """`reunie`: 0..12 dice before the Malus; `poignee`: after it; `perdus`: beyond twelve.

    `tension`: 1 when Effort was taken.
    """

    reunie: int
    poignee: int
    perdus: int
    tension: int


class GatheredFigurant(Result):
    """`reunie`: 0..12 dice before the Malus; `poignee`: after it."""

    reunie: int
    poignee: int


class Pool(Procedure[R], Generic[R]):
    """The parts of the Poignée of a character: base of the procedures that gather one."""

    domaine: fields.Domaine
    bonus: fields.Bonus = ()
    bonus_disponibles: fields.BonusDisponibles = BONUS
    renfort: fields.Renfort = 0
    renfort_reserve: fields.RenfortReserve = 0
    reserve_combat: fields.ReserveCombat = 0
    malus: fields.Malus = 0
    malus_report: fields.MalusReport = 0

    def check(self) -> None:
        for name, ids in (("bonus", self.bonus), ("bonus_disponibles", self.bonus_disponibles)):
            if ids != "ask" and len(set(ids)) < len(ids):
                raise refuse(name, list(ids), "des Bonus tous différents")
        most = self._drawable(0 if self.bonus == "ask" else len(self.bonus))
        if self.renfort_reserve != "ask" and self.renfort_reserve > most:
            raise refuse("renfort_reserve", self.renfort_reserve, _DRAWN, most=most)
        if self._aside() > self.most_aside():
            form = NumberFrom(0, self.most_aside())
            raise refuse("ecartes", self._aside(), "{form:form}", form=form)

    def _drawable(self, bonus: int) -> int:
        """Return the number of dice that may still come from the Réserve de combat: only up to the
        maximum (R-06)."""
        room = POIGNEE_MAX - self.domaine - BONUS_DICE * bonus - self.renfort
        return max(0, min(self.reserve_combat, room))

    def _gross(self, bonus: int, drawn: int) -> int:
        """Return the dice gathered with a number of Bonus and of dice of the Réserve (AD-BON-01,
        -02)."""
        return self.domaine + BONUS_DICE * bonus + self.renfort + drawn

    def _left(self, bonus: int, drawn: int) -> int:
        """Return the dice left after the maximum and the Malus (AD-MAX-01, AD-MAL-01)."""
        malus = self.malus + self.malus_report
        return at_least_minimum(min(POIGNEE_MAX, self._gross(bonus, drawn)) - malus)

    def set_aside(self) -> fields.Ecartes:
        """Return the dice that are then set aside of it (AD-RIS-01)."""
        return 0

    def _aside(self) -> int:
        """Return the least number of dice of the Poignée: those set aside."""
        aside = self.set_aside()
        return 0 if aside == "ask" else aside

    def _most_with(self, bonus: int) -> int:
        """Return the largest Poignée with this number of Bonus."""
        drawn = self.renfort_reserve
        return self._left(bonus, self._drawable(bonus) if drawn == "ask" else drawn)

    def _most_bonus(self) -> int:
        """Return the number of Bonus that still allows the fixed dice of the Réserve."""
        drawn = 0 if self.renfort_reserve == "ask" else self.renfort_reserve
        return max(n for n in range(BONUS_MAX + 1) if drawn <= self._drawable(n))

    def most_aside(self) -> int:
        """Return the dice that can be set aside, whatever else is chosen."""
        if self.bonus != "ask":
            return self._most_with(len(self.bonus))
        return self._most_with(min(self._most_bonus(), len(self.bonus_disponibles)))

    def bonus_form(self) -> SomeOf:
        """Return the Bonus that may be taken (AD-BON-02, -07); as many as the dice set aside
        need."""
        offered = self.bonus_disponibles if self.bonus == "ask" else BONUS
        most = self._most_bonus()
        least = next(n for n in range(most + 1) if self._most_with(n) >= self._aside())
        return SomeOf(offered, least, most)

    def drawn_form(self, bonus: int) -> NumberFrom:
        """Return the dice that may be drawn from the Réserve with this number of Bonus (AD-REN-03,
        R-06); as many as the dice set aside need."""
        most = self._drawable(bonus)
        least = next(n for n in range(most + 1) if self._left(bonus, n) >= self._aside())
        return NumberFrom(least, most)

    def facts(self, sr: int | None) -> dict[str, Any]:
        """Return the facts for the choice of the Bonus."""
        facts = {"domaine": self.domaine} | nonzero(
            malus=self.malus,
            malus_report=self.malus_report,
            renfort=self.renfort,
            ecartes=self._aside(),
        )
        return facts if sr is None else facts | {"sr": sr}

    async def gather(self, sr: int | None = None, owner: str | None = None) -> Gathered:
        """Return the Poignée, and what gathering it costs, whatever is done with it: Effort, dice
        of the Réserve, a Malus carried over. `sr`: a fact for the chooser; `owner`: who bears the
        costs, where there are several."""
        facts = self.facts(sr)
        taken = self.bonus_form()
        bonus = await decide(
            self.bonus,
            "bonus",
            taken,
            who=PLAYER,
            facts=facts,
            default=next(taken.values()),
        )
        more = self.drawn_form(len(bonus))
        drawn = await decide(
            self.renfort_reserve,
            "renfort_reserve",
            more,
            who=PLAYER,
            facts=facts | nonzero(bonus=bonus) | {"reserve_combat": self.reserve_combat},
            default=more.low,
        )
        tension = int("effort" in bonus)
        if tension:
            note("AD-BON-05", "L’Effort coûte un point de Tension, quoi que donne le jet.")
        gross = self._gross(len(bonus), drawn)
        gathered = min(POIGNEE_MAX, gross)
        note(
            "AD-BON-01 AD-BON-02 AD-REN-01 AD-REN-03 AD-MAX-01",
            "Domaine {domaine}{bonus:|, Bonus}{renfort:|, Renfort}{drawn:|, Réserve} : "
            "{gross:dé|dés}, ramenés à {most}."
            if gross > gathered
            else "Domaine {domaine}{bonus:|, Bonus}{renfort:|, Renfort}{drawn:|, Réserve} : "
            "{gross:aucun dé réuni|dé réuni|dés réunis}.",
            domaine=self.domaine,
            bonus=BONUS_DICE * len(bonus),
            renfort=self.renfort,
            drawn=drawn,
            gross=gross,
            most=POIGNEE_MAX,
        )
        left = after_malus(gathered, self.malus, self.malus_report)
        if tension:
            effect("tension", tension, who=owner)
        if drawn:
            effect("reserve_combat", -drawn, who=owner)
        if self.malus_report:
            effect("malus_report", 0, who=owner)
        return Gathered(reunie=gathered, poignee=left, perdus=gross - gathered, tension=tension)


_DRAWN = "au plus {most:dé puisé|dés puisés} dans la Réserve de combat"


class Poignee(Pool[Gathered], id="armes_dieux.poignee"):
    """The Poignée of a character: Domaine, Bonus, Renfort, at most 12D, then the Malus.

    AD-BON-01..07, AD-REN-01..04, AD-MAX-01, AD-MAL-01, AD-CAD-03, AD-CAD-04, AD-REV-04. No dice.
    Effects: `tension` +1 with Effort, `reserve_combat` less what was drawn, `malus_report` back to
    0 when it entered.
    """

    async def rule(self) -> Gathered:
        return await self.gather()

    def sides(self) -> dict[str, str]:
        return {PLAYER: PLAYER}


_KNOWN = frozenset({"malus_report", "domaine_nom", "additionnel"})
"""The parameters about a Figurant that are not his scores: all seats know them (R-27)."""


def score_reader() -> str | None:
    """Return the seat that alone may read the scores of Figurants; None: all seats (R-27)."""
    return LEADER if scores_hidden() else None


def reads_scores(seat: str) -> bool:
    """Return whether a seat may read the scores of Figurants (R-27)."""
    return score_reader() in (None, seat)


class FigurantPool(Procedure[R], Generic[R]):
    """The parts of the Poignée of a Figurant: base of the procedures that size one."""

    valeur: fields.Valeur = None
    plusieurs: fields.Plusieurs = False
    avantage: fields.Avantage = False
    magique: fields.Magique = False
    reduction: fields.Reduction = 0
    malus: fields.Malus = 0
    malus_report: fields.MalusReport = 0
    estimation: fields.Estimation = None
    domaine_nom: fields.DomaineNom = ""

    def check(self) -> None:
        if self.valeur is None and self.estimation is None:
            raise refuse("valeur", None, "0, 3, 6, 9 ou 12 (obligatoire sans estimation)")

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset() if reads_scores(seat) else frozenset(fields_of(type(self))) - _KNOWN

    def size(self) -> GatheredFigurant:
        """Return the Poignée of the Figurant, with a note; a Malus carried over is used up."""
        to = score_reader()
        if self.malus_report:
            effect("malus_report", 0)
        if self.domaine_nom:
            note("AD-CAD-10", "Domaine de l’action : {name:=}.", name=self.domaine_nom)
        malus: int = self.malus
        if self.estimation is not None:
            gathered = self.estimation
            note(
                "AD-FIG-06 AD-FIG-07",
                "Poignée estimée par le Meneur : {n:dé|dés}.",
                to=to,
                n=gathered,
            )
        else:
            flags = self.plusieurs, self.avantage, self.magique
            size = raised(self.valeur or 0, flags, self.reduction)
            note_raised(size, to)
            gathered, malus = size.gathered, malus + size.late
        return GatheredFigurant(
            reunie=gathered, poignee=after_malus(gathered, malus, self.malus_report, to)
        )


class Raised(NamedTuple):
    """The size of a Figurant: `gathered`, 0..12 dice, of his Valeur with `raises` (0, 3, 6) less
    `reduction`; `late`: the reduction that is a Malus instead (R-07)."""

    valeur: int
    raises: int
    reduction: int
    gathered: int
    late: int


def raised(valeur: int, flags: tuple[bool, bool, bool], reduction: int) -> Raised:
    """Return the Valeur with raises and reduction (AD-FIG-02..05). `flags`: whether several act,
    circumstances help, a power is used."""
    late = rulings(ArmesDieuxRulings).figurant_reduction == "malus"
    before = 0 if late else reduction
    raises = min(RAISE_MAX, BONUS_DICE * sum(flags))
    gathered = max(0, min(POIGNEE_MAX, valeur + raises - before))
    return Raised(valeur, raises, before, gathered, reduction - before)


def note_raised(size: Raised, to: str | None) -> None:
    """Note the size of a Figurant before the Malus. `to`: the one seat that may read it."""
    note(
        "AD-FIG-01 AD-FIG-02 AD-FIG-03 AD-FIG-04 AD-FIG-05",
        "Valeur {valeur}{raises:|, hausses}{reduction:|, réduction} : "
        "{gathered:aucun dé réuni|dé réuni|dés réunis} (douze au plus).",
        to=to,
        valeur=size.valeur,
        raises=size.raises,
        reduction=-size.reduction,
        gathered=size.gathered,
    )


class PoigneeFigurant(FigurantPool[GatheredFigurant], id="armes_dieux.poignee_figurant"):
    """The Poignée of a Figurant: his Valeur with raises and reduction, or an estimate.

    AD-FIG-01..07, AD-CAD-08..10, AD-MAL-01. No dice. Effect: `malus_report` back to 0 when it
    entered.
    """

    async def rule(self) -> GatheredFigurant:
        return self.size()

    def seen(self, result: GatheredFigurant, seat: str) -> dict[str, Any]:
        return {} if reads_scores(seat) else {"reunie": UNWANTED, "poignee": UNWANTED}


def at_least_minimum(dice: int) -> int:
    """Return a Poignée held above the table's minimum (R-02)."""
    return max(rulings(ArmesDieuxRulings).poignee_minimum, dice)


def after_malus(gathered: int, malus: int, carried: int, to: str | None = None) -> int:
    """Return the dice left of a gathered Poignée; `carried`: the Malus of an earlier Revers (R-09);
    `to`: the one seat that may read it."""
    if carried:
        note(
            "AD-REV-04",
            "Le Revers de l’action précédente ajoute {carried:dé|dés} au Malus.",
            to=to,
            carried=carried,
        )
    malus += carried
    left = at_least_minimum(gathered - malus)
    if malus:
        note(
            "AD-CAD-03 AD-CAD-04 AD-MAL-01",
            "Malus de {malus} : {left:aucun dé ne reste|dé reste|dés restent} dans la Poignée.",
            to=to,
            malus=malus,
            left=left,
        )
    return left
