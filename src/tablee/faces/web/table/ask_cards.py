"""The asks of a view as cards: pads for dice, options as toggles, the dice that fell drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tablee.dice.die import Die, OpenDie, Throw
from tablee.faces.messages import sentence
from tablee.faces.web.form.form_values import constant_text
from tablee.faces.web.panes.dice_pane import dice_views, pad_view
from tablee.faces.web.template_cache import Once
from tablee.rules.readings.explain import Step
from tablee.rules.registry import find_procedure
from tablee.rules.words import Words
from tablee.table.casting import places_of

Json = dict[str, Any]
MOST_BUTTONS = 16
"""A number from a longer range than that is typed."""
BRIEF = 4
"""Options whose words are no longer than that stand beside each other."""
SHOWN = 4
"""So many throws are drawn large, the last ones."""
FRESH = 3
"""So many sentences of a run under way are in sight, the last ones."""
RECENT = 24
"""So many steps of a run under way are on its card, the last ones: a long fight has hundreds, and
its card is sent anew with each blow."""
UNSHOWN = ("asks", "lines", "result")
"""What cards are made of, and do not hold besides."""


def with_cards(view: Json, words: Words, once: Once) -> Json:
    """The view with what the cards of its runs need; what waits for the seat comes first."""
    me, lang = view["me"], words.lang
    seen = {"seat": me["seat"], "leads": me["leads"], "dice": me["dice"]}
    nobody = {**seen, "seat": ""}

    def carded(run: Json) -> Json:
        cards = once.of(("cards", lang), run, lambda run: _carded(run, words, once))
        if cards["mine"] or any(wait["seat"] == me["seat"] for wait in run["waiting"]):
            return {**cards, "me": seen}
        beside = "beside", me["leads"], me["dice"]
        return once.of(beside, cards, lambda cards: {**cards, "me": nobody})

    runs = [carded(run) for run in view["runs"] if not run["shut"]]
    if me["leads"] and len(runs) > 1:
        _pair(runs)
    last = view["last"]
    return {
        **view,
        "due": _dues(view, words),
        "runs": sorted(runs, key=lambda run: not run["mine"]),
        "last": carded(last) if last and not last["shut"] else last,
    }


def _dues(view: Json, words: Words) -> list[Json]:
    names = {each["id"]: each["name"] for each in view["characters"]} if view["due"] else {}
    dues = [_due(number, due, names, words) for number, due in enumerate(view["due"], 1)]
    open_ = [run for run in view["runs"] if not run["shut"]]
    return [{**due, "under_way": any(_plays(run, due) for run in open_)} for due in dues]


def _plays(run: Json, due: Json) -> bool:
    """Whether a run is what is due."""
    whose = not due["who"] or due["who"] in run["who"]
    return bool(run["procedure"] == due["procedure"] and whose)


def _due(number: int, due: Json, names: Mapping[str, str], words: Words) -> Json:
    """What is still to be played, with what its form sends."""
    procedure, who = due.get("procedure"), due.get("qui") or ""
    places = {place.name for place in places_of(find_procedure(procedure))} if procedure else set()
    params = (due.get("params") or {}).items()
    return {
        "number": number,
        "procedure": procedure,
        "title": sentence(words, words.label(procedure)) if procedure else "",
        "who": names.get(who, ""),
        "text": sentence(words, due.get("texte") or ""),
        "to": who if "" in places else "",
        "fields": [(name, _sent(value)) for name, value in params],
    }


def _sent(value: Any) -> str:
    """A parameter as a form sends it."""
    nested = isinstance(value, Mapping | list | tuple)
    return msgspec.json.encode(value).decode() if nested else constant_text(value)


def _pair(runs: Sequence[Json]) -> None:
    """Tell the leader's runs that wait for the same as another one of it (`alike`: the others, each
    as `run:place`)."""
    alike: dict[bytes, list[Json]] = {}
    for run in runs:
        if len(run["cards"]) == 1 and run["mine"] and run["cards"][0].get("index") is None:
            bare = {name: value for name, value in run["cards"][0].items() if name != "who"}
            alike.setdefault(msgspec.json.encode([run["procedure"], bare]), []).append(run)
    for group in alike.values():
        for run in group:
            run["alike"] = [
                f"{other['id']}:{other['place']}" for other in group if other is not run
            ]


def _carded(run: Json, words: Words, once: Once) -> Json:
    cards = list(_cards(run["asks"], run["framing"], words))
    mine = [card for card in cards if card["mine"]]
    lines = once.of(("lines", words.lang), run["lines"], lambda lines: _drawn(lines, words))
    steps = lines["steps"]
    before = max(0, len(steps) - RECENT) if run["status"] == "open" else 0
    return {
        **{name: value for name, value in run.items() if name not in UNSHOWN},
        **lines,
        "steps": steps[before:],
        "before": before,
        "cards": cards,
        "mine": bool(mine),
        "throws": [card for card in mine if card["kind"] == "roll"],
        "choices": [card for card in mine if card["kind"] != "roll"],
        "offs": any(each["off"] for each in run["framing"]),
        "alike": [],
    }


def drawn(run: Json, words: Words) -> Json:
    """A run with its lines and their dice (`steps`), the last throws (`thrown`), and the last
    things said (`fresh`)."""
    return {**run, **_drawn(run["lines"], words), "before": 0}


def _drawn(lines: Sequence[Json], words: Words) -> Json:
    steps = [
        Step(
            kind=line["kind"],
            clauses=tuple(each[0] for each in line["clauses"]),
            numbers=_dice_numbers(line),
            text=line["text"],
        )
        for line in lines
    ]
    dice = dice_views(steps, words)
    return {
        "steps": [{**line, "dice": each} for line, each in zip(lines, dice, strict=True)],
        "thrown": [each for each in dice if each][-SHOWN:],
        "fresh": [line["text"] for line in lines if line["kind"] != "roll"][-FRESH:],
    }


def _dice_numbers(line: Mapping[str, Any]) -> Json:
    numbers = dict(line["numbers"])
    if "faces" in numbers:
        numbers["faces"] = tuple(numbers["faces"])
    return numbers


# ── what is asked ──────────────────────────────────────────────────────────────────────────────
def _cards(asks: Sequence[Json], framing: Sequence[Json], words: Words) -> Iterator[Json]:
    """A card an ask, without the facts that stand above it: who is asked, what the run was framed
    with; asks to the leader's own that are alike are one, answered together."""
    framed = {each["name"]: _bare(each) for each in framing}
    alike: dict[bytes, list[Json]] = {}
    for place, each in enumerate(asks):
        if each["kind"] == "roll":
            yield _roll(each, words)
            continue
        facts = (fact for fact in each["facts"] if fact["told"] != each["who"])
        ask = {**each, "facts": [fact for fact in facts if framed.get(fact["name"]) != _bare(fact)]}
        bare = {name: value for name, value in ask.items() if name not in ("who", "index")}
        one_by_one = ask["index"] is None
        key = msgspec.json.encode([place if one_by_one else None, bare], order="deterministic")
        alike.setdefault(key, []).append(ask)
    for group in alike.values():
        yield _choice(group, words)


def _bare(told: Json) -> str:
    """What is told, without what stands behind it in brackets."""
    return str(told["told"]).partition(" (")[0]


def _roll(ask: Json, words: Words) -> Json:
    pad = pad_view(_throw(ask), words)
    return {**ask, "pad": pad, "notation": _notation(ask), "single": ask["count"] == 1}


def _choice(group: Sequence[Json], words: Words) -> Json:
    """Asks that are alike with what their form needs: `kind` as the templates know it."""
    ask = group[0]
    index = ask["index"]
    made = {
        **ask,
        "kind": "one",
        "name": "choose" if index is None else f"choose.{index}",
        "options": [],
        "who": _named([each["who"] for each in group], words),
        "alike": " ".join(str(each["index"]) for each in group[1:]),
    }
    if "range" in ask:
        low, high = ask["range"]
        means = dict(enumerate(ask.get("means", ()), start=low))
        if high - low < MOST_BUTTONS:
            told = ((n, words.value(n), means.get(n, "")) for n in range(low, high + 1))
            made["options"] = [_option(*each) for each in told]
        else:
            made["facts"] = [*ask["facts"], *_marks(low, high, means, words)]
            made |= {"kind": "number", "low": low, "high": high, "start": min(max(0, low), high)}
    elif "subset" in ask:
        told = ask["subset"]
        made["options"] = [_option(each["id"], each["label"]) for each in told["of"]]
        made |= {"kind": "some", "least": told["min"], "most": told["max"]}
    else:
        made["options"] = [_option(e["id"], e["label"]) for e in ask.get("options", ())]
    usual = constant_text(ask["usual"]) if "usual" in ask else ""
    offered = any(each["value"] == usual for each in made["options"])
    if offered or (usual and made["kind"] == "number"):
        made["start"] = usual
    if "form" in ask:
        made |= _text(ask, words)
    made["brief"] = all(len(each["label"]) <= BRIEF for each in made["options"])
    return made


def _marks(low: int, high: int, means: Mapping[int, str], words: Words) -> Iterator[Json]:
    """What some of the numbers of a long range mean: both ends and the middle."""
    for n in (low, (low + high) // 2, high):
        if n in means:
            yield {"name": words.value(n), "told": means[n]}


def _named(names: Sequence[str], words: Words) -> str:
    """Names one after the other, those that are alike counted."""
    counted = dict.fromkeys(names, 0)
    for name in names:
        counted[name] += 1
    told = [name if n == 1 else f"{n}\u00a0×\u00a0{name}" for name, n in counted.items()]
    return words.enumeration(told)


def _text(ask: Json, words: Words) -> Json:
    """A text of one's own, with a number where one goes with it."""
    form = ask["form"]
    number = next((name for name in form if name != "texte"), None)
    told = {"label": sentence(words, words.label(number)), "name": number} if number else None
    return {
        "kind": "text",
        "longest": form.get("texte", {}).get("longest", 2000),
        "number": told and {**told, "range": form[number]["range"]},
    }


def _option(value: Any, label: str, means: str = "") -> Json:
    return {
        "value": constant_text(value),
        "key": msgspec.json.encode(value).decode(),
        "label": label[:1].upper() + label[1:],
        "means": means,
    }


def _throw(ask: Json) -> Throw:
    die = OpenDie(ask["sides"], *ask["open"]) if ask["open"] else Die(ask["sides"], ask["low"])
    return Throw(die, ask["label"], ask["who"], ask["count"])


def _notation(ask: Json) -> str:
    told: str = ask["dice"].rstrip("!")
    return told.removeprefix("1") if ask["count"] == 1 else told
