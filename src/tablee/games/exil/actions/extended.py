"""Actions étendues (EXT) and coopération (COO)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D12, Throw
from tablee.dice.reads import Fold
from tablee.games.exil.actions.opposition import Participant, check_able
from tablee.games.exil.actions.simple import (
    SUCCESS,
    completes,
    degree_of,
    note_needed_face,
    succeeds,
)
from tablee.games.exil.fields import Degree, Difficulty, External, MinimalMargin, Talent
from tablee.games.exil.landmarks import WORK_SEEN
from tablee.games.exil.out_of_action import OutOfAction, check_acts
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import effect, note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Record, Result, replace
from tablee.rules.questions import ASK, become, call, decide, roll, rolls
from tablee.rules.refusal import refuse

Participants = Annotated[
    tuple[Participant, ...],
    Meta(min_length=2, max_length=12, description="ceux qui unissent leurs efforts"),
]
Mode = Annotated[
    Literal["marges", "duree"] | ASK,
    Meta(description="additionner les marges ou partager la durée"),
]
"""The leader decides (EXIL-COO-01)."""
MODES: OneOf[Literal["marges", "duree"]] = OneOf(("marges", "duree"))


class CooperationResult(Result):
    """The outcome of a common action. `margin`: negative for a failure. `duree`: in the unit of the
    parameter."""

    success: bool
    margin: int
    degree: Degree
    complete: bool
    duree: Fraction


class Cooperation(Procedure[CooperationResult], id="exil.cooperation"):
    """One action of several characters (EXIL-COO-01..03).

    `marges`: all roll and their margins add up. `duree`: one rolls and the time is divided.
    """

    participants: Participants
    mode: Mode = "marges"
    meneur: Annotated[
        Annotated[int, Meta(ge=0, le=11)] | ASK | None,
        Meta(description="qui lance le dé quand on partage la durée, à partir de 0"),
    ] = None
    minimal_margin: MinimalMargin = 0
    duree: Annotated[Fraction, Meta(gt=0, description="durée de l’action pour une personne")] = (
        Fraction(1)
    )

    seats = {"p#": "participants", "acteur": "participants"}
    utilities = SUCCESS

    def sides(self) -> dict[str, str]:
        return {"acteur": "acteur"}

    def check(self) -> None:
        check_able(self.participants, "participants")
        last = len(self.participants) - 1
        if isinstance(self.meneur, int) and self.meneur > last:
            raise refuse("meneur", self.meneur, "un entier de 0 à {last}", last=last)

    async def rule(self) -> CooperationResult:
        mode = await decide(self.mode, "mode", MODES, who="gm", default="marges")
        if mode == "marges":
            margin, duree = await self._margins(), self.duree
        else:
            margin, duree = await self._alone(), self.duree / len(self.participants)
        success, degree = succeeds(margin), degree_of(margin)
        note(
            "EXIL-ACT-06",
            "{degree:^}, marge de réussite {size}."
            if success
            else "{degree:^}, marge d’échec {size}.",
            size=abs(margin),
            degree=degree,
        )
        complete = completes(margin, self.minimal_margin)
        return CooperationResult(
            success=success, margin=margin, degree=degree, complete=complete, duree=duree
        )

    async def _margins(self) -> int:
        levels = tuple(each.level for each in self.participants)
        throws = tuple(Throw(D12, "talent", f"p{place}") for place in range(1, len(levels) + 1))
        faces = await rolls(throws, _SUM)
        note(
            "EXIL-COO-03",
            "Niveaux {levels}, {level} en tout ; dés, {faces} en tout : les marges s’additionnent.",
            levels=levels,
            level=sum(levels),
            faces=faces,
        )
        return sum(levels) - faces

    async def _alone(self) -> int:
        levels = [each.level for each in self.participants]
        best = levels.index(max(levels))
        form = NumberFrom(0, len(levels) - 1)
        leader = await decide(
            best if self.meneur is None else self.meneur,
            "meneur",
            form,
            who="acteur",
            facts={"levels": tuple(levels)},
            default=best,
        )
        face = await roll(D12, "talent", who=f"p{leader + 1}")
        note(
            "EXIL-COO-02",
            "{who:^} lance le dé pour tous : {face} pour un niveau de {level} ; la durée est divisée par {count}.",
            who=f"p{leader + 1}",
            face=face,
            level=levels[leader],
            count=len(levels),
        )
        return levels[leader] - face


def _add(total: int, _: int, face: int) -> int:
    return total + face


def _same(total: int) -> int:
    return total


_SUM: Fold[int, int] = Fold(0, _add, _same)


TaskModifiers = Annotated[
    External,
    on_sheet(
        "malus",
        "modificateurs",
        partial=True,
        by=("talent", "malus_par_talent"),
        unless="participants",
    ),
]
"""The other modifiers of the one who works alone; participants have their own (EXIL-PRO-04,
EXIL-SAN-07)."""


class Task(Record):
    """A task: Points de Tâche to reach with a Talent, or by `participants` who add their margins."""

    talent: Talent | None = None
    difficulty: Difficulty = 0
    external: TaskModifiers = 0
    points: Annotated[int, Meta(ge=1, le=200, description="Points de Tâche à réunir"), WORK_SEEN]
    """The leader decides, and also how long a period lasts (EXIL-EXT-01)."""
    cumul: Annotated[int, Meta(ge=-200, le=199, description="travail déjà accompli")] = 0
    """More than 0 for work that was interrupted (EXIL-EXT-04)."""
    participants: Participants | None = None
    hors: OutOfAction = "debout"

    @property
    def level(self) -> int:
        return (self.talent or 0) + self.difficulty + self.external


class ExtendedResult(Result):
    """The end of an action étendue. `periodes`: periods begun."""

    outcome: Literal["acheve", "abandon", "inacheve"]
    periodes: int


class Extended(Procedure[ExtendedResult], id="exil.extended"):
    """A long action, whose margins add up period by period (EXIL-EXT-01..07).

    `participants` do all of it together: their margins add up, or the best of them rolls and each
    period is divided by their number (EXIL-COO-01..03).
    """

    taches: Annotated[
        tuple[Task, ...],
        Meta(min_length=1, max_length=6, description="tâches à accomplir"),
    ]
    """One task for each Talent that the work needs (EXIL-EXT-05)."""
    participants: Annotated[
        tuple[Participant, ...],
        Meta(
            max_length=12,
            description="ceux qui unissent leurs efforts à tout l’ouvrage, aucun pour qui travaille "
            "seul",
        ),
    ] = ()
    mode: Mode = "marges"
    abandon: Annotated[
        Annotated[int, Meta(ge=-200, le=-1)] | None,
        Meta(description="cumul négatif qui fait abandonner"),
    ] = None
    """EXIL-EXT-06."""
    max_periodes: Annotated[
        int, Meta(ge=1, le=200, description="périodes disponibles avant d’être interrompu")
    ] = 24
    duree: Annotated[
        Annotated[Fraction, Meta(gt=0)] | None,
        Meta(description="heures d’une période, null si le temps ne se compte pas"),
    ] = None
    """The leader decides how long a period lasts (EXIL-EXT-01)."""
    suite: Annotated[
        Literal["ordre"] | ASK,
        Meta(description="tâche de chaque période : dans l’ordre ou au choix"),
    ] = "ordre"

    seats = {"acteur": "", "p#": "participants"}
    endings = ("outcome",)
    utilities = {
        "acheve": lambda _, result, seat: int(result.outcome == "acheve"),
        "rapidite": lambda _, result, seat: -result.periodes,
    }
    goals = {"": "acheve"}

    def sides(self) -> dict[str, str]:
        return {"acteur": "acteur"}

    def check(self) -> None:
        check_able(self.participants, "participants")
        if len(self.participants) == 1:
            raise refuse("participants", 1, "aucun, ou deux au moins")
        for place, task in enumerate(self.taches):
            path = f"taches[{place}]"
            check_acts(task.hors, f"{path}.hors")
            check_able(task.participants or (), f"{path}.participants")
            if task.cumul >= task.points:
                raise refuse(
                    f"{path}.cumul",
                    task.cumul,
                    "moins de {points:point|points}",
                    points=task.points,
                )
            ways = (task.talent, task.participants, self.participants or None)
            if sum(each is not None for each in ways) != 1:
                allowed = (
                    "un Talent ou bien des participants, ceux de la tâche ou ceux de tout l’ouvrage"
                )
                raise refuse(f"{path}.talent", task.talent, allowed)
            for name in ("difficulty", "external"):
                if task.talent is None and getattr(task, name):
                    raise refuse(
                        f"{path}.{name}",
                        getattr(task, name),
                        "rien : chaque participant a les siens",
                    )

    async def rule(self) -> ExtendedResult:
        project = self
        if self.participants:
            mode = await decide(self.mode, "mode", MODES, who="gm", default="marges")
            project = replace(self, mode=mode)
            if mode == "duree":
                note(
                    "EXIL-COO-02",
                    "Ensemble, chaque période ne prend que sa part du temps : divisée par {count}.",
                    count=len(self.participants),
                )
        return await become(
            Work(
                project=project,
                cumuls=tuple(task.cumul for task in self.taches),
                pertes=(0,) * len(self.taches),
            )
        )


class Work(Procedure[ExtendedResult], id="exil.extended.periode"):
    """An action étendue before one of its rolls (EXIL-EXT-02..07).

    `cumuls`: work done, at most the points. `pertes`: sums of failures, 0 where no abandon depends
    on them. `periodes`: begun. `place`: the first task without a roll in this period.
    """

    project: Extended
    cumuls: tuple[int, ...]
    pertes: tuple[int, ...]
    periodes: int = 0
    place: int | None = None

    async def rule(self) -> ExtendedResult:
        project = self.project
        together = rulings(ExilRulings).extended_rolls == "all_per_period"
        left = [i for i, task in enumerate(project.taches) if self.cumuls[i] < task.points]
        later = [i for i in left if self.place is not None and i >= self.place]
        if later:
            periodes, chosen = self.periodes, later[0]
        elif not left:
            note("EXIL-EXT-03", "Tous les Points de Tâche sont réunis.")
            return ExtendedResult(outcome="acheve", periodes=self.periodes)
        elif self.periodes == project.max_periodes:
            note("EXIL-EXT-04", "Interrompue, l’action n’est pas achevée.")
            effect("cumul", self.cumuls)
            return ExtendedResult(outcome="inacheve", periodes=self.periodes)
        else:
            periodes = self.periodes + 1
            chosen = left[0] if together else await self._choice(left)
        self._note_level(chosen)
        margin = await _margin(project, chosen)
        cumul, perte = self._after(chosen, margin)
        points = project.taches[chosen].points
        ignored = rulings(ExilRulings).extended_failures == "ignore"
        note(
            "EXIL-EXT-02 EXIL-EXT-07",
            "Période {period}, tâche {task} : marge {margin:+}, cumul {cumul} sur {points}.",
            period=periodes,
            task=chosen + 1,
            margin=margin,
            cumul=cumul,
            points=points,
        )
        if project.abandon is not None and (perte if ignored else cumul) <= project.abandon:
            note("EXIL-EXT-06", "Le seuil de {n} est atteint : abandon.", n=project.abandon)
            return ExtendedResult(outcome="abandon", periodes=periodes)
        return await become(
            Work(
                project=project,
                cumuls=_with(self.cumuls, chosen, min(cumul, points)),
                pertes=_with(self.pertes, chosen, perte if cumul < points else 0),
                periodes=periodes,
                place=chosen + 1 if together else None,
            )
        )

    def _note_level(self, chosen: int) -> None:
        """Add the level of the Talent test and the finished work to the trace (EXIL-EXT-01..02,
        EXIL-ACT-03). A task with participants has notes of its own. `chosen`: index of the task
        from 0."""
        task = self.project.taches[chosen]
        if task.talent is None:
            return
        note(
            "EXIL-EXT-01 EXIL-EXT-02 EXIL-ACT-03",
            "Tâche {task}, {cumul} sur {points}. Talent {talent}{difficulty:|, difficulté}"
            "{external:|, autres modificateurs} : niveau {level}.",
            task=chosen + 1,
            cumul=self.cumuls[chosen],
            points=task.points,
            talent=task.talent,
            difficulty=task.difficulty,
            external=task.external,
            level=task.level,
        )
        note_needed_face(task.level)

    async def _choice(self, left: list[int]) -> int:
        if self.project.suite == "ordre":
            return left[0]
        form: OneOf[int] = OneOf(tuple(left))
        facts = {"cumul": self.cumuls}
        return await decide("ask", "suite", form, who="acteur", facts=facts, default=left[0])

    def _after(self, chosen: int, margin: int) -> tuple[int, int]:
        """Return (cumul, perte) of a task after a roll; perte is 0 where nothing depends on it."""
        if rulings(ExilRulings).extended_failures == "subtract":
            return self.cumuls[chosen] + margin, 0
        lost = min(0, margin) if self.project.abandon is not None else 0
        return self.cumuls[chosen] + max(0, margin), self.pertes[chosen] + lost


async def _margin(project: Extended, place: int) -> int:
    """Return the margin of one period of a task (EXIL-EXT-02, EXIL-EXT-05, EXIL-COO-02, -03)."""
    task = project.taches[place]
    if task.talent is not None:
        return task.level - await roll(D12, "talent", who="acteur")
    joint, path = Cooperation(participants=project.participants, mode=project.mode), "participants"
    if task.participants is not None:
        joint, path = Cooperation(participants=task.participants), f"taches[{place}].participants"
    return (await call(joint, by=("margin",), paths={"participants": path})).margin


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
