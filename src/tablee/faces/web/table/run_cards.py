"""The cards of a seat's page: typed data that the templates draw, made of parts of a view.

A card holds what its template needs, texts in the reader's language: pads for dice, options as
buttons, the dice that fell. This module may import the view types and the panes that draw dice; it
must not know the state of a table, or how a card is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict, replace

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import AnyDie, Die, OpenDie, Throw
from tablee.faces.messages import sentence
from tablee.faces.web.form.control import Button
from tablee.faces.web.form.form_values import constant_text
from tablee.faces.web.panes.dice_pane import DiceView, PadView, dice_views, pad_view
from tablee.faces.web.table.consequence_lines import ConsequenceLine, consequence_lines
from tablee.faces.web.table.pending_cards import PendingCard
from tablee.faces.web.table.sheet_reading import portrait_address
from tablee.faces.web.template_cache import TemplateCache
from tablee.rules.readings.explain import Step
from tablee.rules.texts.words import Words
from tablee.table.views.view_types import (
    ChoiceAsk,
    Fact,
    ParameterView,
    RunView,
    ThrowAsk,
    TraceLine,
)
from tablee.table.views.whole_view_types import TableView


class StepCard(msgspec.Struct, frozen=True):
    """A line of a trace; `dice`: what fell, for a throw."""

    kind: str
    text: str
    clauses: Sequence[tuple[str, str]]
    dice: DiceView | None


class ThrowCard(msgspec.Struct, frozen=True, kw_only=True):
    """A throw that is waited for. `single`: one die."""

    label: str
    mine: bool
    character: str
    notation: str
    single: bool
    pad: PadView
    kind: Literal["roll"] = "roll"
    index: None = None


class NumberField(msgspec.Struct, frozen=True):
    """The number that goes with a text."""

    name: str
    label: str
    range: Sequence[int]


class ChoiceCard(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that is waited for. `name`: of its field; `alike`: the indexes of the asks that get the
    same answer; `start`: what is chosen at first, "" for the first option; `brief`: whether all labels
    are short; `means`: what each number means that is set by a slider; `help`: a sentence about the
    choice; `examples`: (option, examples of it), folded where they are long; `ticked`: the options of a
    list that are chosen at first."""

    kind: Literal["one", "some", "number", "text"]
    name: str
    label: str
    mine: bool
    character: str
    index: int | None
    facts: Sequence[Fact]
    alike: str
    options: Sequence[Button] = ()
    start: str = ""
    low: int = 0
    high: int = 0
    least: int = 0
    most: int = 0
    longest: int = 0
    number: NumberField | None = None
    brief: bool = False
    means: Sequence[str] = ()
    help: str = ""
    examples: Sequence[tuple[str, str]] = ()
    ticked: Sequence[str] = ()


AskCard = ThrowCard | ChoiceCard


class Reader(msgspec.Struct, frozen=True):
    """The seat that a card is for; "" where the card is the same for every seat."""

    seat: str
    leads: bool
    dice: str


class RunCard(RunView, frozen=True, kw_only=True):
    """The view of a run with what its card shows. `steps`: the trace, for an open run the last part of
    it, `before`: how many steps come before; `thrown`: the last throws; `fresh`: the last sentences;
    `cards`: the asks; `later`: those that usually follow for the seat; `me`: the reader; `alike`: other
    runs that wait for the same, each as "run:place"; `begins`: what follows and is the seat's to begin;
    `faces`: name -> the end of the address of a portrait, for its characters who have one; `outcome`:
    its consequences, equal ones once."""

    steps: Sequence[StepCard]
    before: int
    thrown: Sequence[DiceView]
    fresh: Sequence[str]
    cards: Sequence[AskCard]
    later: Sequence[ChoiceCard]
    me: Reader
    alike: Sequence[str] = ()
    begins: Sequence[PendingCard] = ()
    faces: Mapping[str, str] = {}
    outcome: Sequence[ConsequenceLine] = ()

    @property
    def throws(self) -> list[ThrowCard]:
        return [each for each in self.cards if each.mine and isinstance(each, ThrowCard)]

    @property
    def choices(self) -> list[ChoiceCard]:
        return [each for each in self.cards if each.mine and isinstance(each, ChoiceCard)]

    @property
    def mine(self) -> bool:
        """Whether the seat itself is asked something."""
        return any(each.mine for each in self.cards)


MAX_BUTTONS, MAX_EXPLAINED = 16, 8
"""Numbers of a longer range are set with a slider, or typed; those that each have a meaning, which a
slider shows as it moves, from the second length on."""
BRIEF = 4
"""Longest label, in characters, of options that are put beside each other."""
LONGEST_MEANS = 120
"""Characters of the meaning of an option beside it; where one is longer, all are folded together."""
MAX_THROWN = 4
"""Throws drawn large, the last ones."""
MAX_FRESH = 3
"""Sentences of an open run in sight, the last ones."""
RECENT = 24
"""Steps on the card of an open run, the last ones: a long fight has hundreds, and its card is sent
with each blow."""


def run_cards(view: TableView, words: Words, cache: TemplateCache) -> list[RunCard]:
    """Return the cards of the open runs, first those that wait for the seat."""
    cards = [run_card(run, view, words, cache) for run in view.runs]
    if view.me.leads and len(cards) > 1:
        cards = _paired(cards)
    return sorted(cards, key=lambda card: not card.mine)


def run_card(run: RunView, view: TableView, words: Words, cache: TemplateCache) -> RunCard:
    """Return the card of a run, made once for all seats that see the run alike and of which it
    asks nothing."""
    me = view.me
    asked = any(each.mine for each in run.asks) or any(w.seat == me.seat for w in run.waiting)
    reader = Reader(me.seat if asked else "", me.leads, me.dice)
    faces = faces_in(run, faces_of(view))
    key = "card", words.lang, reader, *faces.items()
    return cache.get(key, run, lambda run: _card(run, reader, words, faces))


def full_card(run: RunView, view: TableView, words: Words) -> RunCard:
    """Return the card of a run with all its steps."""
    reader = Reader(view.me.seat, view.me.leads, view.me.dice)
    return _card(run, reader, words, faces_in(run, faces_of(view)), all_steps=True)


def faces_of(view: TableView) -> dict[str, str]:
    """Return name -> the end of the address of a portrait, for the characters who have one."""
    return {each.name: portrait_address(each) for each in view.characters if each.portrait}


def faces_in(run: RunView, faces: Mapping[str, str]) -> dict[str, str]:
    """Return the portraits of the characters that a run names."""
    named = (*run.characters, *(each.name for each in run.fighters))
    return {name: faces[name] for name in named if name in faces}


def _card(
    run: RunView, reader: Reader, words: Words, faces: Mapping[str, str], all_steps: bool = False
) -> RunCard:
    recent = run.status == "open" and not all_steps
    before = max(0, len(run.lines) - RECENT) if recent else 0
    steps, thrown = _drawn(run.lines, before, words)
    return RunCard(
        **asdict(run),
        steps=steps,
        before=before,
        thrown=thrown,
        fresh=_fresh(run.lines, words.game.background if words.game else ()),
        cards=[*_ask_cards(run, words)],
        later=[
            replace(_choice_card([each], words), name=f"then.{each.asked}") for each in run.ahead
        ],
        me=reader,
        faces=faces,
        outcome=consequence_lines(run.consequences, words),
    )


def _fresh(lines: Sequence[TraceLine], background: Sequence[str]) -> list[str]:
    """Return the last sentences of a trace: those of the rule, then the choices made since. A note
    with no clause but those of the `background` is left out."""
    spoken = [
        line
        for line in lines
        if line.kind != "roll"
        and not (line.clauses and all(clause in background for clause, _ in line.clauses))
    ]
    notes = [place for place, line in enumerate(spoken) if line.kind == "note"]
    since = notes[-1] if notes else -1
    shown = [line.text for n, line in enumerate(spoken) if line.kind == "note" or n > since]
    return shown[-MAX_FRESH:]


def _paired(cards: Sequence[RunCard]) -> list[RunCard]:
    """Return the leader's cards, each with the others that wait for the same (`alike`)."""
    groups: dict[bytes, list[RunCard]] = {}
    for card in cards:
        if len(card.cards) == 1 and card.mine and card.cards[0].index is None:
            bare = replace(card.cards[0], character="")
            groups.setdefault(msgspec.json.encode([card.procedure, bare]), []).append(card)
    alike = {
        card.id: [f"{other.id}:{other.place}" for other in group if other is not card]
        for group in groups.values()
        for card in group
    }
    return [replace(card, alike=alike[card.id]) if alike.get(card.id) else card for card in cards]


# ── the trace ──────────────────────────────────────────────────────────────────────────────────
def _drawn(
    lines: Sequence[TraceLine], before: int, words: Words
) -> tuple[list[StepCard], list[DiceView]]:
    """Return the steps from a place on, and the last throws. What is drawn of a throw may depend on
    the lines back to the throw before it, so drawing begins there."""
    rolls = [place for place, line in enumerate(lines) if line.kind == "roll"]
    wanted = min([before, *rolls[-MAX_THROWN:]])
    start = max((place for place in rolls if place < wanted), default=0)
    dice = [
        _with_typist(line, each, words)
        for line, each in zip(
            lines[start:], dice_views([_step(line) for line in lines[start:]], words), strict=True
        )
    ]
    steps = [
        StepCard(line.kind, line.text, line.clauses, each)
        for line, each in zip(lines[before:], dice[before - start :], strict=True)
    ]
    return steps, [each for each in dice if each][-MAX_THROWN:]


def _with_typist(line: TraceLine, dice: DiceView | None, words: Words) -> DiceView | None:
    """Return dice with the name of who typed their faces, if somebody did."""
    if dice is None or not line.typed_by:
        return dice
    text = words.phrase(
        "{thrown:=} (faces saisies par {name:=})", thrown=dice.caption, name=line.typed_by
    )
    return replace(dice, caption=text)


def _step(line: TraceLine) -> Step:
    numbers = dict(line.numbers)
    if "faces" in numbers:
        numbers["faces"] = tuple(numbers["faces"])
    clauses = tuple(each[0] for each in line.clauses)
    return Step(kind=line.kind, clauses=clauses, numbers=numbers, text=line.text)


# ── asks ───────────────────────────────────────────────────────────────────────────────────────
def _ask_cards(run: RunView, words: Words) -> Iterator[AskCard]:
    """Yield the cards of the asks of a run: throws first, then choices.

    Choices made at once by several of the leader's characters share one card when they differ in
    the character alone. A fact is left out when the card of the run shows it already, or when it
    is the name of the character.
    """
    known = {each.label.casefold(): _before_bracket(each) for each in run.parameters}
    groups: dict[bytes, list[ChoiceAsk]] = {}
    for place, each in enumerate(run.asks):
        if isinstance(each, ThrowAsk):
            yield _throw_card(each, words)
            continue
        facts = [
            fact
            for fact in each.facts
            if fact.text != each.character
            and known.get(fact.label.casefold()) != _before_bracket(fact)
        ]
        ask = replace(each, facts=facts)
        single = place if ask.index is None else None
        bare = replace(ask, character="", index=None)
        key = msgspec.json.encode([single, bare], order="deterministic")
        groups.setdefault(key, []).append(ask)
    for group in groups.values():
        yield _choice_card(group, words)


def _before_bracket(fact: Fact | ParameterView) -> str:
    return fact.text.partition(" (")[0]


def _throw_card(ask: ThrowAsk, words: Words) -> ThrowCard:
    notation = ask.dice.rstrip("!")
    return ThrowCard(
        label=ask.label,
        mine=ask.mine,
        character=ask.character,
        notation=notation.removeprefix("1") if ask.count == 1 else notation,
        single=ask.count == 1,
        pad=pad_view(_throw(ask), words),
    )


def _throw(ask: ThrowAsk) -> Throw:
    die: AnyDie = Die(ask.sides, ask.low)
    if ask.open is not None:
        die = OpenDie(ask.sides, *ask.open)
    elif ask.again:
        die = ChainDie(ask.sides, ask.low, tuple(ask.again), "last", ask.cap)
    return Throw(die, ask.label, ask.character, ask.count)


def _choice_card(group: Sequence[ChoiceAsk], words: Words) -> ChoiceCard:
    """Return the card of asks that are alike."""
    ask = group[0]
    card = ChoiceCard(
        kind="one",
        name="choose" if ask.index is None else f"choose.{ask.index}",
        label=ask.label,
        mine=ask.mine,
        character=_counted([each.character for each in group], words),
        index=ask.index,
        facts=ask.facts,
        help=ask.help,
        alike=" ".join(str(each.index) for each in group[1:]),
        options=_options(ask, words),
    )
    if ask.range is not UNSET and not card.options:
        low, high = ask.range
        start, means = str(min(max(0, low), high)), [] if ask.means is UNSET else ask.means
        card = replace(card, kind="number", low=low, high=high, start=start, means=means)
    elif ask.subset is not UNSET:
        usual = ask.default if isinstance(ask.default, list) else []
        ticked = [constant_text(each) for each in usual]
        least, most = ask.subset.min, ask.subset.max
        card = replace(card, kind="some", least=least, most=most, ticked=ticked)
    default = "" if ask.default is UNSET else constant_text(ask.default)
    offered = any(each.value == default for each in card.options)
    if offered or (default and card.kind == "number"):
        card = replace(card, start=default)
    if any(len(each.means) > LONGEST_MEANS for each in card.options):
        bare = [replace(each, means="") for each in card.options]
        examples = [(each.label, each.means) for each in card.options if each.means]
        card = replace(card, options=bare, examples=examples)
    if ask.form is not UNSET:
        card = _text_card(card, ask.form, words)
    return replace(card, brief=all(len(each.label) <= BRIEF for each in card.options))


def _options(ask: ChoiceAsk, words: Words) -> list[Button]:
    """Return the options of a choice; none for a number that is typed."""
    if ask.range is not UNSET:
        low, high = ask.range
        means = _means(ask)
        if high - low >= (MAX_EXPLAINED if means else MAX_BUTTONS):
            return []
        return [_option(n, words.value(n), means.get(n, "")) for n in range(low, high + 1)]
    if ask.subset is not UNSET:
        return [_option(each.id, each.label, each.means or "") for each in ask.subset.of]
    return [_option(each.id, each.label, each.means or "") for each in ask.options or ()]


def _means(ask: ChoiceAsk) -> dict[int, str]:
    if ask.range is UNSET or ask.means is UNSET:
        return {}
    return dict(enumerate(ask.means, start=ask.range[0]))


def _counted(names: Sequence[str], words: Words) -> str:
    """Return names in a row, equal ones counted."""
    counted = Counter(names).items()
    return words.enumeration([name if n == 1 else f"{n}\u00a0×\u00a0{name}" for name, n in counted])


def _text_card(card: ChoiceCard, form: Mapping[str, Any], words: Words) -> ChoiceCard:
    """Return the card of a free text, with a number where one goes with it."""
    name = next((each for each in form if each != "texte"), None)
    number = None
    if name is not None:
        number = NumberField(name, sentence(words, words.label(name)), form[name]["range"])
    longest = form.get("texte", {}).get("longest", 2000)
    return replace(card, kind="text", longest=longest, number=number)


def _option(value: Any, label: str, means: str = "") -> Button:
    key = msgspec.json.encode(value).decode()
    return Button(constant_text(value), key, label[:1].upper() + label[1:], means)
