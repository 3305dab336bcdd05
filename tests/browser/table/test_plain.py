"""A seat's page without scripts, and with texts that people should not have typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW
from tests.browser.table.conftest import Party, Seat, Sit, campaigns, fill
from tests.browser.table.test_loss import DECIDED
from tests.browser.test_console import no_sideways

HOSTILE = "<img src=x onerror=alert(1)>\u202e\u200bאבג</p>\"'&{{1}}"
LONG = "W" * 5_000 + HOSTILE + "\u0301" * 200 + "W" * 4_000
"""A text of 10 kB without a space."""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """Campaigns of this module's own."""
    yield from campaigns(tmp_path_factory)


def test_without_scripts(sit: Sit) -> None:
    leader = sit("Les Chants de Loss", 0, scripts=False)
    nerise = sit("Les Chants de Loss", 2, scripts=False)
    page = nerise.page
    _ask_by_the_form(leader)
    page.get_by_role("link", name="Rafraîchir").click()
    page.get_by_role("link", name="Voir les chances").click()
    page.locator(".advice-pane summary").click()
    expect(page.locator(".advice-rows .share").first).to_contain_text("%")
    page.get_by_role("link", name="Revenir à la table").click()
    page.locator('.toggle > span:text-is("1")').click()
    page.locator("form.choices .primary").click()
    assert page.url.endswith("/j2")
    page.locator(".own-dice summary").click()
    page.locator(".pad-faces").fill("10 7 4")
    page.get_by_role("button", name="Donner ces dés").click()
    expect(page.get_by_role("alert").filter(has_text="10")).to_be_visible()
    expect(page.locator(".pad-faces")).to_have_value("10 7 4")
    page.locator(".pad-faces").fill("10 7")
    page.get_by_role("button", name="Donner ces dés").click()
    expect(nerise.last.locator(".sentence")).to_contain_text("Réussite")
    expect(nerise.story.locator("time").first).to_have_text(re.compile(r"\d\d\sh\s\d\d"))
    expect(page.locator("#seek")).to_be_hidden()  # the page comes again by itself by now
    page.get_by_role("link", name="Chercher, écrire").click()
    page.locator("#seek").fill("réussite")
    page.locator(".seek button").click()
    expect(page.locator(".past")).to_contain_text("réussite")
    expect(nerise.story.locator("li")).to_have_count(1)


def test_without_scripts_the_names_offered_are_of_who_is_asked(sit: Sit) -> None:
    """The form comes again beside whom it asks as well as beside what; nothing is refused on the
    way."""
    page = sit("Exil", 0, scripts=False).page
    page.goto(f"{page.url}?procedure=exil.simple&to=aurele")
    form = page.locator("#request")
    expect(form.locator('[name="talent"][value="Acrobate"]')).to_have_count(0)
    form.locator('[name="to"][value="aurele"]').uncheck(force=True)
    form.locator('[name="to"][value="jeanne"]').check(force=True)
    page.get_by_role("group", name="À qui ?").get_by_role("button", name="Changer").click()
    expect(form.locator(".complaint")).to_have_count(0)
    form.locator('[name="talent"][value="Acrobate"]').check(force=True)
    form.locator(".primary").click()
    expect(page.locator(".run .parameters")).to_contain_text("Acrobate")
    expect(page.locator(".run .parameters")).to_contain_text("Jeanne Vauquelin")


def test_hostile_texts_are_shown_as_texts(sit: Sit) -> None:
    game = "Livre des Règles de Base"
    leader, gontrand = sit(game, 0, NARROW), sit(game, 1, NARROW)
    name = (HOSTILE + "W" * 100)[:100]
    _post(gontrand, do="note", text=LONG)
    _post(gontrand, do="note", text=HOSTILE + "\n" + LONG, private="1")
    _post(leader, do="begin_scene", title=(HOSTILE * 10)[:200])
    _post(gontrand, do="change_seat", seat="j1", name=name)
    leader.ask("socle.test", to=["gontrand"], aide="false")
    gontrand.throw()
    expect(leader.last.locator(".sentence")).to_be_visible()
    run = leader.last.get_attribute("id")
    assert run is not None
    run = run.removeprefix("last-")
    reason = (HOSTILE + "W" * 200)[:200]
    _post(leader, do="overrule", run=run, field="issue", value=reason, reason=reason)
    _post(leader, do="withdraw", run=run, reason=reason)
    leader.ask("socle.test", to=["gontrand"], aide="false")
    expect(gontrand.card).to_be_visible()
    address = gontrand.page.url
    for page in (leader.page, gontrand.page):
        _only_text(page)
    expect(gontrand.story).to_contain_text("<img src=x onerror=alert(1)>")
    expect(gontrand.page.locator("#scene")).to_contain_text("<img src=x")
    expect(leader.page.locator("#bar, #people").last).to_contain_text("<img src=x")
    for path in ("/des", "/recit?secrets=1", "/campagne", f"?cherche={'%3Cimg%20src' + 'W' * 150}"):
        gontrand.page.goto(address + path)
        _only_text(gontrand.page)


def _ask_by_the_form(leader: Seat) -> None:
    """Another procedure, then for whom, how hard, and nothing for anybody to choose but Exploits."""
    page = leader.page
    page.goto(f"{page.url}?procedure=loss.combat")
    page.locator("#procedure").select_option("loss.action")
    page.get_by_role("button", name="Changer").first.click()
    form = page.locator("#request")
    expect(form.locator(".primary")).to_contain_text("Demander")
    form.locator("details.more > summary").first.click()
    form.locator('[name="to"][value="kordan"]').uncheck(force=True)
    known = {"to": "nerise", "trait": "Agilité", "talent": "Furtivité", "difficulty": "15"}
    for name, value in (known | DECIDED).items():
        fill(form.locator(f'[name="{name}"]'), value)
    form.locator(".primary").click()
    expect(page.locator(".run .parameters")).to_contain_text("Nérise Halvane")


def _post(here: Seat, **form: str | float | bool) -> None:
    """Send a form of the page."""
    address = here.page.url.partition("?")[0]
    answer = here.context.request.post(address, form=form)
    assert answer.ok, re.findall(r'role="alert"[^>]*>([^<]+)', answer.text())


def _only_text(page: Page) -> None:
    """Nothing of what was typed has become an element, and nothing makes the page wider."""
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.locator("img").count() == 0
    no_sideways(page)
