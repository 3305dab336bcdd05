"""An evening of the Livre des Règles de Base: a combat of two heroes, hearts at a glance, an absent
player answered for."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table.conftest import Sit


def test_an_evening(sit: Sit) -> None:
    leader, gontrand, maelle = (sit("Livre des Règles de Base", place) for place in range(3))
    heroes = {"heros": ["gontrand", "maelle"], "adversaires": ["capitaine"]}
    leader.ask("socle.combat", cast=heroes)
    leader.choose("Gontrand")
    gontrand.choose("Attaquer La capitaine Ruvre")
    gontrand.press("Reprendre mon choix")
    gontrand.choose("Attaquer La capitaine Ruvre")
    gontrand.choose("Force")
    gontrand.give(1)
    leader.choose("Un Cœur")
    standing = gontrand.page.locator(".run .fighters li").filter(has_text="Gontrand")
    expect(standing).to_contain_text("3/5")

    # who is away is answered for; back by the cookie, she sees what became of it
    leader.choose("Maëlle Sourdois")
    expect(maelle.card.locator("legend")).to_contain_text("Action")
    address = maelle.page.url
    maelle.page.close()
    away = leader.page.locator(".run .instead")
    away.locator("summary").click()
    away.locator(".toggle").filter(has_text="Attaquer").first.click()
    away.locator(".primary").click()
    expect(leader.page.locator(".run .fresh")).to_contain_text("attaquer")
    maelle.page = maelle.context.new_page()
    maelle.page.goto(address)
    expect(maelle.card.locator("legend")).to_contain_text("Avec quoi")
    maelle.card.locator("form.choices .primary").click()
    maelle.give(5)
    leader.choose("Une complication")
    expect(standing).to_contain_text("3/5")
    leader.choose("Fin du combat")
    lost = gontrand.last.locator(".consequences li").filter(has_text="Gontrand").first
    gontrand.press("Refuser", lost)
    expect(maelle.last.locator(".consequences .undone").first).to_contain_text("Gontrand")

    # in secret, and the same once more
    leader.ask("socle.test", to=["maelle"], secret=True, aide="false")
    expect(gontrand.story.locator("li").first).to_contain_text("derrière l’écran")
    leader.throw()
    leader.press("La même chose encore", leader.last)
    leader.throw()
    expect(gontrand.story.get_by_text("derrière l’écran")).to_have_count(2)
    assert "test" not in maelle.story.locator("li").first.inner_text().casefold()
