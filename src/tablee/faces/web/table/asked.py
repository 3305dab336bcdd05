"""The asks of a view as cards: pads for dice, options as buttons, the dice that fell drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.dice.die import Die, OpenDie, Throw
from tablee.faces.telling import sentence
from tablee.faces.web.dice import dice_views, pad_view
from tablee.faces.web.form.filled import constant_text
from tablee.rules.readings.explain import Step
from tablee.rules.words import Words

__all__ = ["with_cards"]

Json = dict[str, Any]
MOST_BUTTONS = 16


def with_cards(view: Json, words: Words) -> Json:
    """The same view, every run in it with what its cards need."""
    for run in (*view["runs"], view["last"]):
        if run:
            _carded(run, words)
    for item in view["story"]["items"]:
        if item["run"]:
            _carded(item["run"], words)
    return view


def _carded(run: Json, words: Words) -> None:
    if run.get("shut") or "steps" in run:
        return
    steps = [
        Step(
            kind=line["kind"],
            clauses=tuple(each[0] for each in line["clauses"]),
            numbers=_dice_numbers(line),
            text=line["text"],
        )
        for line in run["lines"]
    ]
    dice = dice_views(steps, words)
    run["steps"] = [{**line, "dice": drawn} for line, drawn in zip(run["lines"], dice, strict=True)]
    run["thrown"] = [drawn for drawn in dice if drawn][-4:]
    run["cards"] = [_card(ask, words) for ask in run["asks"]]


def _dice_numbers(line: Mapping[str, Any]) -> Json:
    numbers = dict(line["numbers"])
    if "faces" in numbers:
        numbers["faces"] = tuple(numbers["faces"])
    return numbers


def _card(ask: Json, words: Words) -> Json:
    """An ask with what its form needs: `kind` as the templates know it."""
    if ask["kind"] == "roll":
        return {**ask, "pad": pad_view(_throw(ask), words), "notation": _notation(ask)}
    name = "choose" if ask["index"] is None else f"choose.{ask['index']}"
    made = {**ask, "name": name, "options": [], "kind": "one"}
    if "range" in ask:
        low, high = ask["range"]
        if high - low < MOST_BUTTONS:
            made["options"] = [_option(n, words.value(n)) for n in range(low, high + 1)]
        else:
            made |= {"kind": "number", "low": low, "high": high}
    elif "subset" in ask:
        told = ask["subset"]
        made["options"] = [_option(each["id"], each["label"]) for each in told["of"]]
        made |= {"kind": "some", "least": told["min"], "most": told["max"]}
    else:
        made["options"] = [_option(e["id"], e["label"]) for e in ask.get("options", ())]
    if "form" in ask:
        numbers = [each for each in ask["form"] if each != "texte"]
        made["kind"] = "text"
        made["longest"] = ask["form"].get("texte", {}).get("longest", 2000)
        made["number"] = (
            {
                "name": numbers[0],
                "label": sentence(words, words.label(numbers[0])),
                "range": ask["form"][numbers[0]]["range"],
            }
            if numbers
            else None
        )
    return made


def _option(value: Any, label: str) -> Json:
    return {
        "value": constant_text(value),
        "key": msgspec.json.encode(value).decode(),
        "label": label[:1].upper() + label[1:],
    }


def _throw(ask: Json) -> Throw:
    die = OpenDie(ask["sides"], *ask["open"]) if ask["open"] else Die(ask["sides"], ask["low"])
    return Throw(die, ask["label"], ask["who"], ask["count"])


def _notation(ask: Json) -> str:
    told: str = ask["dice"].rstrip("!")
    return told.removeprefix("1") if ask["count"] == 1 else told
