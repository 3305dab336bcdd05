"""The application by HTTP: headers, redirects, refusals, and nothing that breaks it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.web.console.console_page import chapters_of
from tablee.faces.web.guards import POLICY
from tablee.rules.registry import games
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

SIMPLE = "/exil/simple?talent=14&difficulty=-5"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient[Any]]:
    app = create_app(AppOptions(hosts=["testserver.local"]))
    with TestClient(app, raise_server_exceptions=True) as client:
        yield client


def test_every_answer_carries_the_policy(client: TestClient[Any]) -> None:
    for path in ("/", "/exil", SIMPLE, "/nulle/part", "/static/console.js", "/api/games"):
        answer = client.get(path)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"


def test_no_page_holds_what_the_policy_refuses(client: TestClient[Any]) -> None:
    for path in ("/", "/exil", SIMPLE, "/loss/action?trait=7&talent=8&exploits=ask"):
        page = client.get(path).text
        assert not re.search(r"<[^>]*\sstyle=", page)
        assert not re.search(r"<script(?![^>]*\ssrc=)", page)
        assert not re.search(r"<[^>]*\son[a-z]+=", page)
        assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", page)


def test_another_host_is_not_answered(client: TestClient[Any]) -> None:
    assert client.get("/", headers={"host": "ailleurs.example"}).status_code == 400


def test_what_is_not_there(client: TestClient[Any]) -> None:
    for path in ("/nulle", "/exil/nulle", "/calcul/law/nul", "/static/nul.css", "/nulle/part/ici"):
        assert client.get(path).status_code == 404
    problem = client.get("/api/nulle")
    assert problem.status_code == 404
    assert problem.headers["content-type"] == "application/problem+json"


def test_the_house_throws_and_the_faces_stand_in_the_address(client: TestClient[Any]) -> None:
    answer = client.post(SIMPLE.replace("?", "/lancer?"), follow_redirects=False)
    assert answer.status_code == 303
    query = parse_qs(answer.headers["location"].partition("?")[2])
    (roll,) = json.loads(query["answers"][0])
    assert roll["dice"][0] in range(1, 13)
    assert query["talent"] == ["14"]


def test_a_typed_face_becomes_part_of_the_run(client: TestClient[Any]) -> None:
    answer = client.get(f"{SIMPLE}&faces=6", follow_redirects=False)
    assert answer.status_code == 303
    assert '[{"dice":[6]}]' in parse_qs(answer.headers["location"].partition("?")[2])["answers"]


@pytest.mark.parametrize("faces", ["13", "0", "", "six", "6,6", "9" * 400])
def test_a_wrong_face_is_refused_and_changes_nothing(client: TestClient[Any], faces: str) -> None:
    answer = client.get(f"{SIMPLE}&faces={faces}", follow_redirects=False)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert 'name="answers"' not in answer.text


def test_answers_that_cannot_be_read_are_shown(client: TestClient[Any]) -> None:
    for answers in ("[", "{}", '[{"dice":[13]}]', '[{"choose":1}]', "[1]", '[{"dice":[6]},{}]'):
        answer = client.get(f"{SIMPLE}&answers={quote(answers)}")
        assert answer.status_code == 200
        assert 'role="alert"' in answer.text


def test_hostile_text_shows_as_text(client: TestClient[Any]) -> None:
    hostile = "<script>alert(1)</script>\"'"
    for path in (
        f"/loss/echec?exploits=2&auteur={quote(hostile)}",
        f"/exil/simple?talent={quote(hostile)}",
        f"/exil/simple?talent=9&rulings.equal={quote(hostile)}",
    ):
        page = client.get(path).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    "back", ["//ailleurs.example/x", "https://ailleurs.example", "\\\\x", "", "//[", "//[x"]
)
def test_the_language_never_leads_elsewhere(client: TestClient[Any], back: str) -> None:
    answer = client.get(f"/langue?vers=en&retour={quote(back)}", follow_redirects=False)
    assert answer.status_code == 303
    assert re.match(r"/(?![/\\])", answer.headers["location"])
    assert "HttpOnly" in answer.headers["set-cookie"]
    client.cookies.clear()


@pytest.mark.parametrize("path", ["/langue", "/exil/simple"])
def test_too_many_fields_are_refused(client: TestClient[Any], path: str) -> None:
    assert client.get(f"{path}?{'a&' * 20_001}").status_code == 400


def test_a_page_in_english(client: TestClient[Any]) -> None:
    page = client.get(SIMPLE, headers={"accept-language": "en-GB,en;q=0.8"}).text
    assert '<html lang="en"' in page
    assert "Throw the d12" in page


def shown(client: TestClient[Any], address: str, text: str) -> str:
    """Return a page, asked for again until what is worked out for it is there."""
    limit = time.monotonic() + 60
    while text not in (page := unescape(client.get(address).text)):
        assert time.monotonic() < limit, page
        time.sleep(0.1)
    return page


def test_the_page_of_a_choice_shows_the_chances_with_best_play(client: TestClient[Any]) -> None:
    page = shown(client, "/armes_dieux/jet?poignee=4&sr=9&ecartes=ask", "vue.best=1")
    (address,) = re.findall(r'href="([^"]*vue\.best=1)"', page)
    best = shown(client, address, "413/648").partition('id="pane-best"')[2]
    assert "Vos chances, en jouant au mieux" in best
    assert "413/648" in best.partition("</table>")[0]


EVERY = [procedure.id for game in games() for procedure in game.procedures]
names = st.sampled_from(["talent", "seuil", "participants[0].id", "plus", "moins", "faces"]) | (
    st.sampled_from(
        ["answers", "choose", "choose.0", "vue.law", "vue.what_if", "vue.best", "rulings.equal"]
    )
    | st.text(max_size=8)
)
values = st.text(max_size=10) | st.sampled_from(["[]", "[{}]", "1", "-1", "a[0]", "~9", "1e9"])


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.sampled_from(EVERY), st.lists(st.tuples(names, values), max_size=6))
def test_no_address_breaks_a_page(
    client: TestClient[Any], name: str, pairs: list[tuple[str, str]]
) -> None:
    game, _, rule = name.partition(".")
    query = urlencode(pairs, errors="replace")
    for answer in (
        client.get(f"/{game}/{rule}?{query}"),
        client.post(f"/{game}/{rule}/lancer?{query}", follow_redirects=False),
    ):
        assert answer.status_code in (200, 303)


def test_the_page_tells_what_is_left_to_the_leader_and_landmarks(client: TestClient[Any]) -> None:
    page = client.get("/exil/simple").text
    heading = page.index("Au jugement de qui mène")
    assert page.index("EXIL-BAS-04") < heading < page.index("EXIL-BAS-02")
    page = client.get("/loss/action").text
    assert "Repères" in page
    assert "Crocheter une bonne serrure ordinaire" in page
    page = client.get("/loss/action", headers={"accept-language": "en"}).text
    assert "Picking a good ordinary lock" in page


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_titles_of_chapters_begin_with_a_capital(lang: Lang) -> None:
    for game in games():
        titles = [each.title for each in chapters_of(game, Words(game, lang)) if each.title]
        assert all(title[0].isupper() for title in titles), titles
