"""The page that checks the dice: the same answers as the command, for people on any screen."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tablee.faces.throw_verdicts import checked_view
from tablee.faces.web.guards import POLICY
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.verify_page import verify_page
from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.export.export_file import sealed
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.export.house_throws import read_file
from tablee.table.export.throw_checks import verified
from tablee.table.log import events as ev
from tests.browser.conftest import DESKTOP, NARROW, PHONE, Tab
from tests.kit.accessible import nothing_serious
from tests.table.export.tables import GAMES, ID, LEADER, logged, played

Tabs = Callable[..., Tab]
HOSTILE = "<img src=x onerror=alert(1)>\u202e\u200b" + "W" * 150
# FIPS 180-4 by way of NIST's examples: message -> digest.
SHA_256 = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
    "nopqrstu": "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
    "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
# RFC 4231: key, data (both in hexadecimal digits) -> HMAC-SHA-256; case 5 of 128 bits is the first half.
HMAC = [
    (
        "0b" * 20,
        b"Hi There".hex(),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ),
    (
        b"Jefe".hex(),
        b"what do ya want for nothing?".hex(),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    ("aa" * 20, "dd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        bytes(range(1, 26)).hex(),
        "cd" * 50,
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
    ),
    ("0c" * 20, b"Test With Truncation".hex(), "a3b6167473100ee06e0c796c2955552b"),
    (
        "aa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First".hex(),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        "aa" * 131,
        (
            b"This is a test using a larger than block-size key and a larger than block-size data. "
            b"The key needs to be hashed before being used by the HMAC algorithm."
        ).hex(),
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
]


@functools.cache
def honest(game: str = "loss", seed: int = 3, ended: bool = True) -> bytes:
    return campaign_file(ID, logged(played(game, seed, ended)))


def forged(data: bytes, change: Callable[[Any], None]) -> bytes:
    whole = json.loads(data)
    change(whole["content"])
    content = json.dumps(whole["content"], ensure_ascii=False, separators=(",", ":")).encode()
    return sealed(whole["format"], content)


def given(page: Page, data: bytes) -> None:
    """Choose a file."""
    file: FilePayload = {"name": "x.json", "mimeType": "application/json", "buffer": data}
    page.locator("#file").set_input_files(file)
    expect(page.locator("#summary p").first).not_to_have_text("Vérification…")


def answer(page: Page, data: bytes) -> Any:
    """What the script says of a file."""
    return page.evaluate(
        "text => Checking.check(Hashing.utf8(text))", data.decode("utf-8", "surrogateescape")
    )


# ── the functions ──────────────────────────────────────────────────────────────────────────────
def test_sha_256_by_the_vectors_of_the_standard(tabs: Tabs) -> None:
    page = tabs().open("/verifier")
    for message, digest in SHA_256.items():
        texts = page.evaluate("text => Hashing.hex(Hashing.sha256(Hashing.utf8(text)))", message)
        assert texts == digest


def test_hmac_by_the_vectors_of_the_standard(tabs: Tabs) -> None:
    page = tabs().open("/verifier")
    hmac = "([key, data]) => Hashing.hex(Hashing.hmac(Hashing.unhex(key), Hashing.unhex(data)))"
    for key, data, digest in HMAC:
        assert page.evaluate(hmac, [key, data]).startswith(digest)


def _faces(content: Any) -> None:
    for event in content["events"]:
        if event.get("draw"):
            event["answer"]["dice"][0] += 1


def _words(content: Any) -> None:
    for event in content["events"]:
        if event.get("draw"):
            event["words"] = "j1=à l’abri ☂"


def _counters(content: Any) -> None:
    for event in content["events"]:
        if event.get("draw"):
            event["draw"] += 1
            event["place"] += 1


def _dice(content: Any) -> None:
    for event in content["events"]:
        if event.get("draw"):
            event["dice"] = "1d10@1"


def _texts(content: Any) -> None:
    for event in content["events"]:
        for line in (event.get("outcome") or {"lines": []})["lines"]:
            if line["kind"] == "roll":
                line["numbers"]["faces"] = [7]


def _fewer_shown(content: Any) -> None:
    for event in content["events"]:
        if event.get("outcome"):
            lines = event["outcome"]["lines"]
            event["outcome"]["lines"] = [line for line in lines if line["kind"] != "roll"]


def _seeds(content: Any) -> None:
    for event in content["events"]:
        if event["type"] == "scene_begun":
            event["seed"], event["commitment"] = "", "0" * 64
            event["screen"] = "ab" * 32


def _cut(content: Any) -> None:
    """With seeds that are not those of the scenes, which were cut."""
    for event in content["events"]:
        if event["type"] == "scene_begun":
            event["seed"] = event["screen"] = "0" * 64
        if event["type"] == "scene_ended":
            event["cut"] = True


def _null(content: Any) -> None:
    for event in content["events"]:
        if "choose" in event.get("answer", {}):
            event["answer"]["dice"] = None


FORGERS = (_faces, _words, _counters, _dice, _texts, _fewer_shown, _seeds, _cut, _null)


@pytest.mark.parametrize("game", GAMES)
def test_it_answers_what_the_command_answers(tabs: Tabs, game: str) -> None:
    page = tabs().open("/verifier")
    for seed in range(4):
        files = [honest(game, seed), honest(game, seed, ended=False)]
        files += [throws_file(ID, logged(played(game, seed)), seat) for seat in ("j1", LEADER)]
        files += [forged(files[0], each) for each in FORGERS]
        files += [forged(files[1], _texts)]
        files += [json.dumps(json.loads(files[0]), indent=2).encode()]
        for data in files:
            throws = read_file(data)
            assert answer(page, data) == checked_view(throws, verified(throws))


def _of_first(**changed: Any) -> Callable[[Any], None]:
    """The first scene with a throw in a player's file, or that throw, otherwise."""

    def change(content: Any) -> None:
        scene = next(each for each in content["scenes"] if each["open"]["throws"])
        for name, value in changed.items():
            among = scene if name in scene or name == "cut" else scene["open"]
            among = among if name in among or name == "cut" else among["throws"][0]
            among[name] = value

    return change


REFUSED = {
    "ended later than can be told": _of_first(ended=2**53),
    "ended at no whole moment": _of_first(ended=1.5),
    "cut in another word": _of_first(cut=1),
    "begun at no time": _of_first(began="hier"),
    "a commitment among others": _of_first(commitment=["0" * 64]),
    "a seed with an end of line": _of_first(seed="0" * 64 + "\n"),
    "a moment that cannot be told": _of_first(at=2**60),
    "nobody's rule": _of_first(procedure=3),
}


@pytest.mark.parametrize("how", REFUSED)
def test_it_refuses_what_the_command_refuses(tabs: Tabs, how: str) -> None:
    data = forged(throws_file(ID, logged(played("loss", 3)), "j1"), REFUSED[how])
    with pytest.raises(Refusal):
        read_file(data)
    assert why(tabs().open("/verifier"), data) == "bad_file"


def _with_another(tag: str) -> Callable[[Any], None]:
    """A log with one more event, of which nothing else is shown."""

    def change(content: Any) -> None:
        content["events"].append({"type": tag})

    return change


def test_it_refuses_an_event_that_it_does_not_know(tabs: Tabs) -> None:
    """And knows all that there are."""
    page = tabs().open("/verifier")
    for kind in ev.EVENTS:
        tag = str(kind.__struct_config__.tag)
        data = forged(honest(), _with_another(tag))
        texts = why(page, data)
        assert texts is None or tag in (
            "framed",
            "scene_begun",
            "scene_ended",
            "undone",
            "seat_changed",
            "free_throw",
        )
    later = forged(honest(), _with_another("dreamt"))
    assert why(page, later) == "bad_file"
    with pytest.raises(Refusal):
        read_file(later)


@pytest.mark.parametrize("kept", ["first", "last"])
def test_two_contents_are_not_what_was_written(tabs: Tabs, kept: str) -> None:
    """Of a file whose digest is that of both together."""
    content = honest()[honest().index(b'"content":') + 10 :].rstrip()[:-1]
    both = b'{},"content":' + content if kept == "last" else content + b',"content":' + content
    head = b'{"format":"tablee-campaign","number":1,"sha256":"%b","content":'
    data = head % hashlib.sha256(both).hexdigest().encode() + both + b"}\n"
    assert not read_file(data).intact
    assert answer(tabs().open("/verifier"), data)["intact"] is False


def why(page: Page, data: bytes) -> str | None:
    """Why the script does not read a file."""
    texts: str | None = page.evaluate(
        "text => { try { Checking.check(Hashing.utf8(text)); return null; } catch (bad) { return bad.why; } }",
        data.decode(),
    )
    return texts


# ── the page ───────────────────────────────────────────────────────────────────────────────────
def test_an_honest_file(tabs: Tabs) -> None:
    page = tabs(viewport=PHONE).open("/verifier")
    given(page, honest())
    expect(page.locator("#summary")).to_contain_text("Tout ce qui peut être vérifié tient.")
    expect(page.locator("#scenes h2").first).to_contain_text("Scène 1")
    held = sum(
        each is True for side in verified(read_file(honest())).sides for each in [side.holds]
    )
    assert held
    page.locator("#scenes details summary").first.click()
    row = page.locator(".throws li").first
    expect(row).to_contain_text("n° 1")
    expect(row).to_contain_text("tient")


def test_a_forged_file_tells_what_and_why(tabs: Tabs) -> None:
    page = tabs().open("/verifier")
    given(page, forged(honest(), _faces))
    expect(page.locator("#summary")).to_contain_text("Quelque chose ne tient pas.")
    row = page.locator(".throws li.fails").first
    expect(row).to_be_visible()
    expect(row).to_contain_text("ne tient pas")
    expect(row).to_contain_text("la graine donne")
    given(page, honest())
    expect(page.locator("#summary")).to_contain_text("Tout ce qui peut être vérifié tient.")
    expect(page.locator(".fails")).to_have_count(0)


def test_a_file_that_is_none(tabs: Tabs) -> None:
    page = tabs().open("/verifier")
    for data in (b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format":"autre","number":1}'):
        given(page, data)
        expect(page.locator("#summary")).to_contain_text("n’est pas un export de Tablée")
        expect(page.locator("#scenes > *")).to_have_count(0)
    given(page, honest().replace(b'"number":1', b'"number":2', 1))
    expect(page.locator("#summary")).to_contain_text("une autre version")
    given(page, forged(honest(), lambda content: content["events"].pop(0)))
    expect(page.locator("#summary")).to_contain_text("events[0]")
    given(page, honest().replace(b"Essai", b"Autre"))
    expect(page.locator("#summary")).to_contain_text("Ce fichier a changé")


def test_in_english(tabs: Tabs) -> None:
    page = tabs(lang="en-GB").open("/verifier")
    given(page, honest())
    expect(page.locator("h1")).to_have_text("Check the throws")
    expect(page.locator("#summary")).to_contain_text("Everything that can be checked holds.")
    expect(page.locator("#scenes h3").first).to_have_text("In the sight of all")


def hostile() -> bytes:
    """A campaign whose every text is hostile."""
    events = logged(played("loss", 3))
    made: list[ev.TableEvent] = []
    for event in events:
        match event:
            case ev.Opened():
                made.append(ev.read_event(ev.write_event(event).replace(b"Essai", b"W" * 190)))
            case ev.SceneBegun():
                body = json.loads(ev.write_event(event)) | {"title": HOSTILE}
                made.append(ev.read_event(json.dumps(body).encode()))
            case ev.Answered(draw=int()):
                body = json.loads(ev.write_event(event)) | {"words": f"j1={HOSTILE}"}
                made.append(ev.read_event(json.dumps(body).encode()))
            case _:
                made.append(event)
    return campaign_file(ID, made)


def test_hostile_text_is_text_and_nothing_hinders_anybody(tabs: Tabs) -> None:
    for size in (PHONE, DESKTOP, NARROW):
        page = tabs(viewport=size).open("/verifier")
        given(page, hostile())
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        expect(page.locator("#scenes h2").first).to_contain_text("<img src=x")
        expect(page.locator(".throws .where").first).to_contain_text("<img src=x")
        assert page.locator("#main img").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    nothing_serious(page, (("light", NARROW), ("dark", DESKTOP)))


def test_by_keyboard(tabs: Tabs) -> None:
    page = tabs().open("/verifier")
    given(page, honest())
    page.locator("#file").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#scenes summary").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".throws li").first).to_be_visible()


def test_what_the_page_holds_already_is_checked_at_once(tabs: Tabs) -> None:
    tab = tabs()
    data = forged(honest(), lambda content: content["events"][0].update(name="</textarea><b>"))
    whole = verify_page(Renderer(), Words(None, "fr"), "/verifier", data)
    policy = {"content-security-policy": POLICY}
    tab.page.route(
        "**/verifier",
        lambda route: route.fulfill(body=whole, content_type="text/html", headers=policy),
    )
    page = tab.open("/verifier")
    expect(page.locator("#summary")).to_contain_text("</textarea><b> – ")
    expect(page.locator("#scenes h2").first).to_contain_text("Scène 1")


def test_without_scripts_it_says_how_else(tabs: Tabs) -> None:
    page = tabs(scripts=False).open("/verifier")
    expect(page.locator("#main")).to_contain_text("« tablee verify FICHIER »")
    expect(page.locator("#file")).to_be_hidden()
