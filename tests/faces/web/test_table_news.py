"""What a page is sent makes of what it shows what it is to show, also when it shows that already."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from tablee.faces.streams import event
from tablee.faces.web.table.page_pieces import CARDS, LINES, SEATS, Listing, Pieces, news
from tests.table.evening import LEADER, set_up

SENT = re.compile(
    r'<template hx type="partial" hx-target="#([\w-]+)" hx-swap="(\w+)">(.*?)</template>', re.S
)
MEMBER = re.compile(r'<li id="([\w-]+)">.*?</li>', re.S)


def member(name: str, text: int) -> Markup:
    return Markup('<li id="{}">{}</li>').format(name, text)


Slots = Mapping[str, Markup]
NO_VIEW = set_up("socle").view(LEADER)
TEXTS = st.lists(st.integers(0, 2), min_size=10, max_size=10)


def lists(prefix: str) -> st.SearchStrategy[dict[str, Markup]]:
    """Listing in any order, mostly the newest first."""
    places = st.lists(st.integers(0, 9), unique=True)
    ordered = st.one_of(places.map(lambda found: sorted(found, reverse=True)), places)
    return st.builds(
        lambda found, texts: named([f"{prefix}{n}" for n in found], texts), ordered, TEXTS
    )


def named(names: list[str], texts: list[int]) -> dict[str, Markup]:
    return {name: member(name, text) for name, text in zip(names, texts, strict=False)}


def pages() -> st.SearchStrategy[Pieces]:
    slots = TEXTS.map(lambda texts: named(["bar", "facing"], texts))
    return st.builds(page, slots, lists("run-"), lists("at-"), lists("s"))


def page(slots: Slots, cards: Slots, seats: Slots, lines: Slots) -> Pieces:
    members = Listing(CARDS, cards), Listing(SEATS, seats), Listing(LINES, lines)
    return Pieces(NO_VIEW, False, slots, *members)


def received(shown: Pieces, news: bytes) -> Pieces:
    """The page after what it was sent, as the script of the page does it."""
    sent = news.decode()
    slots = dict(shown.slots)
    lists = {each.place: dict(each.all) for each in shown.lists}
    assert "".join(found[0] for found in SENT.finditer(sent)) == sent
    for target, swap, html in SENT.findall(sent):
        brought = {found[1]: Markup(found[0]) for found in MEMBER.finditer(html)}
        if target in lists:
            members = lists[target]
            fresh = {name: each for name, each in brought.items() if name not in members}
            kept = {} if swap == "innerMorph" else {**members, **brought}
            assert swap in ("put", "innerMorph")
            whole = brought if swap == "innerMorph" else {**fresh, **{n: kept[n] for n in members}}
            members.clear()
            members.update(whole)
            continue
        for part in (slots, *lists.values()):
            if swap == "delete":
                part.pop(target, None)
            elif target in part:
                part[target] = brought[target]
    return page(slots, lists[CARDS], lists[SEATS], lists[LINES])


def ordered(page: Pieces) -> list[list[tuple[str, Markup]]]:
    return [[*each.all.items()] for each in page.lists]


@given(pages(), pages())
def test_a_page_comes_to_show_what_is(before: Pieces, now: Pieces) -> None:
    after = received(before, news(before, now))
    assert ordered(after) == ordered(now)
    assert after.slots == now.slots
    whole = received(before, news(None, now))
    assert (ordered(whole), whole.slots) == (ordered(after), after.slots)


@given(pages(), pages(), pages())
def test_pages_that_show_the_same_are_sent_the_same(
    first: Pieces, other: Pieces, now: Pieces
) -> None:
    """Whatever was sent to others in between."""
    output = news(first, now)
    assert news(other, now) == news(page_like(other), now)
    assert news(first, now) == output == news(page_like(first), now)


def page_like(shown: Pieces) -> Pieces:
    """Another page that shows the same."""
    return page(shown.slots, *(each.all for each in shown.lists))


@given(pages(), pages())
def test_what_is_shown_already_stays(before: Pieces, now: Pieces) -> None:
    after = received(now, news(before, now))
    assert ordered(after) == ordered(now)


@given(pages(), pages())
def test_nothing_is_sent_for_nothing(before: Pieces, now: Pieces) -> None:
    assert news(now, now) == b""
    assert (before.digest() == now.digest()) == (news(before, now) == b"")


def test_a_line_that_breaks_stays_one_message() -> None:
    assert event(b"a\r\nb\rc\nd", "7", "view") == (
        b"event: view\nid: 7\ndata: a\ndata: b\ndata: c\ndata: d\n\n"
    )
