"""An evening of Armes-Dieux: bonuses and dice set aside, a pool of real dice, a Revers, an opposition
set aside blind, a fight whose Réserve ends with the scene."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import NARROW
from tests.browser.table.conftest import Evening, Gather
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

DECIDED: dict[str, Any] = {
    "renfort_reserve": "~0",
    "renfort_reserve~0": "0",
    "additionnel": "jamais",
}
"""What nobody is asked in these tests."""


def test_an_evening(gather: Gather) -> None:
    evening = gather("Armes-Dieux")
    evening.leader.begin_scene("Le pont de pierre")
    bonuses_chosen(evening)
    a_pool_by_hand(evening)
    a_consequence_refused(evening)
    a_revers_that_is_due(evening)
    behind_the_screen(evening)
    set_aside_blind(evening)
    dice_of_the_reserve(evening)
    two_guards_as_one(evening)
    the_end_of_the_scene(evening)


def bonuses_chosen(evening: Evening) -> None:
    """Each is weighed as it is ticked; what was chosen is taken back."""
    leader, bastan, oriane = evening.people
    leader.ask("armes_dieux.test", ["bastan"], bonus="ask", ecartes="ask", **DECIDED)
    gains = bastan.card.locator(".toggle .worth-text")
    expect(gains).to_have_text(["avec\u00a0: 85\u202f%"] * 4)
    bastan.card.locator('.toggle > span:text-is("Aspect")').click()
    expect(gains.nth(0)).to_have_text("sans\u00a0: 0\u202f%")
    expect(gains.nth(1)).to_have_text("avec\u00a0: 99,9\u202f%")
    bastan.card.locator('.toggle > span:text-is("Avantage")').click()
    expect(bastan.card.locator(".toggle :disabled")).to_have_count(2)  # two at most
    bastan.card.locator('.toggle > span:text-is("Avantage")').click()
    expect(bastan.card.locator(".toggle :disabled")).to_have_count(0)
    bastan.choose("Effort")
    expect(bastan.card.locator(".fresh")).to_contain_text("8 dés réunis")
    with evening.situation(UNDO):
        expect(leader.page.get_by_role("button", name="Reprendre tous les choix")).to_be_visible()
        bastan.press("Reprendre mon choix")
        expect(oriane.story.locator(".undone").first).to_contain_text("Effort")
        bastan.choose("Aspect", "Effort")
        expect(bastan.card.locator(".fresh")).to_contain_text("8 dés réunis")
    bastan.choose("1")


def a_pool_by_hand(evening: Evening) -> None:
    """A wrong tap is undone by a tap."""
    _, bastan, _ = evening.people
    with evening.situation(REAL):
        pad = bastan.card.locator(".own-dice")
        pad.locator("summary").click()
        for face in (1, 6, 1, 1, 1):
            pad.locator(".pad").get_by_role("button", name=str(face), exact=True).click()
        pad.get_by_role("button", name="Retirer 6").click()
        expect(pad.locator(".taken-face")).to_have_text(["1", "1", "1", "1"])
        pad.get_by_role("button", name="Donner ces dés").click()
        expect(pad.get_by_role("alert")).to_contain_text("7")  # a number of faces, not four
        expect(pad.locator(".taken-face")).to_have_count(4)
        for _ in range(3):
            pad.locator(".pad").get_by_role("button", name="1", exact=True).click()
        pad.get_by_role("button", name="Donner ces dés").click()
        expect(bastan.last.locator(".sentence")).to_contain_text("Revers")
        expect(bastan.last.locator(".thrown .die.aside")).to_have_count(1)


def a_consequence_refused(evening: Evening) -> None:
    _, bastan, oriane = evening.people
    with evening.situation(DECLINED):
        for each in bastan, oriane:
            expect(each.last.locator(".consequences")).to_contain_text("prend un point de Tension")
        expect(bastan.bar).to_contain_text("Tension 2")
        bastan.press("Refuser", bastan.last)
        expect(oriane.last.locator(".consequences .undone")).to_contain_text(
            "prend un point de Tension"
        )
        expect(bastan.bar).to_contain_text("Tension 1")


def a_revers_that_is_due(evening: Evening) -> None:
    """Begun and chosen by the player, from the card of the result."""
    leader, bastan, oriane = evening.people
    expect(leader.page.locator(".pending")).to_contain_text("Choix d’un Revers")
    expect(oriane.last.get_by_role("button", name="À vous")).to_have_count(0)
    bastan.press("À vous", bastan.last)
    bastan.choose("3D de moins à l’action suivante")
    expect(oriane.last).to_contain_text("Choix d’un Revers · Bastan")


def behind_the_screen(evening: Evening) -> None:
    """And then overruled: what it was stays to be read."""
    leader, bastan, oriane = evening.people
    with evening.situation(SECRET):
        leader.ask("armes_dieux.test", ["oriane"], secret=True, bonus="~0", ecartes="~0", **DECIDED)
        expect(bastan.story.locator("li").first).to_contain_text("derrière l’écran")
        leader.throw()
        expect(leader.last.locator("h2")).to_contain_text("Test · Oriane")
        leader.alone_knows(f"dice-{leader.last_run}-", [bastan, oriane])  # the faces
        leader.press("Révéler", leader.last)
        expect(bastan.last).to_contain_text("Oriane Tessier")
        leader.last.locator(".correct > summary").click()
        leader.last.locator("select").select_option("qualites")
        leader.last.get_by_label("devient").fill("9")
        leader.last.get_by_label("parce que").fill("la lune était pleine")
        leader.press("Corriger", leader.last)
        expect(bastan.last.locator(".overruled ins")).to_have_text("9")
        expect(bastan.last.locator(".overruled")).to_contain_text("La lune était pleine")
        expect(oriane.story.locator("li").first).to_contain_text("en décide autrement")


def set_aside_blind(evening: Evening) -> None:
    """Both take their Bonus at once, then set dice aside; one of them comes back meanwhile."""
    leader, bastan, oriane = evening.people
    with evening.situation(BLIND, AWAY):
        both = {"participants": ["bastan", "oriane"]}
        domaines: dict[str, Any] = {
            "participants[0].poignee": "Agression",
            "participants[1].poignee": "Influence",
        }
        leader.ask("armes_dieux.opposition", cast=both, additionnel="jamais", **domaines)
        bastan.choose("Magique")
        expect(oriane.card.locator(".envelopes")).to_contain_text("Bastan · enveloppe scellée")
        assert not any(each.received(r"choisit\s*:\s*Magique") for each in (leader, oriane))
        oriane.choose("Avantage")
        expect(oriane.page.locator(".run .fresh")).to_contain_text("9 dés réunis")
        assert oriane.received(r"choisit\s*:\s*Magique")
        expect(oriane.card.locator(".toggle .worth-text").nth(1)).to_contain_text("%")
        oriane.page.set_viewport_size(NARROW)
        fact = oriane.card.locator(".choice details summary", has_text="Participants")
        assert fact.evaluate("each => each.offsetHeight") < 50, "more than a line"
        assert not fact.evaluate("each => each.parentElement.open"), "it fills the first screen"
        bastan.choose("2")
        expect(oriane.card.locator(".envelopes")).to_contain_text("Bastan · enveloppe scellée")
        oriane.page.close()
        expect(leader.page.locator(".person.away")).to_contain_text("Oriane")
        oriane.open()
        expect(oriane.card.locator(".envelopes")).to_contain_text("Bastan · enveloppe scellée")
        assert not any(
            each.received(r"choisit\s*:\s*2 \(dés à écarter") for each in (leader, oriane)
        )
        oriane.choose("0")
        expect(oriane.page.locator(".run .fresh")).to_contain_text("2 dés écartés")
        oriane.alone_knows(r"choisit\s*:\s*2 \(dés à écarter", ())  # now that both have chosen
        bastan.give(6, 5, 4, 3, 2, 1, 6, 5)
        oriane.throw()
        expect(leader.last.locator(".sentence")).to_contain_text("emporte")


def dice_of_the_reserve(evening: Evening) -> None:
    """In a fight, which is shown."""
    leader, bastan, oriane = evening.people
    with evening.situation(TOKENS):
        leader.press("Un combat commence", leader.page.locator("#request-card"))
        expect(leader.page.locator("#request-card")).to_contain_text("Le combat est fini")
        expect(oriane.page.locator("#people")).to_contain_text("en combat")
        decided: dict[str, Any] = {
            "bonus": "~0",
            "ecartes": "~0",
            "ecartes~0": "0",
            "additionnel": "jamais",
        }
        leader.ask("armes_dieux.test", ["bastan"], **decided)
        bastan.choose("2")
        bastan.throw()
        expect(oriane.last.locator(".consequences")).to_contain_text("puise 2 dés")
        expect(bastan.bar).to_contain_text("Réserve de combat 3")


def two_guards_as_one(evening: Evening) -> None:
    leader, bastan, _ = evening.people
    with evening.situation(FIGHT):
        leader.bring("sentinelle", "La sentinelle de nuit")
        guards = ["sentinelle", "la-sentinelle-de-nuit"]
        leader.ask("armes_dieux.test_figurant", guards, ecartes="ask", additionnel="jamais")
        leader.card.get_by_label("la même réponse pour 1 autre pareil").check()
        leader.choose("1")
        leader.press("Lancer les 2 à la fois")
        expect(leader.page.locator(".run")).to_have_count(0)
        expect(bastan.story.locator("li").filter(has_text="entinelle")).to_have_count(2)


def the_end_of_the_scene(evening: Evening) -> None:
    """A fight does not outlast it; time passes."""
    leader, bastan, oriane = evening.people
    with evening.situation(SCENE):
        leader.end_scene()
        expect(bastan.story).to_contain_text("La scène est finie")
        expect(oriane.page.locator("#scene")).to_contain_text("entre deux scènes")
    with evening.situation(TIME):
        leader.pass_time("scene", 2)
        expect(oriane.story).to_contain_text("La scène 3 commence")
