"""What the leader decides otherwise, on the page: its line in the story says as much as the card."""

from __future__ import annotations

import re

from tests.faces.web.test_taking import Client, sit
from tests.faces.web.test_waiting import page, post, seats
from tests.table.evening import LEADER

__all__ = ["seats"]

CHANGED = r"Qualités\s: <del>(\d+)</del> <ins>9</ins>"


def roll_is_over(client: Client, leader: str) -> None:
    """A roll of bastan's, requested and answered by the leader."""
    sit(client, leader)
    asked = {"procedure": "armes_dieux.jet", "poignee": "6", "ecartes": "0", "to": "bastan"}
    assert post(client, LEADER, do="request", **asked).status_code == 303
    answers = {"do": "dice", "faces": "1,2,3,4,5,6"}, {"do": "choose", "choose": "false"}
    for place, answer in enumerate(answers):
        assert post(client, LEADER, run="j1", place=f"{place}", **answer).status_code == 303


def test_a_line_of_the_story_says_what_was_put_in_the_place_of_what(
    seats: tuple[Client, list[str]],
) -> None:
    client, given = seats
    roll_is_over(client, given[0])
    act = {"do": "overrule", "run": "j1", "reason": "La lune."}
    assert post(client, LEADER, **act, field="qualites", value="9").status_code == 303
    assert post(client, LEADER, **act).status_code == 303
    for seat, link in zip((LEADER, "j1", "j2"), given, strict=False):
        sit(client, link)
        story_text = page(client, seat).partition('id="story"')[2]
        lines = [each for each in story_text.split("<li ") if "en décide autrement." in each]
        whole, first = [each for each in lines if 'class="overruled"' not in each]
        assert re.search(CHANGED, first)
        assert "<ins>" not in whole
        assert all("<bdi>La lune.</bdi>" in each for each in (whole, first))


def test_the_card_says_what_holds_now(seats: tuple[Client, list[str]]) -> None:
    """What the dice headline is struck through; what follows from it stays until it is declined."""
    client, given = seats
    roll_is_over(client, given[0])
    card = re.compile(r'<article class="card ended".*?</article>', re.S)
    (before,) = card.findall(page(client, LEADER))
    headline = re.search(r'<p class="sentence[^>]*>([^<]+)</p>', before)
    assert headline
    decided = post(client, LEADER, do="overrule", run="j1", reason="la juge cède quand même")
    assert decided.status_code == 303
    for seat, link in zip((LEADER, "j1"), given, strict=False):
        sit(client, link)
        (after,) = card.findall(page(client, seat))
        assert '<p class="sentence">La juge cède quand même</p>' in after
        assert f"Le jet disait\u00a0: <del>{headline[1]}</del>" in after
        assert "sentence won" not in after
        assert "sentence lost" not in after
