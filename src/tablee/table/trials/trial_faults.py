"""What goes wrong when a game is played at a table: acts and consequences that are refused, and
secrets that a view gives away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.authoring.source_lines import each_once
from tablee.rules.campaign.record import apply_event
from tablee.rules.checkup.secrets import betrayed, difference, worlds_of
from tablee.rules.checkup.small_params import ENDS, End, small_value
from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.readings.explain import explain
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.rule_watch import is_endless
from tablee.rules.run_json import result_view
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words
from tablee.table.acts.request_run import RequestRun
from tablee.table.casting import places_of
from tablee.table.log.state_parts import Consequence
from tablee.table.trials.record_calls import record_faults
from tablee.table.trials.trial_table import LEADER, LONGEST, PLAYERS, TrialDice, TrialTable
from tablee.table.views.visibility import Visibility

SEEDS = range(6)


def trial_faults(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield a refusal, with its line, for each thing that goes wrong at a table."""
    seen: set[str] = set()
    try:
        table = TrialTable(game)
    except Refusal:
        return  # a sheet of small values that the game refuses: nobody can be put there
    yield from each_once(record_faults(game, table.state.record), file, seen)
    for kind in game.procedures:
        if issubclass(kind, Ledger):
            continue
        yield from each_once(_faults_of(game, kind), file, seen)


def _faults_of(game: Game, kind: type[Procedure[Any]]) -> Iterator[Refusal]:
    for seed, end in [(seed, end) for end in ENDS for seed in SEEDS]:
        for found in _played(TrialTable(game), TrialTable(game), kind, end, seed):
            yield found
            if is_endless(found):
                return  # the other runs would take as long


def _played(
    table: TrialTable, twin: TrialTable, kind: type[Procedure[Any]], end: End, seed: int
) -> Iterator[Refusal]:
    act = _request(table, kind, end)
    if act is None:
        return
    try:
        table.act(LEADER, act)
    except Refusal as refusal:
        if is_endless(refusal) or ".py:" in refusal.field:
            yield refusal
        return  # the leader would choose other values
    except Exception as error:
        yield _raised(error)
        return
    run = next(reversed(table.state.runs))
    try:
        yield from _alike(table, twin, kind, act, run, seed)
        table.finish(run, random.Random(seed), TrialDice(seed))
    except Refusal as refusal:
        yield _refused(kind, refusal)
    except Exception as error:
        yield _raised(error)
    yield from _refused_consequences(table, kind, run)
    yield from record_faults(table.game, table.state.record)


def _raised(error: Exception) -> Refusal:
    """Return the refusal of an error that a rule raised. Raises any other error again."""
    found = describe_rule_error(error)
    if found is None:
        raise error
    return found


def _refused(kind: type[Any], refusal: Refusal) -> Refusal:
    """Return the refusal of an act at the table, with its line or that of the rule."""
    if ".py:" in refusal.field:
        return refusal
    allowed = "un jet qui se joue à la table ; ici : {field:=}, {why:allowed}"
    return unsound((kind.__name__, "rule"), None, allowed, field=refusal.field, why=refusal)


def _refused_consequences(table: TrialTable, kind: type[Any], run: str) -> Iterator[Refusal]:
    for consequence in table.state.consequences_of(run):
        why = consequence.refusal
        if why is not None:
            allowed = "une conséquence de {procedure:=} que la campagne admet ; ici : {why:allowed}"
            refusal = _why(table, consequence) or Refusal(
                "param", "", None, why.text, **why.numbers
            )
            refusal.game = table.game
            found: dict[str, Any] = {"procedure": kind.id, "why": refusal}
            if refusal.field:
                allowed = (
                    "une conséquence de {procedure:=} que la campagne admet ; ici, {field:=} : "
                    "{why:allowed}"
                )
                found["field"] = refusal.field.removeprefix("etat.").rpartition("champs.")[2]
            yield unsound(_place(table, kind, run, consequence), refusal.got, allowed, **found)


def _why(table: TrialTable, consequence: Consequence) -> Refusal | None:
    """Return the refusal of a consequence: a log keeps its French text only."""
    try:
        apply_event(table.game, table.state.rulings, table.state.record, consequence.event)
    except Refusal as refusal:
        return refusal
    return None


def _place(
    table: TrialTable, kind: type[Any], run: str, consequence: Consequence
) -> tuple[str, ...]:
    """Return the function that gave the consequences of a run, where it is the only one; of a clock
    the effect that moves it."""
    record, session = table.game.campaign_record, table.session(run)
    clocks = [each.name for each in table.game.clocks]
    moved = consequence.event.get("evenement", {}).get("horloge")
    if moved in clocks:
        return (f'effect("{moved}"',)
    functions = [getattr(record, "results", {}).get(kind.id)]
    if functions == [None]:
        known, effects = getattr(record, "effects", {}), session.effects if session else []
        functions = [known[name] for name, _ in effects if name in known and name not in clocks]
    names = {getattr(each, "__name__", "") for each in functions}
    name = names.pop() if len(names) == 1 else ""
    return (name,) if name.isidentifier() else ("Game", "campaign_record")


def _request(table: TrialTable, kind: type[Procedure[Any]], end: End) -> RequestRun | None:
    """Return a request with characters in all places and small values for the rest, or None."""
    names = list(table.state.sheets)
    cast: dict[str, Any] = {}
    for number, place in enumerate(places_of(kind)):
        if place.most == 1 and names:
            cast[place.name] = names[number % len(names)]
        elif place.most != 1 and len(names) >= place.least:
            cast[place.name] = names[: max(1, place.least)]
    params = {}
    for name, field in fields_of(kind).items():
        if field.required and field.source is None and name not in cast:
            try:
                params[name] = small_value(field.shape, end)
            except LookupError:
                return None
    to = (cast.pop(""),) if "" in cast else ()
    return RequestRun(procedure=kind.id, params=params, cast=cast, to=to)


# ── two secrets ────────────────────────────────────────────────────────────────────────────────
def _alike(
    table: TrialTable,
    twin: TrialTable,
    kind: type[Procedure[Any]],
    act: RequestRun,
    run: str,
    seed: int,
) -> Iterator[Refusal]:
    """Play the run of `table` with another secret at `twin`, with the same answers; yield the secret
    that the view of a player gives away, though the rule itself shows both alike."""
    session = table.session(run)
    hidden = sorted(_hidden(table, run))
    worlds = worlds_of(session.question, hidden[seed % len(hidden)]) if session and hidden else []
    if len(worlds) < 2:
        return
    name = hidden[seed % len(hidden)]
    other = worlds[-1].given[name]
    try:
        twin.act(LEADER, msgspec.structs.replace(act, params={**act.params, name: other}))
    except Refusal:
        return
    rng, dice = random.Random(seed), TrialDice(seed)
    for _ in range(LONGEST):
        for seat in PLAYERS:
            one, two = (_seen(each, seat) for each in (table, twin))
            hides = name in Visibility(table.state, seat).hidden_params(table.state.runs[run])
            if hides and one != two and _shown(table, seat, run) == _shown(twin, seat, run):
                yield betrayed(kind, name, seat, *difference(one, two))
                return
        if table.state.runs[run].status != "open" or twin.state.runs[run].status != "open":
            return
        who, answer = table.next_answer(table.state.runs[run], rng, dice)
        table.act(who, answer)
        try:
            twin.act(who, answer)
        except Refusal:
            return


def _hidden(table: TrialTable, run: str) -> frozenset[str]:
    """Return the parameters of a run that some player may not see."""
    seats = (Visibility(table.state, seat) for seat in PLAYERS)
    return frozenset().union(*(each.hidden_params(table.state.runs[run]) for each in seats))


def _seen(table: TrialTable, seat: str) -> Any:
    return msgspec.to_builtins(table.view(seat))


def _shown(table: TrialTable, seat: str, run: str) -> Any:
    """Return what the rule shows of a run to the seats of the rule that a player answers for."""
    kept = table.state.runs[run]
    session, words = table.session(run), Words(table.game)
    if session is None:
        return None
    roles = Visibility(table.state, seat).roles(kept)
    texts = [[step.view() for step in explain(session, words, role)] for role in roles]
    return texts, [result_view(session, role) if session.done else None for role in roles]
