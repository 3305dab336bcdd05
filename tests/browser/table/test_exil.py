"""An evening of Exil: in the open and behind the screen, a fall refused, a turn of combat chosen
blind while somebody comes back from another device."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.table.conftest import Sit


def test_an_evening(sit: Sit) -> None:
    leader, aurele, jeanne = (sit("Exil", place) for place in range(3))
    leader.ask("exil.simple", to=["aurele"], talent="Savant", difficulty="-2")
    expect(aurele.card.get_by_role("heading").first).to_have_text("Jet de Talent")
    expect(aurele.card.locator(".law-chance output").first).to_have_text("75\u202f%")
    expect(jeanne.bar).to_contain_text("On attend Aurèle")
    aurele.give(8)
    expect(aurele.last.locator(".sentence")).to_contain_text("marge de réussite 1")
    expect(jeanne.last).to_contain_text("Jet de Talent · Aurèle Kestrin")

    # behind the screen: who throws learns nothing of what it is against, the others nothing at all
    leader.ask("exil.simple", to=["jeanne"], talent="Citadin", difficulty="-5", secret=True)
    expect(jeanne.card).to_contain_text("en secret")
    assert "difficile" not in jeanne.everything()
    expect(aurele.story).to_contain_text("Quelque chose se lance derrière l’écran.")
    expect(aurele.bar).to_contain_text("Personne n’est attendu")
    jeanne.throw()
    expect(jeanne.last.locator(".sentence")).to_have_text("Le résultat reste caché.")
    expect(leader.last.locator(".sentence")).to_have_text(re.compile("marge|réussite|échec"))
    assert "marge" not in jeanne.last.inner_text()
    leader.press("Révéler", leader.last)
    expect(aurele.last.locator(".sentence")).to_have_text(re.compile("marge|réussite|échec"))

    # blind choices: nothing of one is anywhere before the other is in
    leader.ask("exil.contact_round", cast={"a": ["aurele"], "b": ["jeanne"]})
    aurele.choose("2")
    sealed = "Aurèle Kestrin · enveloppe scellée"
    expect(jeanne.card.locator(".envelopes")).to_contain_text(sealed)
    assert all("Poff 2" not in each.everything() for each in (jeanne, leader))
    jeanne.page.close()
    expect(leader.page.locator(".person.away")).to_contain_text("Jeanne")
    jeanne.open()
    expect(jeanne.card.locator(".envelopes")).to_contain_text(sealed)
    expect(leader.page.locator(".person.away")).to_have_count(0)
    jeanne.choose("7")
    expect(aurele.page.locator(".run .fresh")).to_contain_text("Poff 2, Pdef 0")
    jeanne.choose("Non")
    expect(jeanne.card.locator("legend")).to_contain_text("Audace")

    # the leader takes the whole back: it stays to be read, struck through
    fight = leader.page.locator(".run")
    fight.locator(".correct > summary").click()
    fight.get_by_label("Pourquoi").fill("la lumière s’éteint")
    leader.press("Annuler ce jet", fight)
    expect(aurele.story.locator("li.undone").first).to_contain_text("la lumière s’éteint")

    # what follows from a throw may be refused, and taken back
    leader.ask("exil.fall", to=["aurele"], hauteur="3")
    lost = aurele.last.locator(".consequences li")
    expect(lost).to_contain_text("perd 6 Points de Santé")
    aurele.press("Refuser", aurele.last)
    expect(lost.locator(".undone")).to_contain_text("perd 6 Points de Santé")
    expect(jeanne.story.locator("li").first).to_contain_text("refusé")
    aurele.press("Rétablir", aurele.last)
    expect(lost.locator(".undone")).to_have_count(0)
