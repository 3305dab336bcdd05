"""Tables in memory with the ready-made characters of a game around them, and what is played there."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.faces.sheet_files import load_sheet, ready_made
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Together
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Field, fields_of
from tablee.rules.sheet import Sheet, characters_of, sheet_view
from tablee.rules.sheets.sheet_params import roles_of
from tablee.table.acts.act_registry import decide
from tablee.table.casting import places_of
from tablee.table.log import events as ev
from tablee.table.log.fold import apply, folded
from tablee.table.log.scene_dice import commitment_of, secret_commitment_of
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.record_changes import initial_record
from tablee.table.replay import Replays, waits_of
from tablee.table.views.table_view import view
from tablee.table.views.view_types import ChoiceAsk, RunView
from tablee.table.views.whole_view_types import TableView
from tests.kit import acts
from tests.kit.runs import any_answer, any_value, grid

__all__ = [
    "GAMES",
    "LEADER",
    "SEATS",
    "Table",
    "characters",
    "choices",
    "plain",
    "playable",
    "requested",
    "set_up",
]

GAMES = ("exil", "loss", "armes_dieux", "eclats", "socle")
LEADER = "meneur"
SEATS = (LEADER, "j1", "j2", "j3")
TABLE = "quai42abcd"
EVENING = 1_750_000_000_000


class Table:
    """A table and its log. `wrong`: the refusal of the last act, None when it was done; `named`:
    whether acts have a name of their own."""

    def __init__(self, game: str, rulings: Mapping[str, Any] | None = None) -> None:
        found = find_game(game)
        assert found is not None
        self.game: Game = found
        self.state = State(id=TABLE)
        self.replays = Replays()
        self.events: list[ev.TableEvent] = []
        self.at = EVENING
        self.scenes = 0
        self.screen = "screen"
        self.wrong: Refusal | None = None
        self.named = False
        self.happen(self._opened(game, rulings or {}))
        for place, seat in enumerate(SEATS):
            added = ev.SeatAdded(at=self.at, seat=seat, name=f"Siège {place}", leader=not place)
            self.happen(added)

    def _opened(self, game: str, rulings: Mapping[str, Any]) -> ev.Opened:
        record = initial_record(self.game)
        return ev.Opened(at=self.at, name="Essai", game=game, rulings=rulings, record=record)

    def happen(self, *events: ev.TableEvent) -> None:
        for event in events:
            apply(self.state, event)
            self.events.append(event)

    def decided(self, seat: str, act: acts.Act) -> list[ev.TableEvent] | None:
        """What an act would lead to, the seeds of scenes being known ones; None: it is refused."""
        try:
            key = f"{self.at}" if self.named else ""
            found = decide(self.state, seat, act, self.at, self.replays, key).events
        except Refusal as refusal:
            self.wrong = refusal
            return None
        self.wrong = None
        return [self._seeded(event) for event in found]

    def _seeded(self, event: ev.TableEvent) -> ev.TableEvent:
        if not isinstance(event, ev.SceneBegun):
            return event
        seed = random.Random(f"open {event.scene}").randbytes(32).hex()
        screen, shown = (
            random.Random(f"{name} {event.scene}").randbytes(32).hex()
            for name in (self.screen, "screen")  # a commitment says nothing of its seed
        )
        return msgspec.structs.replace(
            event,
            seed=seed,
            commitment=commitment_of(seed),
            secret_seed=screen,
            secret_commitment=secret_commitment_of(shown),
        )

    def act(self, seat: str, act: acts.Act) -> bool:
        """Do it, if the seat may; whether it was done."""
        self.at += 1000
        found = self.decided(seat, act)
        if found is not None:
            self.happen(*found)
            self.replays.forget_finished(self.state)
        return found is not None

    def does(self, seat: str, act: acts.Act) -> None:
        """Do what must be possible."""
        assert self.act(seat, act), (act, self.wrong and (self.wrong.field, str(self.wrong)))

    def view(self, seat: str, **more: Any) -> TableView:
        return view(self.state, seat, self.replays, **more)

    def last(self, seat: str, **more: Any) -> RunView:
        """The run that ended last, as a seat sees it."""
        found = self.view(seat, **more).last
        assert found is not None
        return found

    def result(self, seat: str) -> Mapping[str, Any]:
        """The result of that run."""
        found = self.last(seat).result
        assert found is not None
        return found

    def session(self, run: str) -> Session:
        found = self.replays.session(self.state, self.state.runs[run])
        assert found is not None
        return found

    def again(self) -> State:
        """The same log, folded again."""
        return folded(TABLE, self.events)

    # ── answering at random ────────────────────────────────────────────────────────────────────
    def answer(self, run: Run, rng: random.Random, dice: HouseDice) -> None:
        """The next answer of a run, by whom it waits for or by the leader."""
        session = self.session(run.id)
        waits = waits_of(self.state, run, session)
        seat = rng.choice([waits[0].seat, waits[0].seat, LEADER])
        shown = next(each for each in self.view(seat).runs if each.id == run.id)
        pending = session.pending
        if not shown.asks:
            return
        if isinstance(pending, Together):
            some = {ask.index or 0 for ask in choices(shown)}
            values = {
                str(n): any_value(pending.choices[n].form, rng)
                for n in rng.sample(sorted(some), rng.randint(1, len(some)))
            }
            self.act(seat, acts.Seal(run=run.id, place=shown.place, values=values))
        elif isinstance(pending, Throw) and rng.random() < 0.6:
            self.act(seat, acts.Throw(run=run.id, place=shown.place))
        else:
            given = any_answer(session, rng, dice)
            self.act(seat, acts.Answer(run=run.id, place=shown.place, answer=given))

    def finish(self, run: str, rng: random.Random, longest: int = 200) -> None:
        """Answer until a run is over."""
        dice = HouseDice(rng.randrange(2**32))
        for _ in range(longest):
            if self.state.runs[run].status != "open":
                return
            self.answer(self.state.runs[run], rng, dice)
        raise AssertionError(f"{self.state.runs[run].procedure} goes on for ever")


def choices(run: RunView) -> list[ChoiceAsk]:
    """The choices that a run asks of a seat."""
    return [ask for ask in run.asks if isinstance(ask, ChoiceAsk)]


def plain(state: State) -> bytes:
    """All of a state, to be compared."""
    fields = {name: getattr(state, name) for name in State.__struct_fields__}
    made = {n: sorted(each) if isinstance(each, set) else each for n, each in fields.items()}
    return msgspec.json.encode(made, enc_hook=dict)


# ── who sits there ─────────────────────────────────────────────────────────────────────────────
@cache
def characters(game: str) -> dict[str, Sheet]:
    """The ready-made characters of a game, the players' kind first."""
    found = find_game(game)
    assert found is not None
    kinds = characters_of(found)
    sheets = {name: load_sheet(name, "fiche", found)[1] for name in ready_made(found)}
    known = {name: sheet for name, sheet in sheets.items() if isinstance(sheet, kinds)}
    return dict(sorted(known.items(), key=lambda each: kinds.index(type(each[1]))))


def sheet_of(table: Table, name: str, **changes: Any) -> dict[str, Any]:
    """A ready-made sheet as JSON, some of it changed."""
    return {**sheet_view(table.game, characters(table.game.id)[name]), **changes}


def set_up(game: str, others: bool = True, rulings: Mapping[str, Any] | None = None) -> Table:
    """A table where `j1` and `j2` have a character each, and (`others`) the leader the rest."""
    table = Table(game, rulings)
    kind = type(next(iter(characters(game).values())))
    players = iter(("j1", "j2"))
    for name, sheet in characters(game).items():
        seat = next(players, None) if isinstance(sheet, kind) else None
        if seat or others:
            act = acts.PutSheet(character=name, sheet=sheet_of(table, name), seat=seat)
            table.does(LEADER, act)
    return table


# ── what is requested ─────────────────────────────────────────────────────────────────────────────
@cache
def playable(game: str) -> dict[str, list[dict[str, Any]]]:
    """Procedure -> parameter sets of the game's grid that a played run may have."""
    found: dict[str, list[dict[str, Any]]] = {}
    for procedure, _, params in grid():
        if procedure.startswith(f"{game}."):
            try:
                Session(ask_about(procedure, params))
            except (Belief, Refusal):
                continue
            found.setdefault(procedure, []).append(params)
    return found


def requested(
    table: Table, rng: random.Random, kind: type[Procedure[Any]], among: Sequence[str], **more: Any
) -> acts.RequestRun | None:
    """A way to ask for a procedure that is not refused, with sheets where it takes them."""
    for _ in range(4):
        given = rng.choice(playable(table.game.id)[kind.id])
        cast = {} if rng.random() < 0.15 else _cast(kind, rng, among)
        params = _some(kind, rng, given, cast) if cast else copy.deepcopy(given)
        to = (cast[""],) if "" in cast else ()
        others = {role: who for role, who in cast.items() if role}
        for _ in range(8):
            act = acts.RequestRun(procedure=kind.id, params=params, cast=others, to=to, **more)
            if table.decided(LEADER, act) is not None:
                return act
            assert table.wrong is not None
            if not _mended(table, rng, kind, params, given, cast, table.wrong.field):
                break
    return None


def _cast(kind: type[Procedure[Any]], rng: random.Random, among: Sequence[str]) -> dict[str, Any]:
    """A character or several for each place."""
    found: dict[str, Any] = {}
    for place in places_of(kind):
        if place.most == 1:
            taken = [found.get(other) for other in kind.apart if place.name in kind.apart]
            found[place.name] = rng.choice([who for who in among if who not in taken] or among)
        elif len(among) >= place.least:
            count = rng.randint(max(1, place.least), min(len(among), place.most or 4))
            found[place.name] = rng.sample(among, count)
    return found


def _some(
    kind: type[Procedure[Any]],
    rng: random.Random,
    given: Mapping[str, Any],
    cast: Mapping[str, Any],
) -> dict[str, Any]:
    """Some of the parameters given, where no sheet has them."""
    return {
        name: given[name]
        for name, field in fields_of(kind).items()
        if name in given and name not in cast and field.source is None and rng.random() < 0.5
    }


def _mended(
    table: Table,
    rng: random.Random,
    kind: type[Procedure[Any]],
    params: dict[str, Any],
    given: Mapping[str, Any],
    cast: Mapping[str, Any],
    path: str,
) -> bool:
    """Give what was missing: a name from the sheet, or the value of another run."""
    found = re.match(r"(\w+)(?:\[(\d+)\]\.(\w+)|\.(\w+))?", path)
    name = found[1] if found else ""
    declared = fields_of(kind)
    if name not in declared:
        return False
    source = declared[name].source
    if name not in cast or name in roles_of(kind):
        who = cast.get(source.role) if source else None
        params[name] = _value(table, rng, declared[name], who, given.get(name))
        return params[name] is not None
    inner = found[3] or found[4] if found else None
    if inner is None:
        return False
    return _mended_member(table, rng, params, declared[name], cast[name], given, found, inner)


def _mended_member(
    table: Table,
    rng: random.Random,
    params: dict[str, Any],
    field: Field,
    who: str | list[str],
    given: Mapping[str, Any],
    found: Any,
    inner: str,
) -> bool:
    """The same inside a record, or a member of a list, that is made from a sheet."""
    several, place = isinstance(who, list), int(found[2] or 0)
    others = given.get(field.name) or [{}]
    other = others[place % len(others)] if isinstance(others, list) else others
    whom = who[place] if several else who
    value = _value(table, rng, fields_of(_record(field.shape))[inner], str(whom), other.get(inner))
    members = params.setdefault(field.name, [{} for _ in who] if several else {})
    (members[place] if several else members)[inner] = value
    return value is not None


def _record(shape: Any) -> Any:
    return _record(shape.item) if hasattr(shape, "item") else shape.record


def _value(table: Table, rng: random.Random, field: Field, who: str | None, other: Any) -> Any:
    if field.source is not None and who is not None:
        sheet = table.state.sheet(who)
        shown = [sheet.get(name) for name in field.source.fields]
        names = [name for value in shown if isinstance(value, Mapping) for name in value]
        if names:
            return rng.choice(names)
    return other
