"""An evening of Exil: in the open and behind the screen, a fall refused, a turn of combat chosen
blind while somebody comes back from another device, two adversaries who strike as one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.table.conftest import Gather
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
    evening = gather("Exil")
    leader, aurele, jeanne = evening.leader, evening.one, evening.other
    situation = evening.situation
    leader.begin_scene("Les pontons")
    with situation(REAL):
        leader.ask("exil.simple", to=["aurele"], talent="Savant", difficulty="-2")
        expect(aurele.card.get_by_role("heading").first).to_have_text("Jet de Talent")
        expect(aurele.card.locator(".law-chance output").first).to_have_text("75\u202f%")
        expect(jeanne.bar).to_contain_text("On attend Aurèle")
        aurele.give(8)
        expect(aurele.last.locator(".sentence")).to_contain_text("marge de réussite 1")
        expect(jeanne.last).to_contain_text("Jet de Talent · Aurèle Kestrin")

    with situation(SECRET):
        # who throws learns nothing of what it is against, the others nothing at all
        leader.ask("exil.simple", to=["jeanne"], talent="Citadin", difficulty="-5", secret=True)
        expect(jeanne.card).to_contain_text("en secret")
        expect(aurele.story).to_contain_text("Quelque chose se lance derrière l’écran.")
        expect(aurele.bar).to_contain_text("Personne n’est attendu")
        leader.alone_knows("difficile</|\u22125 \\(", [aurele, jeanne])
        jeanne.throw()
        expect(jeanne.last.locator(".sentence")).to_have_text("Le résultat reste caché.")
        expect(leader.last.locator(".sentence")).to_have_text(re.compile("marge|réussite|échec"))
        assert "marge" not in jeanne.last.inner_text()
        leader.alone_knows("difficile</|\u22125 \\(", [aurele, jeanne])
        leader.press("Révéler", leader.last)
        expect(aurele.last.locator(".sentence")).to_have_text(re.compile("marge|réussite|échec"))

    with situation(BLIND, AWAY):
        # nothing of one is anywhere before the other is in, who comes back meanwhile
        leader.ask("exil.contact_round", cast={"a": ["aurele"], "b": ["jeanne"]})
        aurele.choose("2")
        sealed = "Aurèle Kestrin · enveloppe scellée"
        expect(jeanne.card.locator(".envelopes")).to_contain_text(sealed)
        jeanne.page.close()
        expect(leader.page.locator(".person.away")).to_contain_text("Jeanne")
        jeanne.open()
        expect(jeanne.card.locator(".envelopes")).to_contain_text(sealed)
        expect(leader.page.locator(".person.away")).to_have_count(0)
        assert not any(each.received("Poff 2") for each in (jeanne, leader))
        jeanne.choose("7")
        expect(aurele.page.locator(".run .fresh")).to_contain_text("Poff 2, Pdef 0")

    with situation(UNDO):
        jeanne.choose("Non")
        expect(jeanne.card.locator("legend")).to_contain_text("Audace")
        jeanne.press("Reprendre mon choix")
        expect(aurele.story.locator(".undone").first).to_contain_text("main")
        expect(jeanne.card.locator("legend")).to_contain_text("Laisser la main")
        # the leader takes the whole back: it stays to be read, struck through
        fight = leader.page.locator(".run")
        fight.locator(".correct > summary").click()
        fight.get_by_label("Pourquoi").fill("la lumière s’éteint")
        leader.press("Annuler ce jet", fight)
        expect(aurele.story.locator("li.undone").first).to_contain_text("la lumière s’éteint")

    with situation(FIGHT):
        leader.bring("vigile", "Le second vigile")
        leader.ask("exil.assaut", ["vigile", "le-second-vigile"], {"cible": ["aurele"]})
        leader.card.get_by_label("la même réponse pour 1 autre pareil").check()
        leader.choose("0")
        expect(leader.page.locator(".run", has_text="frappe")).to_have_count(2)
        leader.press("Lancer les 2 à la fois")
        expect(leader.page.get_by_role("button", name="Lancer les 2 à la fois")).to_have_count(0)
        struck = aurele.story.locator("li").filter(has_text="igile")
        expect(struck.first).to_be_visible()
        expect(struck.last).to_be_visible()
        leader.clear()

    with situation(TOKENS):  # something strange: a natural 12 costs Détachement
        leader.ask("exil.detachment", ["jeanne"])
        jeanne.give(12)
        expect(aurele.last.locator(".consequences")).to_contain_text("1 au Détachement")
        expect(jeanne.bar).to_contain_text("Détachement 1")

    with situation(DECLINED):  # what follows from a throw may be refused, and taken back
        leader.ask("exil.fall", to=["aurele"], hauteur="3")
        lost = aurele.last.locator(".consequences li")
        expect(lost).to_contain_text("perd 6 Points de Santé")
        aurele.press("Refuser", aurele.last)
        expect(lost.locator(".undone")).to_contain_text("perd 6 Points de Santé")
        expect(jeanne.story.locator("li").first).to_contain_text("refusé")
        aurele.press("Rétablir", aurele.last)
        expect(lost.locator(".undone")).to_have_count(0)

    with situation(SCENE):  # chocs are forgotten with it
        leader.ask("exil.shock", ["jeanne"], valeurs="15")
        jeanne.give(12)
        expect(aurele.last.locator(".consequences")).to_contain_text("contre des chocs")
        leader.end_scene()
        expect(aurele.story).to_contain_text("La scène est finie")
        expect(aurele.story).to_contain_text("les chocs ne comptent plus")
    with situation(TIME):  # a day, with a wound that nobody cares for
        leader.pass_time("jour")
        expect(aurele.story).to_contain_text("l’horloge est à 24 h")
        expect(leader.page.locator(".dues")).to_contain_text("Aurèle Kestrin")
