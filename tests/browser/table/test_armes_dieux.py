"""An evening of Armes-Dieux: bonuses and dice set aside, a pool of real dice, a Revers, an opposition
set aside blind."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.table.conftest import Sit

DECIDED: dict[str, Any] = {
    "renfort_reserve": "~0",
    "renfort_reserve~0": "0",
    "additionnel": "jamais",
}
"""What nobody is asked in these tests."""


def test_an_evening(sit: Sit) -> None:
    leader, bastan, oriane = (sit("Armes-Dieux", place) for place in range(3))
    leader.ask("armes_dieux.test", ["bastan"], bonus="ask", ecartes="ask", **DECIDED)
    gains = bastan.card.locator(".toggle .worth-told")
    expect(gains).to_have_text(["85\u202f%"] * 4)
    bastan.card.locator('.toggle > span:text-is("Aspect")').click()
    expect(gains.first).to_have_text("0\u202f%")  # without it
    bastan.choose("Effort")
    expect(bastan.card.locator(".fresh")).to_contain_text("8 dés réunis")
    bastan.choose("1")

    # a pool by hand: a wrong tap is undone by a tap
    pad = bastan.card.locator(".own-dice")
    pad.locator("summary").click()
    for face in (1, 6, 1, 1, 1):
        pad.locator(".pad").get_by_role("button", name=str(face), exact=True).click()
    pad.get_by_role("button", name="Retirer 6").click()
    expect(pad.locator(".taken-face")).to_have_text(["1", "1", "1", "1"])
    pad.get_by_role("button", name="Donner ces dés").click()
    expect(pad.get_by_role("alert")).to_contain_text("7")  # so many faces, not four
    expect(pad.locator(".taken-face")).to_have_count(4)
    for _ in range(3):
        pad.locator(".pad").get_by_role("button", name="1", exact=True).click()
    pad.get_by_role("button", name="Donner ces dés").click()
    expect(bastan.last.locator(".sentence")).to_contain_text("Revers")
    expect(bastan.last.locator(".thrown .die.aside")).to_have_count(1)
    expect(oriane.last.locator(".consequences")).to_contain_text("prend un point de Tension")
    bastan.press("Refuser", bastan.last)
    expect(oriane.last.locator(".undone")).to_contain_text("prend un point de Tension")

    # the Revers that is due, chosen by the player
    leader.press("Le jouer", leader.page.locator(".dues"))
    bastan.choose("3D de moins à l’action suivante")
    expect(oriane.last).to_contain_text("Choix d’un Revers · Bastan")

    # in secret, then overruled: what it was stays to be read
    leader.ask("armes_dieux.test", ["oriane"], secret=True, bonus="~0", ecartes="~0", **DECIDED)
    expect(bastan.story.locator("li").first).to_contain_text("derrière l’écran")
    leader.throw()
    leader.press("Révéler", leader.last)
    expect(bastan.last).to_contain_text("Oriane Tessier")
    leader.last.locator(".correct > summary").click()
    leader.last.locator("select").select_option("qualites")
    leader.last.get_by_label("devient").fill("9")
    leader.last.get_by_label("parce que").fill("la lune était pleine")
    leader.press("Corriger", leader.last)
    expect(bastan.last.locator(".overruled ins")).to_have_text("9")
    expect(bastan.last.locator(".overruled")).to_contain_text("la lune était pleine")
    expect(oriane.story.locator("li").first).to_contain_text("en décide autrement")
