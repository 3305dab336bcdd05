"""An evening of Éclats: a seuil that the player does not know, dice on the table, a price that falls
due, a bargain in words."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.table.conftest import Evening, Gather, Seat
from tests.browser.table.situations import (
    AWAY,
    BLIND,
    DECLINED,
    REAL,
    SCENE,
    SECRET,
    TIME,
    TOKENS,
    UNDO,
)

KNOWN = {"caracteristique": "empathie", "seuil": "Les convaincre"}
AGAINST = {"adversaire": ["rodeurs"]}
UNCOVERED = """each => {
  const {left, right, top, bottom} = each.getBoundingClientRect();
  return [top + 4, bottom - 4].every(y => document.elementFromPoint((left + right) / 2, y) === each);
}"""
"""Whether a message on a phone is in sight from its first line to its last."""


def test_an_evening(gather: Gather) -> None:
    evening = gather("Éclats")
    evening.leader.begin_scene("Le bac de nuit")
    dice_of_ones_own(evening)
    no_network(evening)
    taken_back(evening)
    a_price(evening)
    a_bargain(evening)
    a_wall(evening)
    the_end_of_the_scene(evening)


def dice_of_ones_own(evening: Evening) -> None:
    """Under a seuil that the player does not know; remembered for the next time."""
    leader, anselme, lubin = evening.people
    with evening.situation(SECRET, REAL):
        leader.ask("eclats.action", ["anselme"], AGAINST, secret=True, prix="ask", **KNOWN)
        expect(leader.page.locator(".run .parameters")).to_contain_text("Seuil 9")
        expect(anselme.card).to_be_visible()
        anselme.press("Toujours lancer mes propres dés")
        expect(anselme.card.locator(".own-dice .pad")).to_be_visible()
        leader.alone_knows("Seuil&nbsp;9", [anselme, lubin])
        assert not any(each.received("[Ss]euil\\W+9") for each in (anselme, lubin))
        anselme.give(3, 4, 2)
        anselme.choose("Oui")
        expect(leader.card.locator("legend")).to_contain_text("Annoncer le seuil")
        assert not any(each.received("[Ss]euil\\W+9") for each in (anselme, lubin))
        leader.choose("Oui")
        expect(anselme.card.locator(".facts")).to_contain_text("9")


def offers(player: Seat, price: str, dice: int) -> None:
    player.card.locator("textarea").fill(price)
    player.card.get_by_role("spinbutton").fill(str(dice))
    player.choose()


def no_network(evening: Evening) -> None:
    _, anselme, lubin = evening.people
    with evening.situation(AWAY):
        anselme.context.set_offline(True)
        expect(anselme.page.locator("#net")).to_contain_text("connexion est perdue")
        lubin.page.locator("#note-text").fill("On entend le bac.")
        lubin.press("Noter")
        offers(anselme, "la honte", 1)
        lost = anselme.page.locator("#lost")
        expect(lost).to_contain_text("n’est pas parti")
        anselme.page.mouse.wheel(0, 400)
        anselme.page.wait_for_function("scrollY > 100")
        assert lost.evaluate(UNCOVERED)
        anselme.context.set_offline(False)
        expect(anselme.story).to_contain_text("On entend le bac.")
        expect(anselme.page.locator("#net")).to_contain_text("la page est à jour")


def taken_back(evening: Evening) -> None:
    leader, anselme, lubin = evening.people
    with evening.situation(UNDO):
        anselme.choose()  # what was written is still
        expect(leader.card.locator(".facts")).to_contain_text("la honte")
        anselme.press("Reprendre mon choix")
        expect(lubin.story.locator(".undone").first).to_contain_text("prix")
        expect(anselme.card.locator("legend").first).to_contain_text("Prix")


def a_price(evening: Evening) -> None:
    """One more die, for a price that is owed when it fails."""
    leader, anselme, lubin = evening.people
    with evening.situation(TOKENS, DECLINED):
        offers(anselme, "la honte", 1)
        leader.choose("1")
        lubin.choose("Oui")
        anselme.give(1)
        expect(lubin.last.locator(".sentence")).to_contain_text("le prix est dû")
        mine = anselme.last.locator(".consequences li").filter(has_text="un prix est dû")
        expect(mine.get_by_role("button")).to_have_count(0)  # all have agreed upon it
        owed = leader.last.locator(".consequences li").filter(has_text="un prix est dû")
        leader.press("Refuser", owed)
        expect(lubin.last.locator(".consequences .undone")).to_contain_text("un prix est dû")


def a_bargain(evening: Evening) -> None:
    """Whether to, before the seuil is known to anybody."""
    leader, anselme, lubin = evening.people
    with evening.situation(BLIND):
        # ECL-NEG-01: only a simple failure is bargained about
        failed: dict[str, Any] = {"seuil": "~0", "seuil~0": "9", "caracteristique": "agilite"}
        leader.ask("eclats.test", ["lubin"], {"adversaire": [""]}, **failed)
        lubin.give(1, 2, 3)
        expect(lubin.last.locator(".consequences")).to_contain_text("échec simple")
        leader.ask("eclats.negociation", ["lubin"], AGAINST, seuil="Leur échapper")
        expect(lubin.card.locator("legend")).to_contain_text("Négocier")
        leader.alone_knows("Seuil&nbsp;8", [anselme, lubin])
        assert not any(each.received("[Ss]euil\\W+8") for each in (anselme, lubin))
        lubin.choose("Oui")
        expect(lubin.card.locator(".facts")).to_contain_text("8")
        offers(lubin, "la dague de ma <sœur>", 2)
        expect(leader.card.locator(".facts")).to_contain_text("la dague de ma <sœur>")
        leader.choose("1")
        lubin.choose("Oui")
        expect(anselme.card.locator("legend")).to_contain_text("Accepter le prix")
        leader.page.locator(".run .correct > summary").click()
        leader.press("Annuler ce jet")
        expect(anselme.story.locator("li.undone").first).to_contain_text("Négocier")


def a_wall(evening: Evening) -> None:
    """No sheet is against who climbs: its seuil is a number, shown to all; a 0 spoils the throw."""
    leader, anselme, lubin = evening.people
    by_hand: dict[str, Any] = {"seuil": "~0", "seuil~0": "7", "caracteristique": "agilite"}
    leader.ask("eclats.action", ["lubin"], {"adversaire": [""]}, **by_hand)
    expect(anselme.page.locator(".run .parameters")).to_contain_text("Seuil 7")
    expect(lubin.card.locator(".law-chance").first).to_contain_text("51\u202f%")  # 513 of 1000
    lubin.give(0, 9, 8)
    expect(lubin.last.locator(".thrown .die.spoils")).to_have_count(1)
    expect(anselme.last.locator(".sentence")).to_contain_text("échec automatique")


def the_end_of_the_scene(evening: Evening) -> None:
    """And time passes."""
    leader, anselme, lubin = evening.people
    with evening.situation(SCENE):
        leader.end_scene()
        expect(anselme.story).to_contain_text("La scène est finie")
    with evening.situation(TIME):
        leader.pass_time("scene", 2)
        expect(lubin.story).to_contain_text("La scène 3 commence")
