"""An evening of Exil: in the open and behind the screen, a fall refused, a turn of combat chosen
blind while somebody comes back from another device, two adversaries who strike as one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

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

HOW_HARD = "(?<!, )difficile</|\u22125 \\("
"""The difficulty of the secret test; after a comma it is that of learning, on the own sheet."""


def test_an_evening(gather: Gather) -> None:
    evening = gather("Exil")
    evening.leader.begin_scene("Les pontons")
    a_die_of_ones_own(evening)
    behind_the_screen(evening)
    chosen_blind(evening)
    taken_back(evening)
    two_as_one(evening)
    something_strange(evening)
    a_fall_refused(evening)
    the_end_of_the_scene(evening)


def a_die_of_ones_own(evening: Evening) -> None:
    leader, aurele, jeanne = evening.people
    with evening.situation(REAL):
        leader.ask("exil.simple", to=["aurele"], talent="Savant", difficulty="-2")
        expect(aurele.card.get_by_role("heading").first).to_have_text("Jet de Talent")
        expect(aurele.card.locator(".law-chance output").first).to_have_text("75\u202f%")
        expect(jeanne.bar).to_contain_text("On attend Aurèle")
        aurele.give(8)
        expect(aurele.last.locator(".sentence")).to_contain_text("marge de réussite 1")
        expect(jeanne.last).to_contain_text("Jet de Talent · Aurèle Kestrin")


def behind_the_screen(evening: Evening) -> None:
    """Who throws learns nothing of what it is against, the others nothing at all."""
    leader, aurele, jeanne = evening.people
    with evening.situation(SECRET):
        leader.ask("exil.simple", to=["jeanne"], talent="Citadin", difficulty="-5", secret=True)
        expect(jeanne.card).to_contain_text("en secret")
        expect(aurele.story).to_contain_text("Quelque chose se lance derrière l’écran.")
        expect(aurele.bar).to_contain_text("Personne n’est attendu")
        leader.alone_knows(HOW_HARD, [aurele, jeanne])
        jeanne.throw()
        expect(jeanne.last.locator(".sentence")).to_have_text("Le résultat reste caché.")
        expect(leader.last.locator(".sentence")).to_have_text(re.compile("marge|réussite|échec"))
        assert "marge" not in jeanne.last.inner_text()
        leader.alone_knows(HOW_HARD, [aurele, jeanne])
        leader.press("Révéler", leader.last)
        expect(aurele.last.locator(".sentence")).to_have_text(re.compile("marge|réussite|échec"))


def chosen_blind(evening: Evening) -> None:
    """Nothing of one is anywhere before the other is in, who comes back meanwhile."""
    leader, aurele, jeanne = evening.people
    with evening.situation(BLIND, AWAY):
        leader.ask("exil.contact_round", cast={"a": ["aurele"], "b": ["jeanne"]})
        answer = aurele.card.locator(".toggle .means")
        expect(answer.nth(2)).to_have_text("tout en attaque\u00a0: Poff 2, Pdef 0")
        expect(aurele.card.locator(".toggle input:checked")).to_have_value("1")  # EXIL-CBT-06
        aurele.choose("2")
        expect(jeanne.card.locator(".fighters .sealed")).to_have_text("enveloppe scellée")
        jeanne.page.close()
        expect(leader.page.locator(".person.away")).to_contain_text("Jeanne")
        jeanne.open()
        expect(jeanne.card.locator(".fighters .sealed")).to_have_text("enveloppe scellée")
        expect(leader.page.locator(".person.away")).to_have_count(0)
        assert not any(each.received("se bat tout en attaque") for each in (jeanne, leader))
        jeanne.choose("7")
        expect(aurele.page.locator(".run .fresh")).to_contain_text(
            "se bat tout en attaque\u00a0: Poff 2, Pdef 0"
        )


def taken_back(evening: Evening) -> None:
    """By who chose; then by the leader as a whole: it stays to be read, struck through."""
    leader, aurele, jeanne = evening.people
    with evening.situation(UNDO):
        expect(jeanne.card.locator(".later")).to_contain_text("Audace")
        # nobody is down after one tour: who loses more tells more than who wins
        expect(jeanne.card.locator(".advice-pane [aria-current]")).to_have_text(
            "Infliger plus de blessures qu’on n’en reçoit"
        )
        jeanne.press("Valider ces choix")
        expect(jeanne.card.locator(".turn")).to_contain_text("Attaque")
        jeanne.press("Reprendre mon choix")
        expect(aurele.story.locator(".undone").first).to_contain_text("main")
        expect(jeanne.card.locator("legend")).to_contain_text("Laisser la main")
        fight = leader.page.locator(".run")
        fight.locator(".correct > summary").click()
        fight.get_by_label("Pourquoi").fill("la lumière s’éteint")
        leader.press("Annuler ce jet", fight)
        expect(aurele.story.locator("li.undone").first).to_contain_text("la lumière s’éteint")


def two_as_one(evening: Evening) -> None:
    leader, aurele, _ = evening.people
    with evening.situation(FIGHT):
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


def something_strange(evening: Evening) -> None:
    """A natural 12 costs Détachement."""
    leader, aurele, jeanne = evening.people
    with evening.situation(TOKENS):
        leader.ask("exil.detachment", ["jeanne"])
        jeanne.give(12)
        expect(aurele.last.locator(".consequences")).to_contain_text("1 au Détachement")
        expect(jeanne.bar).to_contain_text("Détachement 1")


def a_fall_refused(evening: Evening) -> None:
    """What follows from a throw may be refused, and taken back."""
    leader, aurele, jeanne = evening.people
    with evening.situation(DECLINED):
        leader.ask("exil.fall", to=["aurele"], hauteur="3")
        lost = aurele.last.locator(".consequences li")
        expect(lost).to_contain_text("perd 6 Points de Santé")
        aurele.press("Refuser", aurele.last)
        expect(lost.locator(".undone")).to_contain_text("perd 6 Points de Santé")
        expect(jeanne.story.locator("li").first).to_contain_text("refusé")
        aurele.press("Rétablir", aurele.last)
        expect(lost.locator(".undone")).to_have_count(0)


def the_end_of_the_scene(evening: Evening) -> None:
    """Chocs are forgotten with it; a day passes, with a wound that nobody cares for."""
    leader, aurele, jeanne = evening.people
    with evening.situation(SCENE):
        leader.ask("exil.shock", ["jeanne"], valeurs="15")
        jeanne.give(12)
        expect(aurele.last.locator(".consequences")).to_contain_text("contre des chocs")
        leader.end_scene()
        expect(aurele.story).to_contain_text("La scène est finie")
        expect(aurele.story).to_contain_text("les chocs ne comptent plus")
    with evening.situation(TIME):
        texts = "Attendu\u00a0: une valeur\u00a0: ce Talent n’en a pas encore."
        leader.befalls("Expérience", "monter un Talent", "Aurèle Kestrin", texts, talent="Lutin")
        ill = {"nom": "Mort Blanche", "modele": "mort_blanche"}
        leader.befalls("Suivi de santé", "maladie", "Jeanne Vauquelin", **ill)
        expect(aurele.story).to_contain_text("Maladie contractée\u00a0: Mort Blanche.")
        leader.pass_time("jour")
        expect(aurele.story).to_contain_text("1 jour depuis le début")
        expect(aurele.story).to_contain_text("1 échéance\u00a0: 1 Point de Santé perdu")
        expect(leader.page.locator(".pending")).to_contain_text("Aurèle Kestrin")
