"""An evening of the Livre des Règles de Base: a combat of two heroes, hearts at a glance, an absent
player answered for, a spell, what only the leader knows."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.table.conftest import Evening, Gather, Seat
from tests.browser.table.situations import (
    AWAY,
    BLIND,
    DECLINED,
    FIGHT,
    REAL,
    SCENE,
    SECRET,
    TIME,
    TOKENS,
    UNDO,
)


def test_an_evening(gather: Gather) -> None:
    evening = gather("Livre des Règles de Base")
    evening.leader.begin_scene("La tourbière")
    a_fight(evening)
    answered_for(evening)
    a_consequence_refused(evening)
    a_spell(evening)
    behind_the_screen(evening)
    a_hidden_number(evening)
    the_end_of_the_scene(evening)


def a_fight(evening: Evening) -> None:
    leader, gontrand, maelle = evening.people
    with evening.situation(FIGHT, UNDO, REAL):
        foes = ["capitaine", "pillard", "idole"]
        heroes = {"heros": ["gontrand", "maelle"], "adversaires": foes}
        leader.ask("socle.combat", cast=heroes)
        expect(gontrand.page.locator(".run .fighters li")).to_have_count(5)
        leader.choose("Gontrand")
        expect(gontrand.card.locator(".later")).to_contain_text("Avec quoi")
        gontrand.choose("Attaquer la capitaine Ruvre")
        expect(gontrand.card.get_by_role("button", name="Lancer le d12")).to_be_visible()
        gontrand.press("Reprendre mon choix")
        expect(maelle.page.locator(".run .why")).to_contain_text("capitaine")
        gontrand.choose("Attaquer la capitaine Ruvre")
        gontrand.give(1)
        leader.card.get_by_label("La suite").select_option(label="Maëlle Sourdois")
        leader.choose("Un Cœur")
        expect(row(gontrand)).to_contain_text("3/5")


def row(seat: Seat) -> Locator:
    """The element in which a seat sees the state of Gontrand."""
    return seat.page.locator(".run .fighters li").filter(has_text="Gontrand")


def answered_for(evening: Evening) -> None:
    """Who is away is, by the leader; back by the cookie, she sees what became of it."""
    leader, gontrand, maelle = evening.people
    with evening.situation(AWAY):
        expect(maelle.card.locator("legend")).to_contain_text("Action")
        address = maelle.page.url
        maelle.page.close()
        away = leader.page.locator(".run .instead")
        away.locator("summary").click()
        away.locator(".toggle").filter(has_text="Attaquer").first.click()
        away.locator(".primary").click()
        expect(leader.page.locator(".run .fresh")).to_contain_text("attaquer")
        maelle.page = maelle.new_tab()
        maelle.page.goto(address)
        expect(maelle.card.locator("legend")).to_contain_text("Avec quoi")
        maelle.card.locator("form.choices .primary").click()
        maelle.give(5)
        leader.choose("Une complication")
        expect(row(gontrand)).to_contain_text("3/5")
        leader.choose("Fin du combat")


def a_consequence_refused(evening: Evening) -> None:
    _, gontrand, maelle = evening.people
    with evening.situation(DECLINED):
        lost = gontrand.last.locator(".consequences li").filter(has_text="Gontrand").first
        gontrand.press("Refuser", lost)
        expect(maelle.last.locator(".consequences .undone").first).to_contain_text("Gontrand")


def a_spell(evening: Evening) -> None:
    leader, gontrand, maelle = evening.people
    with evening.situation(TOKENS):
        leader.ask("socle.magie", ["maelle"], niveau="standard", aide="false")
        maelle.give(2)
        expect(gontrand.last.locator(".consequences")).to_contain_text("Mana")
        expect(maelle.bar).to_contain_text("Mana 2")


def behind_the_screen(evening: Evening) -> None:
    """And the same once more."""
    leader, gontrand, maelle = evening.people
    with evening.situation(SECRET):
        leader.ask("socle.test", to=["maelle"], secret=True, aide="false")
        expect(gontrand.story.locator("li").first).to_contain_text("derrière l’écran")
        before = leader.last_run
        leader.throw()
        expect(leader.last).not_to_have_id(f"last-{before}")
        leader.press("La même chose encore", leader.last)
        leader.throw()
        expect(gontrand.story.get_by_text("derrière l’écran")).to_have_count(2)
        assert "test" not in maelle.story.locator("li").first.inner_text().casefold()


def a_hidden_number(evening: Evening) -> None:
    """A TN that only he knows, until he shows it."""
    leader, gontrand, maelle = evening.people
    with evening.situation(BLIND):
        leader.ask("socle.test", ["gontrand"], secret=True, de="Force", aide="false", tn="12")
        expect(gontrand.story.get_by_text("derrière l’écran")).to_have_count(3)
        expect(leader.card.locator(".parameters")).to_contain_text("TN 12")
        leader.throw()
        leader.alone_knows("TN (<[^>]*>)*12", [gontrand, maelle])
        expect(leader.last.locator("h2")).to_contain_text("Gontrand")
        leader.press("Révéler", leader.last)
        expect(maelle.last.locator("h2")).to_contain_text("Gontrand")


def the_end_of_the_scene(evening: Evening) -> None:
    """And time passes."""
    leader, gontrand, maelle = evening.people
    with evening.situation(SCENE):
        leader.end_scene()
        expect(gontrand.story).to_contain_text("La scène est finie")
    with evening.situation(TIME):
        leader.pass_time("scene", 2)
        expect(maelle.story).to_contain_text("La scène 3 commence")
