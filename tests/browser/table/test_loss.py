"""An evening of Loss: Exploits announced and taken back, a real die that explodes, tokens lost by the
one and spent by the other."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.table.conftest import Sit

DECIDED: dict[str, Any] = {
    "jetons_avant": "~0",
    "jetons_avant~0": "0",
    "desastres": "~0",
    "desastres~0": "0",
    "exploits": "ask",
}
"""What nobody is asked in these tests, but for the Exploits."""


def test_an_evening(sit: Sit) -> None:
    leader, kordan, nerise = (sit("Les Chants de Loss", place) for place in range(3))
    leader.ask("loss.action", ["kordan"], difficulty="25", ag_permanentes="Sabre", **DECIDED)
    gains = kordan.card.locator(".toggle .worth-told")
    told = ("60", "10", "6", "1", "0,6", "0,1")
    expect(gains).to_have_text([f"{each}\u202f%" for each in told])
    kordan.card.locator('.toggle > span:text-is("2")').click()
    expect(kordan.card.locator(".worth-now output")).to_have_text("6\u202f%")
    expect(kordan.card.locator("form.choices .primary")).to_have_text("Exploits\u00a0: 2")

    # a draft outlives what others do
    nerise.page.locator("#note-text").fill("Il hésite.")
    nerise.press("Noter")
    expect(kordan.story).to_contain_text("Il hésite.")
    expect(kordan.card.locator(".worth-now output")).to_have_text("6\u202f%")
    expect(kordan.card.locator("form.choices .primary")).to_have_text("Exploits\u00a0: 2")
    kordan.choose()
    expect(kordan.card.locator(".fresh")).to_contain_text("il faut 35")
    kordan.press("Reprendre mon choix")
    expect(nerise.story.locator(".undone").first).to_contain_text("2")
    kordan.choose("1")
    kordan.give(10, 6)
    expect(kordan.last.locator(".sentence")).to_have_text("Réussite, 1 Exploit gagné.")
    expect(kordan.last.locator(".thrown .die")).to_have_count(2)

    # somebody of the leader's fails: the tokens go where the leader says
    leader.ask("loss.action", ["veilleur"], difficulty="20", jetons_apres="none", **DECIDED)
    leader.choose("2")
    leader.give(2)
    expect(leader.last.locator(".sentence")).to_contain_text("2 Exploits perdus")
    due = leader.page.locator(".dues li").filter(has_text="Exploits manqués")
    leader.press("Le jouer", due)
    leader.choose("Nérise Halvane")
    expect(nerise.last).to_contain_text("2 jetons")
    expect(due).to_have_count(0)

    # who has them spends them, having seen the die
    leader.ask("loss.action", ["nerise"], difficulty="20", jetons="2", **DECIDED)
    nerise.choose("0")
    nerise.give(5)
    expect(nerise.card.locator("legend")).to_contain_text("Jetons après le dé")
    nerise.come_back()
    expect(nerise.card.locator("legend")).to_contain_text("Jetons après le dé")
    nerise.choose("2")
    expect(nerise.last.locator(".consequences")).to_contain_text("dépense 2 jetons")
    expect(nerise.last.locator(".error")).to_have_count(0)
    nerise.press("Refuser", nerise.last)
    expect(kordan.last.locator(".consequences .undone")).to_contain_text("dépense 2 jetons")
