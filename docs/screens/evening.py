"""The scenes at tables that the screenshots show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.table.conftest import Party, Seat

__all__ = ["TABLES", "seated"]

Sit = Callable[..., Seat]
Shots = Iterator[tuple[str, Page]]


def seated(browser: Browser, parties: Mapping[str, Party]) -> Sit:
    """Return `sit(game, place, scheme)`, which opens the page of a seat: the leader's on a desktop,
    a player's on a phone."""

    def sit(game: str, place: int, scheme: str = "light") -> Seat:
        context = browser.new_context(
            viewport=PHONE if place else DESKTOP,  # type: ignore[arg-type]
            color_scheme=scheme,  # type: ignore[arg-type]
            locale="fr-FR",
            device_scale_factor=1,
        )
        return Seat(context, parties[game].links[place])

    return sit


def a_choice(sit: Sit) -> Shots:
    """Show the number of Exploits to announce in Loss, with the value of each."""
    leader, kordan = sit("Les Chants de Loss", 0), sit("Les Chants de Loss", 1, "dark")
    nobody = {"jetons_avant": "~0", "jetons_avant~0": "0", "desastres": "~0", "desastres~0": "0"}
    leader.ask("loss.action", ["kordan"], difficulty="20", ag_permanentes="Sabre", **nobody)
    kordan.card.locator('.toggle > span:text-is("2")').click()
    expect(kordan.card.locator(".worth-now output")).to_be_visible()
    yield "table-choix", kordan.page


def a_throw(sit: Sit) -> Shots:
    """Show a pool of Armes-Dieux before and after its throw."""
    leader, bastan = sit("Armes-Dieux", 0), sit("Armes-Dieux", 1)
    nobody = {"renfort_reserve": "~0", "renfort_reserve~0": "0", "additionnel": "jamais"}
    leader.ask("armes_dieux.test", ["bastan"], bonus="ask", ecartes="ask", **nobody)
    bastan.choose("Aspect", "Avantage")
    bastan.choose("1")
    expect(bastan.card).to_contain_text("1 dé écarté")
    expect(bastan.card.locator(".law-chance output")).to_be_visible()
    yield "table-jet", bastan.page
    bastan.give(6, 4, 2, 5, 3, 1, 2)
    expect(bastan.last.locator(".sentence")).to_be_visible()
    yield "table-resultat", bastan.page


def a_fight(sit: Sit) -> Shots:
    """Show a fight of Exil with sealed attitudes, from the leader's side."""
    leader, aurele, jeanne = (sit("Exil", place) for place in range(3))
    leader.ask("exil.simple", ["jeanne"], talent="Citadin", difficulty="-2")
    jeanne.give(4)
    leader.ask("exil.simple", ["aurele"], talent="Orateur", secret=True)
    aurele.throw()
    jeanne.page.locator("#note-text").fill("Les pontons grincent ; quelqu’un nous suit.")
    jeanne.press("Noter")
    leader.ask("exil.melee", cast={"combattants": ["aurele", "jeanne", "brute"]})
    jeanne.choose("7")
    expect(leader.page.locator(".fighters .sealed")).to_have_count(1)
    leader.page.mouse.move(0, 0)
    yield "table-meneur", leader.page
    expect(aurele.card.locator(".weigh")).to_contain_text("ce tour", timeout=20_000)
    yield "table-combat", aurele.page


TABLES: tuple[Callable[[Sit], Shots], ...] = (a_choice, a_throw, a_fight)
