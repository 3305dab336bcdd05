"""The text of a recap: each item in words, for the page and for its Markdown.

This module may import views and words. It must not know a request or a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from tablee.faces.web.table.consequence_lines import consequence_lines
from tablee.rules.texts.words import Words
from tablee.table.views.recap_view import RecapScene
from tablee.table.views.view_types import ConsequenceView, OverruledView, RunView
from tablee.table.views.whole_view_types import HandoutView, StoryItem

_SIGNS = re.compile(r"[\\`*_\[\]<>|~#$]|&(?=#?\w+;)")
"""Signs that have a meaning anywhere in Markdown."""
_LINE_START = re.compile(r"^(?:(?=[-+=])|(\d+)(?=[.)](?:\s|$)))")
"""Places before signs that begin a list or a heading at the start of a line."""
_LINE_END = re.compile(r"\r\n|[\r\n\v\f\x85\u2028\u2029]")


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An item of a recap. `about`: what was tested and how hard; `lines`: its result and what
    followed; of a note or a handout, its text; `picture`: the end of the address of a handout's
    picture, "" without one."""

    kind: Literal["run", "note", "handout", "booked"]
    title: str = ""
    who: str = ""
    picture: str = ""
    about: str = ""
    tag: str = ""
    lines: Sequence[str]


class Section(msgspec.Struct, frozen=True):
    """A scene of a recap, or the time between two scenes."""

    title: str
    entries: Sequence[Entry]


def sections(scenes: Sequence[RecapScene], words: Words) -> list[Section]:
    return [
        Section(_title(each, words), [_entry(item, words) for item in each.items])
        for each in scenes
    ]


def _title(scene: RecapScene, words: Words) -> str:
    if not scene.number:
        return words.text("Entre deux scènes")
    return scene.title or words.phrase("Scène {n}", n=scene.number)


def _entry(item: StoryItem, words: Words) -> Entry:
    if isinstance(item.run, RunView):
        return _run_entry(item.run, words)
    if item.consequence is not None:
        return Entry(kind="booked", lines=[item.consequence.text])
    if item.kind == "free_throw":
        line = words.phrase("{who:=} lance {dice:=}", who=item.by, dice=item.text)
        return Entry(
            kind="booked", lines=[f"{line} · {item.reason}" if item.reason else f"{line}."]
        )
    if item.handout is not None:
        return _handout_entry(item.handout, words)
    tag = words.text("pour moi uniquement") if item.private else ""
    if item.to:
        tag = words.phrase("pour {names:=}", names=item.to)
    return Entry(kind="note", who=item.by, tag=tag, lines=_LINE_END.split(item.text.strip()))


def _handout_entry(handout: HandoutView, words: Words) -> Entry:
    tag = words.text("pour vous") if handout.private else ""
    if handout.to:
        tag = words.phrase("pour {names:=}", names=words.enumeration([*handout.to]))
    return Entry(
        kind="handout",
        title=handout.title,
        who=handout.by,
        picture=f"{handout.id}/{handout.picture}" if handout.picture else "",
        tag=tag,
        lines=_LINE_END.split(handout.text.strip()) if handout.text.strip() else [],
    )


def _run_entry(run: RunView, words: Words) -> Entry:
    label = [run.label] if run.label != run.title else []
    facts = (
        each.label if each.text == words.text("oui") else _fact(each.label, each.text, words)
        for each in run.parameters
    )
    result = run.headline or " · ".join(_fact(f.label, f.text, words) for f in run.fields)
    if run.result_hidden:
        tag = words.text("résultat caché")
    else:
        tag = words.text("en secret") if run.secret and not run.revealed else ""
    return Entry(
        kind="run",
        title=run.title,
        who=words.enumeration([*run.characters]) if run.characters else "",
        about=" · ".join([*label, *facts]),
        tag=tag,
        lines=[
            *(_overruled(each, words) for each in run.overruled),
            *([_replaced_result(result, words) if run.overruled else result] if result else []),
            *_consequences(run.consequences, words),
        ],
    )


def _fact(label: str, text: str, words: Words) -> str:
    return words.phrase("{name:=} : {given:=}", name=label, given=text)


def _replaced_result(result: str, words: Words) -> str:
    """Return the sentence about a result that does not hold any more."""
    return f"{words.text('Le jet disait :')} {result}"


def _overruled(each: OverruledView, words: Words) -> str:
    """Return the sentence of a decision of the leader."""
    text = words.text("La personne qui mène en décide autrement.")
    if each.field:
        text += f" {_fact(each.field, f'{each.was} → {each.value}', words)}."
    return f"{text} {each.reason}".rstrip()


def _consequences(found: Sequence[ConsequenceView], words: Words) -> Iterator[str]:
    """Yield the texts of the consequences that count, or wait to be revealed."""
    for each in consequence_lines(found, words):
        if each.pending:
            tag = words.text("tenu secret" if each.private else "à la révélation")
            yield f"{each.text} ({tag})"
        elif not each.declined:
            yield each.text


# ── Markdown ───────────────────────────────────────────────────────────────────────────────────
def markdown(
    title: str,
    about: str,
    found: Sequence[Section],
    dice: Sequence[Sequence[str]],
    words: Words,
) -> str:
    """Return a recap in Markdown. Texts of people are escaped: they stay as they were written.
    `dice`: rows of cells, the heads first."""
    blocks = [f"# {escaped(title)}", escaped(about)]
    for section in found:
        blocks.append(f"## {escaped(section.title)}")
        blocks += [_block(each, words) for each in section.entries]
    if dice:
        rows = [[escaped(cell) for cell in row] for row in dice]
        rows.insert(1, ["---"] * len(rows[0]))
        blocks.append(f"## {words.text('Les dés de la soirée')}")
        blocks.append("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return "\n\n".join(blocks) + "\n"


def _block(entry: Entry, words: Words) -> str:
    lines = [escaped(each) for each in entry.lines]
    tag = f" ({entry.tag})" if entry.tag else ""
    if entry.kind == "note":
        return "\n".join(
            f"> {each}".rstrip() for each in [*lines, "", f"— {escaped(entry.who)}{tag}"]
        )
    if entry.kind == "handout":
        note = [f"*({words.text('une image')})*"] if entry.picture else []
        head = f"**{escaped(entry.title)}** — {escaped(entry.who)}{tag}"
        return "\n".join(f"> {each}".rstrip() for each in [head, "", *lines, *note])
    if entry.kind == "booked":
        return f"- {' '.join(lines)}"
    who = f" — {escaped(entry.who)}" if entry.who else ""
    head = f"- **{escaped(entry.title)}**{who}{tag}"
    about = [escaped(entry.about)] if entry.about else []
    return "\n".join([head, *(f"  - {each}" for each in [*about, *lines])])


def escaped(text: str) -> str:
    """Return a text that Markdown shows as it is, on one line."""
    bare = _SIGNS.sub(r"\\\g<0>", _LINE_END.sub(" ", text).strip())
    return _LINE_START.sub(r"\1\\", bare)
