"""Actions d'opposition: several Jets de Talent compared (OPP)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D12, Throw
from tablee.dice.ranking import Podium, Ranking
from tablee.games.exil.actions.simple import least_margin
from tablee.games.exil.fields import ActionModifiers, Difficulty, Talent
from tablee.games.exil.out_of_action import OutOfAction, check_acts
from tablee.games.exil.rulings import talents_hidden
from tablee.rules.ambient import note, wanted
from tablee.rules.forms import OneOf
from tablee.rules.procedure import UNWANTED, Procedure, Record, Result
from tablee.rules.questions import ASK, Ask, become, decide, rolls
from tablee.rules.refusal import refuse

Case = Literal["tous_echouent", "une_reussite", "plusieurs_reussites"]
Order = tuple[tuple[int, ...], ...]
_CASES: tuple[Case, ...] = ("tous_echouent", "une_reussite", "plusieurs_reussites")


class Participant(Record):
    """A participant: a Talent and its modifiers."""

    talent: Talent
    """All may use the same Talent, or each another (EXIL-OPP-02)."""
    difficulty: Difficulty = 0
    """The leader sets one for all, or one for each (EXIL-OPP-03)."""
    external: ActionModifiers = 0
    """EXIL-OPP-04."""
    hors: OutOfAction = "debout"

    @property
    def level(self) -> int:
        return self.talent + self.difficulty + self.external


def check_able(participants: Sequence[Participant], path: str) -> None:
    """Raise `Refusal` for a participant who is out of action (EXIL-SAN-05, EXIL-CHO-04)."""
    for place, each in enumerate(participants):
        check_acts(each.hors, f"{path}[{place}].hors")


class OppositionResult(Result):
    """The winners and the ranking, as places from 0. `domination`: 0 for a shared victory."""

    case: Case
    gagnants: tuple[int, ...]
    domination: int
    classement: tuple[tuple[int, ...], ...]


class Opposition(Procedure[OppositionResult], id="exil.opposition"):
    """A comparison of the margins of several Jets de Talent (EXIL-OPP-01..10, EXIL-BAS-10,
    EXIL-LEX-01).

    Successes rank before failures. If all fail, the leader compares the failures or has all roll
    again. A shared first place is a draw, or the tied participants roll again.
    """

    protagonistes: Annotated[
        tuple[Participant, ...],
        Meta(min_length=2, max_length=12, description="ceux qui s’opposent, dans l’ordre"),
    ]
    tous_echouent: Annotated[
        Literal["comparer", "relancer"] | ASK,
        Meta(description="si personne ne réussit : comparer les échecs ou tout relancer"),
    ] = "comparer"
    """The leader decides (EXIL-OPP-07)."""
    egalite: Annotated[
        Literal["partage", "departage"] | ASK,
        Meta(description="si la meilleure marge est partagée : match nul ou nouvelle manche"),
    ] = "partage"
    """The leader decides (EXIL-OPP-10)."""

    seats = {"p#": "protagonistes"}
    endings = ("case",)
    utilities = {"victoire": lambda _, result, seat: int(_place(seat) in result.gagnants)}

    def sides(self) -> dict[str, str]:
        return {seat: seat for seat in _seats(_EVERYBODY[: len(self.protagonistes)])}

    def check(self) -> None:
        check_able(self.protagonistes, "protagonistes")
        if self.tous_echouent == "relancer" and not self._hopeful():
            raise refuse("tous_echouent", "relancer", "« comparer » : personne ne peut réussir")

    def _hopeful(self) -> bool:
        return max(each.level for each in self.protagonistes) > least_margin()

    async def rule(self) -> OppositionResult:
        levels = _levels(self.protagonistes)
        _note_levels(levels)
        podium = await compare(
            levels,
            _EVERYBODY[: len(levels)],
            self.tous_echouent != "comparer" or wanted("case"),
            self.egalite != "partage" or wanted("gagnants"),
        )
        if podium.reaching == 0:
            offered: OneOf[Literal["comparer", "relancer"]] = OneOf(
                ("comparer", "relancer") if self._hopeful() else ("comparer",)
            )
            after = await decide(self.tous_echouent, "tous_echouent", offered, who="gm")
            if after == "relancer":
                note("EXIL-OPP-07", "Personne ne réussit : tout le monde relance.")
                return await become(self)
            note("EXIL-OPP-07", "Personne ne réussit : la plus petite marge d’échec l’emporte.")
        case = UNWANTED if podium.reaching is None else _CASES[podium.reaching]
        if podium.best and len(podium.best) > 1:
            tie: OneOf[Literal["partage", "departage"]] = OneOf(("partage", "departage"))
            facts = {"gagnants": podium.best}
            ending = await decide(self.egalite, "egalite", tie, who="gm", facts=facts)
            if ending == "departage":
                note("EXIL-OPP-10", "{who:^} sont à égalité et relancent.", who=_seats(podium.best))
                return await become(
                    Playoff(
                        levels=tuple(levels[place] for place in podium.best),
                        places=podium.best,
                        case=case,
                        behind=podium.order[1:] if podium.order else (),
                    )
                )
        return _result_of(podium, case, podium.order or ())


class Playoff(Procedure[OppositionResult], id="exil.opposition.departage"):
    """New rolls of the tied participants until one is best (EXIL-OPP-10).

    `places`: their places in the opposition. `case`: of its last complete round. `behind`: the
    ranking of all others.
    """

    levels: tuple[int, ...]
    places: tuple[int, ...]
    case: Case
    behind: Order

    async def rule(self) -> OppositionResult:
        podium = await compare(self.levels, self.places, False, True)
        order = tuple(self._there(group) for group in podium.order or ())
        assert podium.best is not None
        best = self._there(podium.best)
        if len(best) == 1:
            return _result_of(podium._replace(best=best), self.case, order + self.behind)
        note("EXIL-OPP-10", "{who:^} sont à égalité et relancent.", who=_seats(best))
        return await become(
            Playoff(
                levels=tuple(self.levels[place] for place in podium.best),
                places=best,
                case=self.case,
                behind=order[1:] + self.behind,
            )
        )

    def _there(self, group: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.places[place] for place in group)


def compare(
    levels: tuple[int, ...], places: tuple[int, ...], reaching: bool, best: bool
) -> Ask[Podium]:
    """Return the question of a round: a d12 under each level, read as far as the rule needs it."""
    read = (reaching, best, wanted("domination"), wanted("classement"))
    return _round(levels, places, least_margin(), read)


@lru_cache(maxsize=8192)
def _round(
    levels: tuple[int, ...],
    places: tuple[int, ...],
    floor: int,
    read: tuple[bool, bool, bool, bool],
) -> Ask[Podium]:
    """Return the question of a round. Cached: the exact law asks it many times."""
    throws = tuple(Throw(D12, "talent", _SEATS[place]) for place in places)
    return rolls(throws, Ranking(levels, floor, *read))


def _result_of(podium: Podium, case: Case, order: Order) -> OppositionResult:
    """Return the result of the last round."""
    if podium.best and podium.order:
        note(
            "EXIL-OPP-06 EXIL-OPP-08 EXIL-OPP-09",
            "{who:^} l’emporte, domination {lead}."
            if len(podium.best) == 1
            else "{who:^} sont à égalité en tête.",
            who=_seats(podium.best),
            lead=podium.lead,
        )
    return OppositionResult(
        case=case,
        gagnants=UNWANTED if podium.best is None else podium.best,
        domination=UNWANTED if podium.lead is None else podium.lead,
        classement=order if wanted("classement") else UNWANTED,
    )


@lru_cache(maxsize=256)
def _levels(protagonistes: tuple[Participant, ...]) -> tuple[int, ...]:
    """Return the levels of the participants. Cached like `_round`."""
    return tuple(each.level for each in protagonistes)


_SEATS = tuple(f"p{number}" for number in range(1, 13))
_EVERYBODY = tuple(range(12))


def _note_levels(levels: tuple[int, ...]) -> None:
    """Note the levels of all; where Talents are hidden, each to its own seat (R-89)."""
    clauses = "EXIL-OPP-03 EXIL-OPP-04 EXIL-OPP-05"
    if not talents_hidden():
        note(clauses, "Niveaux des protagonistes, dans l’ordre : {levels}.", levels=levels)
        return
    for seat, level in zip(_SEATS, levels, strict=False):
        note(clauses, "Niveau de {who} : {level}.", to=seat, who=seat, level=level)


def _seats(places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(_SEATS[place] for place in places)


def _place(seat: str) -> int:
    return _SEATS.index(seat) if seat in _SEATS else -1
