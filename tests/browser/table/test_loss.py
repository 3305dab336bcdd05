"""An evening of Loss: Exploits announced and taken back, a real die that explodes, something hidden
nobody knows how well, tokens lost by the one and spent by the other, gone with the scene."""

from __future__ import annotations

from typing import Any

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

DECIDED: dict[str, Any] = {
    "jetons_avant": "~0",
    "jetons_avant~0": "0",
    "desastres": "~0",
    "desastres~0": "0",
    "exploits": "ask",
}
"""What nobody is asked in these tests, but for the Exploits."""
CONCEALED = r"Exploits cachés"
"""What only who hides something is shown: how well."""


def test_an_evening(gather: Gather) -> None:
    evening = gather("Les Chants de Loss")
    evening.leader.begin_scene("Les docks, la nuit")
    exploits_announced(evening)
    a_draft(evening)
    taken_back(evening)
    a_die_that_goes_on(evening)
    behind_the_screen(evening)
    something_hidden(evening)
    tokens(evening)
    a_consequence_refused(evening)
    two_as_one(evening)
    an_attack(evening)
    hidden_from_the_leader(evening)
    the_end_of_the_scene(evening)


def exploits_announced(evening: Evening) -> None:
    """Each number of them is weighed."""
    leader, kordan, _ = evening.people
    leader.ask("loss.action", ["kordan"], difficulty="25", ag_permanentes="Sabre", **DECIDED)
    gains = kordan.card.locator(".toggle .worth-text")
    texts = ("60", "10", "6", "1", "0,6", "0,1")
    expect(gains).to_have_text([f"{each}\u202f%" for each in texts])
    kordan.card.locator('.toggle > span:text-is("2")').click()
    expect(kordan.card.locator(".worth-now output")).to_have_text("6\u202f%")
    expect(kordan.card.locator("form.choices .primary")).to_have_text("Exploits\u00a0: 2")


def a_draft(evening: Evening) -> None:
    """It outlives what others do."""
    _, kordan, nerise = evening.people
    nerise.page.locator("#note-text").fill("Il hésite.")
    nerise.press("Noter")
    expect(kordan.story).to_contain_text("Il hésite.")
    expect(kordan.card.locator(".worth-now output")).to_have_text("6\u202f%")
    expect(kordan.card.locator("form.choices .primary")).to_have_text("Exploits\u00a0: 2")


def taken_back(evening: Evening) -> None:
    _, kordan, nerise = evening.people
    with evening.situation(UNDO):
        kordan.choose()
        expect(kordan.card.locator(".fresh")).to_contain_text("il faut 35")
        kordan.press("Reprendre mon choix")
        expect(nerise.story.locator(".undone").first).to_contain_text("2")
        expect(kordan.card.locator("legend")).to_contain_text("Exploits")


def a_die_that_goes_on(evening: Evening) -> None:
    """After a 10."""
    _, kordan, _ = evening.people
    with evening.situation(REAL):
        kordan.choose("1")
        kordan.give(10, 6)
        expect(kordan.last.locator(".sentence")).to_have_text("Réussite, 1 Exploit gagné.")
        expect(kordan.last.locator(".thrown .die")).to_have_count(2)


def behind_the_screen(evening: Evening) -> None:
    leader, kordan, nerise = evening.people
    with evening.situation(SECRET):
        leader.ask("loss.action", ["kordan"], secret=True, difficulty="20", **DECIDED)
        expect(nerise.story.locator("li").first).to_contain_text("derrière l’écran")
        leader.choose("0")
        leader.throw()
        expect(leader.last.locator("h2")).to_contain_text("Kordan")
        expect(leader.last).to_contain_text("en secret")
        leader.alone_knows(f"dice-{leader.last_run}-", [kordan, nerise])


def something_hidden(evening: Evening) -> None:
    """Who looks for it does not know how well."""
    leader, kordan, nerise = evening.people
    with evening.situation(BLIND):
        hidden: dict[str, Any] = {
            "cacheur.trait": "Instinct",
            "cacheur.talent": "Corps-à-corps",
            "cacheur.exploits": "~0",
            "cacheur.exploits~0": "1",
            "chercheurs[0].trait": "Instinct",
            "chercheurs[0].talent": "",  # a Vertu in its place
            "chercheurs[0].vertu": "Courage",
        }
        sides = {"cacheur": ["veilleur"], "chercheurs": ["kordan"]}
        leader.ask("loss.dissimulation", cast=sides, **hidden)
        leader.give(9)
        kordan.choose("0")
        expect(kordan.last.locator(".sentence")).to_contain_text("Une intuition")
        leader.alone_knows(CONCEALED, [kordan, nerise])


def tokens(evening: Evening) -> None:
    """Lost by somebody of the leader's, spent by a player who comes back from a closed page."""
    leader, _, nerise = evening.people
    with evening.situation(TOKENS, AWAY):
        # somebody of the leader's fails: the tokens go where the leader says
        leader.ask("loss.action", ["veilleur"], difficulty="20", jetons_apres="none", **DECIDED)
        leader.choose("2")
        leader.give(2)
        expect(leader.last.locator(".sentence")).to_contain_text("2 Exploits perdus")
        due = leader.page.locator(".pending li").filter(has_text="Exploits manqués")
        leader.press("Le jouer", due)
        leader.choose("Nérise Halvane")
        expect(nerise.last).to_contain_text("2 jetons")
        expect(nerise.bar).to_contain_text("Jetons 2")
        expect(due).to_have_count(0)
        # who has them spends them, having seen the die; she comes back from a closed page meanwhile
        leader.ask("loss.action", ["nerise"], difficulty="20", **DECIDED)
        nerise.choose("0")
        nerise.give(5)
        expect(nerise.card.locator("legend")).to_contain_text("Jetons après le dé")
        nerise.come_back()
        expect(nerise.card.locator("legend")).to_contain_text("Jetons après le dé")
        nerise.choose("2")
        expect(nerise.last.locator(".consequences")).to_contain_text("dépense 2 jetons")
        expect(nerise.last.locator(".error")).to_have_count(0)
        expect(nerise.bar).not_to_contain_text("Jetons")


def a_consequence_refused(evening: Evening) -> None:
    _, kordan, nerise = evening.people
    with evening.situation(DECLINED):
        nerise.press("Refuser", nerise.last)
        expect(kordan.last.locator(".consequences .undone")).to_contain_text("dépense 2 jetons")
        expect(nerise.bar).to_contain_text("Jetons 2")


def two_as_one(evening: Evening) -> None:
    leader, kordan, _ = evening.people
    with evening.situation(FIGHT):
        decided = {**DECIDED, "exploits": "~0", "exploits~0": "0", "jetons_apres": "none"}
        leader.ask("loss.action", ["veilleur", "fouisseur"], difficulty="15", **decided)
        leader.press("Lancer les 2 à la fois")
        expect(leader.page.locator(".run")).to_have_count(0)
        expect(kordan.story.locator("li").filter(has_text="fouisseur")).to_have_count(1)


def an_attack(evening: Evening) -> None:
    """Who attacks declares the Exploits, and says what those that are won are for."""
    leader, kordan, nerise = evening.people
    sides = {"attaquant": ["kordan"], "defenseur": ["veilleur"]}
    sums: dict[str, Any] = {
        "somme_attaque": "Puissance + Armes de mêlée",
        "somme_defense": "Agilité + Corps-à-corps",
    }
    leader.ask("loss.combat", cast=sides, **sums)
    expect(kordan.card).to_contain_text("16 (Puissance + Armes de mêlée)")
    kordan.choose("1")
    kordan.give(9)
    leader.choose("Oui")  # the Veilleur parries
    leader.give(2)
    due = leader.page.locator(".pending li").filter(has_text="Employer ses Exploits · Kordan").last
    leader.press("Le jouer", due)
    kordan.choose("Jeton")
    expect(kordan.bar).to_contain_text("Jetons 1")
    expect(nerise.last).to_contain_text("Kordan garde 1 jeton gagné.")


def hidden_from_the_leader(evening: Evening) -> None:
    """A token that was spent on hiding is kept secret until it is applied."""
    leader, kordan, nerise = evening.people
    hidden: dict[str, Any] = {
        "cacheur.trait": "Agilité",
        "cacheur.talent": "Furtivité",
        "chercheurs[0].trait": "Instinct",
        "chercheurs[0].talent": "Fouille",
    }
    sides = {"cacheur": ["kordan"], "chercheurs": ["veilleur"]}
    leader.ask("loss.dissimulation", cast=sides, **hidden)
    kordan.choose("1")
    kordan.choose("0")  # no token before the die
    kordan.give(6)
    kordan.choose("1")
    leader.give(2)
    texts = kordan.story.locator("li").first
    expect(texts).to_contain_text("Kordan dépense 1 jeton sur ce Test. tenu secret")
    expect(texts.locator(".undone")).to_have_count(0)
    expect(nerise.story.locator("li").first).not_to_contain_text("dépense")
    expect(nerise.page.locator("#people")).to_contain_text("Jetons 1")
    texts.locator("a.more-of").click()
    expect(kordan.page.locator(".kicker")).to_have_text("Ce qui s’est passé")
    kordan.press("Appliquer", kordan.last)
    expect(kordan.story.locator("li").first).to_contain_text("appliqué")
    expect(kordan.bar).not_to_contain_text("Jetons")


def the_end_of_the_scene(evening: Evening) -> None:
    """All tokens are gone with it; time passes."""
    leader, kordan, nerise = evening.people
    with evening.situation(SCENE):
        leader.end_scene()
        expect(kordan.story).to_contain_text("La scène est finie")
        expect(nerise.bar).not_to_contain_text("Jetons")
    with evening.situation(TIME):
        leader.pass_time("episode")
        expect(kordan.story.locator("li").first).to_contain_text("pisode")
