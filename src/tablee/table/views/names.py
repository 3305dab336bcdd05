"""How a seat is told what it may know: names of characters for seats and ids, the reader's
words."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.game import Game
from tablee.rules.words import Words, capital, isolated
from tablee.table.log.outcomes import Line, Setting
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.memory import MOST_TOLD, Parts, keep
from tablee.table.replay import Replays, game_of
from tablee.table.views.remaining_amounts import Remaining
from tablee.table.views.visibility import Visibility

T = TypeVar("T")
Json = dict[str, Any]
CAUSES = {
    "scene_ended": "fin de la scène",
    "imported": "campagne importée",
    "reframed": "demandé autrement",
}
"""What takes a run back without anybody saying why (see `events.Cause`)."""
FIRST = 4
"""So much is told of a record about somebody."""
VOWELS = "AEIOUYÀÂÄÉÈÊËÎÏÔÖÛÜŒ"
AS_THEY_ARE = ("label", "dice")
"""Numbers of a line that no character is called by."""


class Lens:
    """One seat's, in one language. `brief`: the story tells no more of runs than its lines say."""

    def __init__(
        self,
        state: State,
        seat: str,
        replays: Replays,
        words: Words | None,
        brief: bool = False,
    ) -> None:
        self.state = state
        self.seat = seat
        self.replays = replays
        self.game: Game = game_of(state)
        self.sight = Visibility(state, seat)
        self.leads = self.sight.leads
        self.memory = replays.memory(state)
        self.names, named, context = self.now("people", self._people)
        self.words = Words(self.game, words.lang if words else "fr", self.names)
        self.brief = brief
        memory, lang = self.memory, self.words.lang
        self.seen = memory.of(seat, lang, context)
        self.remaining = Remaining(state, seat, self.game, replays, self.seen.still)
        self.bystanders = memory.bystanders(lang, context)
        self.tale = memory.of(seat, f"{lang} brief", context) if brief else self.seen
        self.passers_by = memory.bystanders(f"{lang} brief", context) if brief else self.bystanders
        self._speech = lang, named
        self._sentences = memory.sentences(self._speech)

    def now(self, what: Hashable, make: Callable[[], T]) -> T:
        """Something that is the same to all who lead, or to all who do not, made once."""
        return self.memory.now(self.state.version, (what, self.leads), make)

    def _people(self) -> tuple[dict[str, str], Hashable, Hashable]:
        """The names known, as a mapping and in order; and all that a view of a run depends on
        beside the run itself and what followed from it, and the places in the story, which what is
        shown after a while moves."""
        state = self.state
        names = {
            who: name
            for who, name in state.former_names.items()
            if self.sight.met(who) or self.leads
        }
        names |= {name: str(state.sheet(name)["nom"]) for name in self.sight.characters()}
        named = tuple(names.items())
        return (
            names,
            named,
            (
                *(
                    state.leader,
                    state.archived,
                    state.advice,
                    len(state.scenes),
                    state.scene is None,
                ),
                *(tuple(state.owners.items()), named),
                *(frozenset(state.known_characters), frozenset(state.free), state.reveals),
                *((seat.id, seat.name, seat.removed) for seat in state.seats.values()),
            ),
        )

    # ── words ──────────────────────────────────────────────────────────────────────────────────
    def label(self, name: str) -> str:
        return capital(self.words.label(name))

    def value(self, value: Any, context: str, names: Mapping[str, str]) -> str:
        """A value of a field as a person reads it, a number with what it is called."""
        if isinstance(value, str) and value in names:
            return names[value]
        if place := self.place(value, context, names):
            return place
        told, shown = self.words.label(value, context), self.words.value(value)
        if type(value) is not int:
            return told
        return f"{shown} ({told})" if self.named(value, context) else shown

    def framed(self, each: Setting, names: Mapping[str, str]) -> Json:
        """What a run was framed with, by the name that it has on a sheet: « 12 (Médecin) »; nothing
        of what is as usual, but for the step of a scale."""
        if each.usual and not self.named(each.value, each.name):
            return {}
        told = self.value(each.value, each.name, names)
        if each.named:
            told = f"{told} ({self.words.label(each.named)})"
        return {"name": self.label(each.name), "told": told}

    def named(self, value: Any, context: str) -> bool:
        """Whether a number has a name: one step of a scale."""
        return type(value) is int and self.words.label(value, context) != str(value)

    def place(self, value: Any, context: str, names: Mapping[str, str]) -> str:
        """Who stands at a place of a list, or the place in words; "" for any other number."""
        place = self.words.place(value, context)
        return place and names.get(f"p{value + 1}", place)

    def field(self, name: str, names: Mapping[str, str]) -> str:
        """The word for a field, with the name of somebody for the letter that stands for him."""
        told = self.words.label(name)
        for seat, who in names.items():
            letter = self.words.label(seat) if len(seat) == 1 else ""
            if len(letter) == 1:
                told = _with_name(told, letter, who)
        return told

    def result(self, value: Any, name: str, names: Mapping[str, str]) -> str:
        """A field of a result, whatever it holds; of a record about somebody what comes first and
        is not nothing, but for a nothing that has a name: « 0 (aucun dé) »."""
        if isinstance(value, Mapping):
            return self._record(value, names)
        if isinstance(value, list | tuple):
            return self.words.listed(value, lambda each: self.result(each, name, names))
        return self.value(value, name, names) if value is not None else "–"

    def _record(self, value: Mapping[str, Any], names: Mapping[str, str]) -> str:
        who = next((value[key] for key in ("id", "nom") if key in value), None)
        parts = [
            f"{capital(names.get(key) or self.words.label(key))} {self.result(each, key, names)}"
            for key, each in value.items()
            if who is None or (key not in ("id", "nom") and (each or self.named(each, key)))
        ]
        if who is None:
            return ", ".join(parts) or "–"
        told = names.get(who, who) if isinstance(who, str) else self.result(who, "id", names)
        return f"{told} ({', '.join(parts[:FIRST])})"

    def parts(self, names: Mapping[str, str]) -> Parts:
        """The parts of runs told so far to those who know the same names."""
        return self.memory.parts((self._speech, tuple(names.items())))

    # ── lines ──────────────────────────────────────────────────────────────────────────────────
    def cast(self, run: Run) -> dict[str, str]:
        """Seat or id of the rule -> the name of its character."""
        found = {role: self.names[who] for role, who in run.cast.items() if who in self.names}
        return found | self.beside(run)

    def beside(self, run: Run) -> dict[str, str]:
        """Seat of the rule -> the name of the player beside who acts."""
        seats, leader = self.state.seats, self.state.leader
        return {role: seats[seat or leader].name for role, seat in run.beside.items()}

    def acting(self, run: Run, lines: Iterable[Line]) -> dict[str, str]:
        """The cast, with the seats that only turn up in what is told: theirs who act."""
        found = self.cast(run)
        if run.subject in self.names:
            for line in lines:
                who = line.numbers.get("who") if line.kind != "note" else None
                if isinstance(who, str) and who not in run.cast and who not in run.beside:
                    found[who] = self.names[run.subject]
        return found

    def told(self, line: Line, names: Mapping[str, str]) -> str:
        """A sentence; of one among several, after the name."""
        numbers = self._spoken(line, self.numbers(line, names), names)
        key = (line.text, repr(numbers))
        told = self._sentences.get(key)
        if told is None:
            told = self.words.phrase(line.text, **numbers)
            keep(self._sentences, key, told, MOST_TOLD)
        if line.kind != "note" or not line.about:
            return told
        who = self.names.get(line.about, line.about)
        return self.words.phrase("{who:=} — {text:=}", who=who, text=told)

    def numbers(self, line: Line, names: Mapping[str, str]) -> Json:
        """The numbers of a line, seats and ids told by the names of the characters; of what the
        leader throws or chooses for one of his the name of that one."""
        told = {
            name: value if name in AS_THEY_ARE else named(value, names)
            for name, value in line.numbers.items()
        }
        if line.kind != "note" and line.about in names:
            told["who"] = names[line.about]
        return told

    def _spoken(self, line: Line, numbers: Json, names: Mapping[str, str]) -> Json:
        """The numbers as they are read aloud: one die without its number, a place by who is
        there."""
        if line.kind == "roll":
            return numbers | {"dice": spoken_dice(str(numbers["dice"]))}
        if line.kind == "choice":
            place = self.place(numbers["value"], str(numbers["label"]), names)
            return numbers | {"value": place} if place else numbers
        return numbers

    def reason(self, run: Run) -> str:
        """Why a run was taken back: as somebody wrote it, or what it was that did."""
        return self.words.text(CAUSES[run.cause]) if run.cause else run.reason

    def clauses(self, lines: Iterable[Line]) -> list[list[str]]:
        """[id, what it says] of every clause behind some lines."""
        found = tuple(unique(clause for line in lines for clause in line.clauses))
        memory, say = self.memory, self.words.clause
        return memory.clauses(self.words.lang, found, lambda: [[each, say(each)] for each in found])

    def gauges(self, gauges: Iterable[Gauge]) -> list[Json]:
        return [{"name": self.label(g.name), "value": g.value, "most": g.most} for g in gauges]

    # ── who stands how ─────────────────────────────────────────────────────────────────────────
    def standing(self, one: FighterStatus, numbers: bool = True) -> Json:
        """`gauges`, `states` and `out` of somebody; the numbers where they may be told."""
        return self._stands(one, one.gauges if numbers else ())

    def fighting(self, one: FighterStatus, known: bool) -> Json:
        """The same in the middle of a fight; of a sheet that is not `known` the numbers that the
        rule itself tells everybody."""
        return self._stands(one, one.gauges if known else _told(one.gauges))

    def _stands(self, one: FighterStatus, gauges: Iterable[Gauge]) -> Json:
        return {
            "gauges": self.gauges(gauges),
            "states": [self.words.label(value, what) for what, value in one.states],
            "out": one.out,
        }


def _told(gauges: Iterable[Gauge]) -> list[Gauge]:
    """What of some numbers the rule tells everybody."""
    return [
        each if each.told == "all" else msgspec.structs.replace(each, most=0)
        for each in gauges
        if each.told != "nothing"
    ]


def spoken_dice(notation: str) -> str:
    """A notation as players say it: "d10" for "1d10!"."""
    return re.sub(r"^1(?=d)", "", notation).removesuffix("!")


def _with_name(text: str, letter: str, who: str) -> str:
    """A word in which a letter stands for somebody, with the name in its place."""
    who = isolated(who)
    text = re.sub(rf"\bde {letter}\b", lambda _: of_name(who), text)
    return re.sub(rf"(?<!\w){letter}(?!\w)", lambda _: who, text)


def of_name(who: str) -> str:
    """« de » before a name: d’Aurèle, du Vigile, de la Brute."""
    article, _, rest = who.partition(" ")
    if article in ("Le", "Les") and rest:
        return f"{'du' if article == 'Le' else 'des'} {rest}"
    if article == "La" or who.startswith("L’"):
        return f"de l{who[1:]}"
    return f"d’{who}" if who[:1].upper() in VOWELS else f"de {who}"


def named(value: Any, names: Mapping[str, str]) -> Any:
    """A value with the names of characters for their seats and ids."""
    if isinstance(value, list | tuple):
        return [named(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def unique(names: Iterable[str]) -> Sequence[str]:
    return list(dict.fromkeys(name for name in names if name))
