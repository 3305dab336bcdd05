"""The chances of a throw, or the worth of the answers to a choice, as a pane of a seat's page.

Worker processes compute it, from the part of the run that the seat may know. This module may
import jobs, panes and `seat_chances`; it must not know the state of a table otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath
from msgspec.structs import replace

from tablee.faces.messages import bound_text
from tablee.faces.seat_chances import Weighed, run_and_seats, weighed
from tablee.faces.web.page_input import Asking, one, pairs_of
from tablee.faces.web.panes.advice_pane import AdvicePane, advice_pane
from tablee.faces.web.panes.law_pane import LawView, NoLaw, law_pane
from tablee.faces.web.table.act_forms import read_request
from tablee.faces.web.table.seat_links import visiting
from tablee.faces.workers.job import Job
from tablee.faces.workers.jobs import Jobs, exploration_options
from tablee.faces.workers.tasks import Options
from tablee.rules.contract_json import RunJson
from tablee.rules.readings.budget import EXCHANGE_STEPS, FIRST_STEPS
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.texts.name_labels import of_name
from tablee.rules.texts.words import Words
from tablee.table.acts.request_run import RequestRun
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.views.visibility import Visibility

PATIENCE = 1.5
"""Seconds that a request waits for its pane; then the page asks again."""
AT_ONCE = 0.2
"""Seconds that a request waits when part of its pane is ready."""
LITTLE = 0.02
"""Seconds that a request waits for a whole fight when the chances of the round are ready."""
MAX_REQUESTED = 6
"""Maximum number of characters whose chances the request form shows."""
_INDEX = re.compile(r"[0-9]{1,4}")


class ChancePane(msgspec.Struct, frozen=True, kw_only=True):
    """A pane. `value`: the law or the advice, when the state is `done`; `name`: the field
    whose answers it weighs; `who`: the character who answers, where several do; `throw`: the law of
    the rule under way, where the whole run has another; `exchange`: the advice for the exchange
    under way, where the whole fight has none yet; `bound`: the interval of the advice for the whole
    fight that is being computed, as a text."""

    piece: Literal["law", "advice", "none"]
    state: str
    value: LawView | NoLaw | AdvicePane | None = None
    name: str = ""
    who: str = ""
    throw: LawView | NoLaw | None = None
    exchange: AdvicePane | None = None
    bound: str = ""


@get("/t/{table:str}/{seat:str}/chances/{run:str}")
async def chances(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str], run: FromPath[str]
) -> Response[Any]:
    """Return the law of a pending throw, or the worth of each answer to a pending choice."""
    visit = await visiting(request, table, seat, "chances")
    room, words, pairs = visit.room, visit.words, pairs_of(request)
    choice, utility = one(pairs, "choix"), one(pairs, "pour")
    known = weighed(room, seat, run, words, int(choice) if _INDEX.fullmatch(choice) else None)
    if known is None:
        return Response(None, status_code=204)  # the run has gone on since the page asked
    options = {"lang": words.lang, "names": _names(room, seat, run, known)}
    pane = await _Weighing(state.jobs, known, utility, options, words).pane()
    if visit.leads and _idle(pane):
        pane = replace(pane, piece="none")
    return visit.page(
        "table/chances.html" if request.headers.get("hx-request") else "table/weighed.html",
        pane=pane,
        address=f"{request.url.path}?place={known.place}{_choice(known)}",
        utility=utility,
    )


def _choice(known: Weighed) -> str:
    """Return the query part that names one of several simultaneous choices."""
    index = known.asked and known.asked.index
    return "" if index is None else f"&choix={index}"


@get("/t/{table:str}/{seat:str}/demander/chances")
async def request_chances(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str]
) -> Response[str]:
    """Return the chances of the run that the leader's form would request, for the leader alone."""
    visit = await visiting(request, table, seat, "chances")
    if not visit.leads:
        raise PermissionDeniedException()
    pairs = pairs_of(request)
    message = await _describe_chances(state.jobs, visit.room, pairs, visit.words)
    return visit.page("table/request_chance.html", message=message)


async def _describe_chances(
    jobs: Jobs, room: Room, pairs: Mapping[str, list[str]], words: Words
) -> str | None:
    """Return the chance of each requested character, with names where they are several; None while
    one is being computed."""
    try:
        draft = read_request(room.state, game_of(room.state), pairs)
    except Refusal:
        return ""
    alone = len(draft.to) < 2
    parts = []
    for each in (
        [draft] if alone else [replace(draft, to=[who]) for who in draft.to[:MAX_REQUESTED]]
    ):
        job = _start_law(jobs, room, each, words)
        if job is None:
            continue
        await job.wait(PATIENCE)
        if job.state in ("waiting", "running"):
            return None
        found = job.result.chance if job.state == "done" else None
        if found and alone:
            what = _subject(found.what, words)
            parts.append(
                words.phrase("{chance:=} de chances {what:=}", chance=found.percent, what=what)
            )
        elif found:
            parts.append(f"{room.state.sheet(each.to[0])['nom']} {found.percent}")
    chance = " · ".join(parts)
    return words.phrase("{chance:=}, visible de vous seulement", chance=chance) if parts else ""


def _subject(what: str, words: Words) -> str:
    """Return the subject of a chance after its number: « 75 % de rester de marbre »."""
    what = what or words.text("réussir")
    return of_name(what) if words.lang == "fr" else what


def _start_law(jobs: Jobs, room: Room, draft: RequestRun, words: Words) -> Job | None:
    """Start the law of a draft for its first character; return None where no throw comes first."""
    try:
        found = run_and_seats(room, draft)
    except Refusal:
        return None
    if found is None:
        return None
    run, seats = found
    names = {seat: str(room.state.sheet(who)["nom"]) for seat, who in seats.items() if who}
    options = {"lang": words.lang, "names": names, "usual": True, "thrower": True}
    return jobs.start(law_pane, run, options)


def _names(room: Room, seat: str, run: str, known: Weighed) -> dict[str, str]:
    """Return id, or seat of the rule -> name, for the characters in the run that the seat knows."""
    text = msgspec.json.encode([known.run, known.exchange]).decode()
    among = Visibility(room.state, seat).characters()
    found = {name: name for name in among if f'"{name}"' in text}
    found |= {name: who for name, who in room.state.runs[run].cast.items() if who in among}
    return {name: str(room.state.sheet(who)["nom"]) for name, who in found.items()}


def _idle(pane: ChancePane) -> bool:
    """Return whether no answer is worth anything. The leader settles such choices for others, and
    « impossible » beside them would be wrong."""
    if not isinstance(pane.value, AdvicePane) or pane.value.state != "advice":
        return False
    return all(each.value == "0" for each in pane.value.options)


class _Weighing(NamedTuple):
    """The computations of a pane. `utility`: the one asked for, or ""; `options`: of every job;
    `words`: those of the reader."""

    jobs: Jobs
    known: Weighed
    utility: str
    options: Options
    words: Words

    async def pane(self) -> ChancePane:
        """Return the pane of a throw or a choice."""
        if self.known.asked is None:
            return await self._law()
        index = self.known.asked.index
        name = "choose" if index is None else f"choose.{index}"
        if self.known.exchange is not None:
            pane = await self._exchanged(self.known.exchange)
        else:
            job = await (self._fought(PATIENCE) if self.known.fight else self._advised())
            if job is None:
                return ChancePane(piece="none", state="done")
            bound = self._bound(job)
            pane = ChancePane(piece="advice", state=job.state, value=job.result, bound=bound)
        return replace(pane, name=name, who=self.known.who)

    async def _law(self) -> ChancePane:
        """Return the pane of the innermost rule under way that may succeed or fail, then of the
        whole run, which may take long."""
        assert self.known.run is not None
        options, throw = {**self.options, "usual": True, "thrower": True}, None
        for run in self.known.within:
            job = self.jobs.start(law_pane, run, options)
            await job.wait(PATIENCE)
            if job.state in ("waiting", "running"):
                return ChancePane(piece="law", state=job.state)
            if job.state == "done" and job.result.chance:
                throw = job.result
                break
        whole = self.jobs.start(law_pane, self.known.run, options)
        await whole.wait(AT_ONCE if throw else PATIENCE)
        if whole.state == "done" and throw and whole.result.chance == throw.chance:
            throw = None
        return ChancePane(piece="law", state=whole.state, value=whole.result, throw=throw)

    async def _exchanged(self, exchange: RunJson) -> ChancePane:
        """Return the pane of the whole fight where that can be computed, else of the exchange under
        way."""
        kept = self.known.fight and self._is_kept()
        part = None if kept else await self._part(exchange)
        whole = await self._whole(PATIENCE if kept else LITTLE)
        if whole is not None and whole.state == "done" and _is_advice(whole):
            return ChancePane(piece="advice", state="done", value=whole.result)
        part = part or await self._part(exchange)
        if part.state != "done":
            return ChancePane(piece="advice", state=part.state)
        going_on = whole is not None and whole.state in ("waiting", "running")
        state = whole.state if whole and going_on else "done"
        bound = self._bound(whole) if whole and going_on else ""
        return ChancePane(piece="advice", state=state, exchange=part.result, bound=bound)

    def _bound(self, job: Job) -> str:
        """Return the interval of a job, "" where there is none."""
        bound = job.progress.bound
        if bound is None or job.finished:
            return ""
        run, options = msgspec.json.decode(job.asked)
        return bound_text(self.words, bound, find_procedure(run["procedure"]), options.get("for"))

    async def _part(self, exchange: RunJson) -> Job:
        """Return the advice for the exchange alone, by the first utility that prefers an answer,
        else by the first utility."""
        worth = self.known.worth
        more = {**self.options, "as": self.known.seat, "exchange": list(worth)}
        found: list[Job] = []
        for name in [self.utility] if self.utility in worth else worth:
            job = self.jobs.start(advice_pane, exchange, {**more, "for": name})
            found.append(job)
            await job.wait(PATIENCE)
            if job.state != "done" or job.result.state != "even":
                return job
        return found[0]

    async def _whole(self, patience: float) -> Job | None:
        """Return the advice for the whole run, None where the seat does not know it."""
        if self.known.run is None:
            return None
        return await (self._fought(patience) if self.known.fight else self._advised(patience))

    def _exploration(self, name: str) -> Options:
        """Return the options of the exploration of the whole fight for a utility."""
        return exploration_options(name, self.known.seat)

    def _utilities(self, run: RunJson) -> list[str]:
        """Return the utility that was asked for, where the procedure of a run has it, else all."""
        utilities = list(find_procedure(run["procedure"]).utilities)
        return [self.utility] if self.utility in utilities else utilities

    def _is_kept(self) -> bool:
        """Return whether the whole fight is explored, so that advice for it is quick."""
        run = self.known.run
        return run is not None and any(
            self.jobs.has_explored(run, self._exploration(name)) for name in self._utilities(run)
        )

    async def _fought(self, patience: float) -> Job | None:
        """Return the advice for a fight: by walking it where it is short, else from its exploration,
        else for a rule under way in it. While the exploration goes on, its job is returned.
        """
        run = self.known.run
        assert run is not None
        names = self._utilities(run)
        if not self._is_kept():
            walked = await self._by_utilities(run, names, patience, {"soon": FIRST_STEPS})
            if walked is None or walked.state != "done" or _is_advice(walked):
                return walked
        found: list[Job] = []
        for name in names:
            job = await self._from_exploration(run, name, patience)
            if job.state == "refused" and not found:
                return await self._advised(patience, {"soon": EXCHANGE_STEPS})
            if job.state != "done" or not _is_advice(job):
                return found[0] if found else job
            found.append(job)
            if _differ(job) and job.result.chance:
                return job
        return next(filter(_differ, found), found[0])

    async def _from_exploration(self, run: RunJson, name: str, patience: float) -> Job:
        """Return the advice by a utility, or the exploration while it goes on."""
        explored = self.jobs.explore(run, self._exploration(name))
        await explored.wait(patience)
        if explored.state != "done":
            return explored
        job = self.jobs.of_fight(advice_pane, run, {**self.options, **self._exploration(name)})
        await job.wait(PATIENCE)
        return job

    async def _advised(self, patience: float = PATIENCE, more: Options | None = None) -> Job | None:
        """Return the advice for the whole run where its answers differ in worth, else for a rule
        under way in it, else for the whole run."""
        known, first = self.known, None
        assert known.run is not None
        for run in [known.run] if known.seat else [known.run, *known.within]:
            utilities = self._utilities(run)
            job = await self._by_utilities(run, utilities, patience, more or {})
            asked = utilities == [self.utility]
            if job is not None and (job.state != "done" or _differ(job) or asked):
                return job
            first = first or job
        return first

    async def _by_utilities(
        self, run: RunJson, names: Sequence[str], patience: float, more: Options
    ) -> Job | None:
        """Return the advice by the first utility by which the answers differ in chances (where the
        procedure declares goals, in the chance of one of these), else by the first by which they
        differ at all, else by the first."""
        options, goals = {**self.options, **more}, find_procedure(run["procedure"]).goals.values()
        options |= {"as": self.known.seat} if self.known.seat else {}
        found: list[Job] = []
        for name in names:
            job = self.jobs.start(advice_pane, run, {**options, "for": name})
            found.append(job)
            await job.wait(patience)
            if job.state != "done" or job.result.state != "advice":
                return job
            if _differ(job) and job.result.chance and (not goals or name in goals):
                return job
        return next(filter(_differ, found), found[0] if found else None)


def _is_advice(job: Job) -> bool:
    return isinstance(job.result, AdvicePane) and job.result.state == "advice"


def _differ(job: Job) -> bool:
    """Return whether an answer is worth more than another one."""
    advice: AdvicePane = job.result
    differ = advice.at_once or len({each.value for each in advice.options}) > 1
    return advice.state == "advice" and differ


ROUTES = [chances, request_chances]
