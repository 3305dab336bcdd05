"""The walk of one batch of states of one skeleton, over every answer, into arrays."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
import numpy as np

from tablee.dice.law import Law
from tablee.dice.reads import Under, plain_die
from tablee.rules.forms import Form, NumberFrom, NumberOrWord, OneOf, SomeOf
from tablee.rules.procedure import Procedure, replace
from tablee.rules.questions import (
    Become,
    Call,
    CallAll,
    Choose,
    Hidden,
    Roll,
    Together,
)
from tablee.rules.readings.columns.arrays import Edges
from tablee.rules.readings.columns.clock import AtLimit, Ticks
from tablee.rules.readings.columns.column import Batch, Column, Truth, Unsuited
from tablee.rules.readings.columns.row_values import options_of, rows_of, settled, single, widest
from tablee.rules.readings.columns.skeleton import States, Taken, rebuilt
from tablee.rules.readings.columns.walk_setting import Looped, Path, Role, Setting
from tablee.rules.readings.frames import Frame, Frames
from tablee.rules.readings.solving.cycles import Kind
from tablee.rules.readings.walk import usual_answer
from tablee.rules.rule_watch import beat

MAX_ASKS = 500
"""Maximum number of questions on the way from one state to the next."""
ASK_VALUES = 5
"""Values of a state that take as long as a question on the way to it."""
MAX_EXPANDED = 400_000
"""Maximum number of rows after simultaneous choices, also of a single state."""


class Walk:
    """The walk of some states of one skeleton."""

    def __init__(self, setting: Setting, states: States, rows: Any) -> None:
        self._setting = setting
        self._states = states
        self._batch = Batch(self._split_off)
        self._numbers = [single(each) for each in states.numbers(rows)]
        self._roots: list[Column] = []
        self._root: Procedure[Any] | None = None
        self._waiting = [
            Path(np.arange(len(rows)), (), rows, np.ones(len(rows)), 0, setting.whole, 1.0),
        ]
        self._paths = 0
        self._finished = 0.0
        """The part of the walk that its paths so far are."""

    def run(self) -> None:
        """Walk until no rows wait."""
        while self._waiting:
            beat()
            self._setting.count(1, 0)
            self._follow(self._waiting.pop())
            self._setting.count_breadth(self._breadth - 1)
            self._paths += 1
            self._finished += self._part

    def paths_ahead(self) -> float:
        """Return an estimate of the paths that wait (Knuth 1975): as many for each part of the walk as
        so far."""
        return self._paths * (1 / self._finished - 1) if self._finished else 0.0

    # ── rows ───────────────────────────────────────────────────────────────────────────────────
    def _begin(self, path: Path) -> None:
        """Make the rows of a path the rows of the batch."""
        batch = self._batch
        batch.steps[:] = [path.origin]
        batch.count = len(path.origin)
        if self._root is None or any(each.settled is not None for each in self._roots):
            arrays = [
                Column(batch, each) if isinstance(each, np.ndarray) else each
                for each in self._numbers
            ]
            self._roots = [each for each in arrays if isinstance(each, Column)]
            clock = Ticks(self._ticks_left)
            self._root = rebuilt(self._states.sample, iter(arrays), clock, self._setting.fixed)
        places = [each for each in self._numbers if isinstance(each, np.ndarray)]
        for column, values in zip(self._roots, places, strict=True):
            column.restart(values)
        self._origin = Column(batch, path.origin)
        self._slots = Column(batch, path.slots)
        self._weights = Column(batch, path.weights)
        self._answers: list[Any] = [self._alive(each) for each in path.answers]
        self._depth, self._span = path.depth, path.span
        self._part, self._breadth = path.part, path.breadth
        self._at = self._asks = 0

    def _alive(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._alive(each) for each in value)
        return Column(self._batch, value) if isinstance(value, np.ndarray) else value

    def _keep(self, rows: Any, answers: Sequence[Any], **changes: Any) -> None:
        """Keep some of the current rows for later."""
        path = Path(
            self._origin.now()[rows],
            tuple(rows_of(each, rows) for each in answers),
            changes.get("slots", self._slots.now())[rows],
            changes.get("weights", self._weights.now())[rows],
            self._depth,
            changes.get("span", self._span),
            self._part,
            self._breadth,
        )
        self._waiting.append(path)

    def _split_off(self, rows: Any) -> None:
        """Keep rows that do not agree with the others: their part is in proportion to their number."""
        part, share = self._part, len(rows) / self._batch.count
        self._part = part * share
        self._keep(rows, self._answers)
        self._part = part * (1 - share)

    def _ticks_left(self, ticks: int) -> int:
        """Return -1, 0 or 1, as fewer, exactly or more ticks are left. Other answers wait."""
        first, *others = self._span.parts(ticks)
        self._part /= 1 + len(others)
        for span in others:
            self._keep(slice(None), self._answers, span=span)
        self._span = first
        return (first.low > ticks) - (first.high < ticks)

    # ── driving ────────────────────────────────────────────────────────────────────────────────
    def _follow(self, path: Path) -> None:
        """Walk one path to its end: a result, or another state."""
        self._begin(path)
        assert self._root is not None
        self._names = Frames(self._root)
        self._frames = self._names.frames
        value: Any = None
        for _ in range(MAX_ASKS):
            frame = self._frames[-1]
            if frame.started:
                frame.sent.append(value)
            frame.started = True
            try:
                ask = frame.coroutine.send(value)
            except StopIteration as stop:
                if len(self._frames) == 1:
                    return self._end(stop.value)
                self._frames.pop()
                value = self._returned(stop.value)
                continue
            if type(ask) is Become:
                state = self._state_after(ask)
                if state is not None:
                    return self._arrive(state)
                value = None
                continue
            value = self._answer(ask)
        raise Unsuited("a state asks without an end")

    def _state_after(self, ask: Become[Any]) -> Procedure[Any] | None:
        """Return the next state of the run; None: only a sub-rule goes on as another."""
        frame = self._frames[-1]
        following: Procedure[Any] = ask.procedure
        if len(self._frames) == 1:
            return following
        outer = self._frames[0]
        plays = type(outer.procedure).plays
        if len(self._frames) == 2 and plays and not outer.sent and outer.gathering is None:
            return replace(outer.procedure, **{plays: following})
        if type(following) is type(frame.procedure):
            raise Looped(type(following))
        frame.start(following, 0)
        return None

    def _returned(self, result: Any) -> Any:
        """Return the value for the caller of a finished sub-rule."""
        frame = self._frames[-1]
        if frame.gathering is None:
            return result
        following = frame.fold(result)
        return frame.gathered() if following is None else self._push(following)

    def _push(self, ask: Call[Any]) -> None:
        self._frames.append(Frame(ask.procedure, dict(ask.seats), dict(ask.paths)))

    def _answer(self, ask: Any) -> Any:
        """Return the value to send next."""
        self._asks += 1
        match ask:
            case Call() if type(ask.procedure) not in self._setting.as_laws:
                return self._push(ask)
            case CallAll():
                frame = self._frames[-1]
                first = frame.gather(ask)
                return frame.gathered() if first is None else self._push(first)
            case Hidden():
                if isinstance(ask.value, Law):
                    raise Unsuited("a belief")
                return ask.value
            case Choose() | Together():
                only = ask.only()
                if only is not None:
                    return only[0]
                if isinstance(ask, Choose) and isinstance(ask.form, OneOf | SomeOf | NumberOrWord):
                    met = msgspec.structs.replace(ask, form=widest(ask.form))
                    self._setting.meet(met, [frame.paths for frame in self._frames])
        if self._at == len(self._answers):
            match ask:
                case Roll():
                    self._roll(ask)
                case Call():
                    self._branch(self._shares(self._setting.law_of_call(settled(ask))))
                case Choose():
                    self._choose(ask)
                case Together():
                    self._choose_together(ask)
                case _:
                    raise Unsuited(f"{ask!r} is no question")
        self._at += 1
        return self._answers[self._at - 1]

    # ── dice ───────────────────────────────────────────────────────────────────────────────────
    def _roll(self, ask: Roll[Any]) -> None:
        """Answer a roll; other answers wait."""
        read = ask.read
        if type(read) is Under and isinstance(read.level, Column) and read.level.settled is None:
            die = plain_die(ask.throws[0])
            below = np.clip(read.level.now() - die.lowest + 1, 0, die.sides)
            branches = [(True, below / die.sides), (False, (die.sides - below) / die.sides)]
        else:
            branches = self._shares(self._setting.law_of_roll(settled(ask)))
        self._branch(branches)

    def _shares(self, law: Law[Any]) -> list[tuple[Any, Any]]:
        """Return the values of a law, each with its chance in every row."""
        whole = np.ones(self._batch.count)
        return [(value, whole * (w / law.total)) for value, w in law.weights.items()]

    def _branch(self, branches: list[tuple[Any, Any]]) -> None:
        """Answer with the first possible value; the others wait."""
        possible = [(value, chance) for value, chance in branches if chance.any()]
        weights = self._weights.now()
        self._part /= len(possible)
        for value, chance in possible[1:]:
            rows = np.flatnonzero(chance)
            self._keep(rows, (*self._answers, value), weights=weights * chance)
        value, chance = possible[0]
        self._answers.append(value)
        self._weights = Column(self._batch, weights * chance)
        if not chance.all():
            self._batch.select(np.flatnonzero(chance))

    # ── decisions ──────────────────────────────────────────────────────────────────────────────
    def _role(self, choice: Choose[Any]) -> Role:
        return self._setting.role(self._names.outer(choice.who))

    def _default(self, choice: Choose[Any]) -> Any:
        default = usual_answer(choice, self._frames[-1].procedure)
        if default is None:
            raise Unsuited(f"{choice.label} has no default")
        return default

    def _choose(self, ask: Choose[Any]) -> None:
        role = self._role(ask)
        if role == "neutral" or not ask.weighed:
            self._answers.append(ask.policy if not ask.weighed else self._default(ask))
            return
        match ask.form:
            case NumberFrom():
                self._answers += self._expand([(ask.form, role)])
            case NumberOrWord():
                self._choose_number_or_word(ask.form, role)
            case _:
                self._choose_option(ask.form, role)

    def _choose_option(self, form: Form[Any], role: Literal["mine", "opposed"]) -> None:
        """Answer with the first option; the others wait."""
        options = options_of(form)
        count = self._batch.count
        first = self._decide(role, np.full(count, len(options)), np.ones(count, dtype=np.int64))
        whole = np.ones(count)
        self._part /= len(options)
        for place, option in list(enumerate(options))[:0:-1]:
            self._keep(slice(None), (*self._answers, option), slots=first + place, weights=whole)
        self._slots = Column(self._batch, first)
        self._weights = Column(self._batch, whole)
        self._answers.append(options[0])

    def _choose_number_or_word(self, form: NumberOrWord, role: Role) -> None:
        """Answer with the numbers, all at once; the word waits."""
        (number,) = self._expand([(NumberFrom(0, form.high + 1), role)])
        beyond = number.now() > self._of_rows(form.high)
        self._part /= 2
        self._keep(np.flatnonzero(beyond), (*self._answers, form.word))
        rows = np.flatnonzero(~beyond)
        self._breadth *= len(rows) / (len(beyond) - len(rows))
        self._batch.select(rows)
        self._answers.append(number)

    def _choose_together(self, ask: Together[Any]) -> None:
        """Answer simultaneous choices, all joint answers at once; those of other words wait."""
        answers: list[Any] = []
        asked: list[tuple[NumberFrom, Role]] = []
        places: list[int] = []
        words: dict[int, Sequence[Any]] = {}
        for place, choice in enumerate(ask.choices):
            only, role = choice.only(), self._role(choice)
            if only is not None:
                answers.append(only[0])
            elif role == "neutral" or not choice.weighed:
                answers.append(self._default(choice) if choice.weighed else choice.policy)
            else:
                form = choice.form
                if not isinstance(form, NumberFrom):
                    words[place] = options_of(form)
                    form = NumberFrom(0, len(words[place]) - 1)
                answers.append(None)
                places.append(place)
                asked.append((form, role))
        if asked:
            for place, number in zip(places, self._expand(asked), strict=True):
                answers[place] = number
        if words:
            self._split_words(answers, words)
        self._answers.append(tuple(answers))

    def _split_words(self, answers: list[Any], words: Mapping[int, Sequence[Any]]) -> None:
        """Put words in place of their numbers in simultaneous answers. `words`: those of each place that
        has some."""
        numbers = {place: answers[place].now() for place in words}
        first, *others = itertools.product(*(range(len(each)) for each in words.values()))
        self._part /= 1 + len(others)

        def answered(chosen: Sequence[int]) -> Any:
            """Set the words of the answers; return the rows that have them."""
            alike = np.ones(self._batch.count, dtype=bool)
            for place, number in zip(words, chosen, strict=True):
                alike &= numbers[place] == number
                answers[place] = words[place][number]
            return np.flatnonzero(alike)

        for chosen in reversed(others):
            rows = answered(chosen)
            self._keep(rows, (*self._answers, tuple(answers)))
        self._batch.select(answered(first))

    def _expand(self, asked: list[tuple[NumberFrom, Role]]) -> list[Column]:
        """Answer choices of numbers: a row for each joint answer."""
        while True:
            sizes = [self._of_rows(form.high) - self._of_rows(form.low) + 1 for form, _ in asked]
            every = np.prod(np.stack(sizes), axis=0)
            ends = np.cumsum(every)
            if ends[0] > MAX_EXPANDED:
                raise Unsuited("too many joint answers")
            if ends[-1] <= MAX_EXPANDED:
                break
            fits = ends <= MAX_EXPANDED
            self._batch.agree(fits)
        one = np.ones(len(every), dtype=np.int64)
        own = [s for s, (_, role) in zip(sizes, asked, strict=True) if role == "mine"]
        other = [s for s, (_, role) in zip(sizes, asked, strict=True) if role == "opposed"]
        rows, columns = np.prod([one, *own], axis=0), np.prod([one, *other], axis=0)
        if not own:
            first = self._decide("opposed", columns, one)
        else:
            first = self._decide("at_once" if other else "mine", rows, columns)
        source = np.repeat(np.arange(len(every)), every)
        place = np.arange(len(source)) - np.repeat(ends - every, every)
        parts = {"mine": place // columns[source], "opposed": place % columns[source]}
        self._batch.select(source)
        self._slots = Column(self._batch, first[source] + place)
        self._weights = Column(self._batch, np.ones(len(source)))
        numbers: list[Column] = []
        for (form, role), size in reversed(list(zip(asked, sizes, strict=True))):
            parts[role], digit = np.divmod(parts[role], size[source])
            numbers.append(Column(self._batch, self._of_rows(form.low) + digit))
        return numbers[::-1]

    def _of_rows(self, number: Any) -> Any:
        if isinstance(number, Column | Truth):
            return number.now()
        return np.full(self._batch.count, number, dtype=np.int64)

    def _decide(self, kind: Kind, rows: Any, columns: Any) -> Any:
        """Add a decision for each row, which later edges lead from; return their first slots."""
        if self._span.low > 1 or self._span.high < self._setting.whole.high:
            raise Unsuited("a decision depends on the clock")
        level = self._setting.level(self._states, self._depth)
        deeper = self._setting.level(self._states, self._depth + 1)
        nodes, first = deeper.decide(kind, rows, columns)
        edges = Edges(self._slots.now(), self._weights.now(), deeper, self._span, False)
        edges.lead_to(nodes)
        level.edges.append(edges)
        self._depth += 1
        return first

    # ── ends ───────────────────────────────────────────────────────────────────────────────────
    def _end(self, result: Any) -> None:
        worths = tuple(
            self._of_rows(each) if isinstance(each, Column | Truth) else float(each)
            for each in self._setting.worths(result)
        )
        level = self._setting.level(self._states, self._depth)
        slots = self._slots.now().astype(np.int32)
        level.payoffs.append((slots, self._weights.now(), worths, self._span))

    def _arrive(self, state: Procedure[Any]) -> None:
        taken = Taken(state, self._setting.fixed)
        if taken.passed not in (0, 1):
            raise Unsuited("the clock runs by more than one")
        target = self._setting.states_of(taken, state, self._states)
        span, crosses = self._span, bool(taken.passed)
        if span != self._setting.whole and not crosses:
            raise Unsuited("a state depends on the clock")
        if crosses and span.low <= self._setting.whole.low:
            if not span.low:
                raise Unsuited("the clock goes on at its limit")
            raise AtLimit
        edges = Edges(self._slots.now(), self._weights.now(), target, span, crosses)
        self._setting.level(self._states, self._depth).edges.append(edges)
        values = len(taken.key) + ASK_VALUES * self._asks
        self._setting.count(0, self._batch.count, values)
        numbers = [each.now() if isinstance(each, Column) else each for each in taken.numbers]
        target.expect(numbers, self._batch.count, edges.lead_to)
