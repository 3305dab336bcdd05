"""An evening of Éclats: a seuil that the player does not know, dice on the table, a price that falls
due, a bargain in words."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.table.conftest import Sit


def test_an_evening(sit: Sit) -> None:
    leader, anselme, lubin = (sit("Éclats", place) for place in range(3))
    known = {"caracteristique": "empathie", "seuil": "Les convaincre", "des": "null"}
    against = {"adversaire": ["rodeurs"]}
    leader.ask("eclats.action", ["anselme"], against, secret=True, prix="ask", **known)
    expect(leader.page.locator(".run .framed-by")).to_contain_text("Seuil 9")
    expect(anselme.card.locator(".framed-by")).not_to_contain_text("Seuil 9")
    assert not re.search(r"[Ss]euil\W+9", anselme.page.locator("#live").inner_text())

    # dice of one's own, remembered for the next time
    anselme.press("Toujours lancer mes propres dés")
    expect(anselme.card.locator(".own-dice .pad")).to_be_visible()
    anselme.give(3, 4, 2)
    expect(anselme.card.locator(".fresh")).to_contain_text("le seuil de la relance\u00a0: 9")
    anselme.context.set_offline(True)
    expect(anselme.page.locator("#net")).to_contain_text("connexion est perdue")
    lubin.page.locator("#note-text").fill("On entend le bac.")
    lubin.press("Noter")
    anselme.choose("1 dé, au prix élevé")
    expect(anselme.page.locator("#lost")).to_contain_text("n’est pas parti")
    anselme.context.set_offline(False)
    expect(anselme.story).to_contain_text("On entend le bac.")
    expect(anselme.page.locator("#net")).to_contain_text("la page est à jour")
    anselme.choose()  # what was ticked is still
    anselme.give(1)
    expect(lubin.last.locator(".sentence")).to_contain_text("le prix est dû")
    owed = anselme.last.locator(".consequences li").filter(has_text="un prix est dû")
    anselme.press("Refuser", owed)
    expect(lubin.last.locator(".consequences .undone")).to_contain_text("un prix est dû")

    # a bargain, each in their own words and at their own pace
    leader.ask("eclats.negociation", ["anselme"], against, seuil="Les convaincre")
    anselme.choose("Oui")
    anselme.card.locator("textarea").fill("la dague de ma <sœur>")
    anselme.card.get_by_role("spinbutton").fill("2")
    anselme.card.locator("form.choices .primary").click()
    expect(leader.card.locator(".facts")).to_contain_text("la dague de ma <sœur>")
    leader.choose("1")
    anselme.choose("Oui")
    expect(anselme.card.locator("legend")).to_contain_text("Accepter le prix")
    leader.page.locator(".run .correct > summary").click()
    leader.press("Annuler ce jet")
    expect(lubin.story.locator("li.undone").first).to_contain_text("Négocier")
