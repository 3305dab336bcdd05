"""A sheet that is made on its page: names offered, what is open, budgets counted."""

from __future__ import annotations

import re
from html import unescape

from tests.faces.web.conftest import Lead
from tests.table.evening import LEADER
from tests.table.export.tables import ID

LEADS = f"/t/{ID}/{LEADER}"
HERO = {"do": "put_sheet", "seat": "", "kind": "personnage", "character": "", "nom": "Aldric"}


def making(page: str) -> str:
    """Return the text of what the page says about choices and budgets."""
    part = re.search(r'class="[^"]*making.*?(?:</section>|</div></div>)', page, re.S)
    assert part is not None
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", part[0].partition(">")[2])))


def offered(page: str) -> list[str]:
    return [unescape(each) for each in re.findall(r'name="nommer" value="([^"]*)"', page)]


def test_a_new_sheet_offers_the_names_and_says_what_is_open(lead: Lead) -> None:
    page = lead("socle").get(f"{LEADS}/fiche?sorte=personnage").text
    names = ["Force", "Agilité", "Magie"]
    fields = ("des", "niveaux")
    assert offered(page) == [f"{field}:{n}" for field in fields for n in (*names, "")]
    assert "Il reste à choisir : nom et dés (Force, Agilité, Magie)." in making(page)
    assert "Cœurs de départ : 5 sur 5" in making(page)
    assert "Un dé d6, d8, d10, d12 ou d20." in page


def test_a_name_is_added_by_one_tap_and_all_by_another(lead: Lead) -> None:
    client = lead("socle")
    typed = {**HERO, "des[]": "1", "des[0].nom": "Force", "des[0].valeur": "12"}
    page = client.post(f"{LEADS}/campagne", data={**typed, "nommer": "des:Magie"}).text
    assert re.search(r'name="des\[0\].valeur" value="12" checked', page)
    assert re.findall(r'name="des\[\d\].nom" value="([^"]*)"', page) == ["Force", "Magie"]
    assert [each for each in offered(page) if each.startswith("des:")] == ["des:Agilité"]
    page = client.post(f"{LEADS}/campagne", data={**typed, "nommer": "des:"}).text
    assert len(re.findall(r'name="des\[\d\].nom"', page)) == 3
    page = client.post(f"{LEADS}/campagne", data={**typed, "nommer": "des:Ruse"}).text
    assert len(re.findall(r'name="des\[\d\].nom"', page)) == 1


def test_budgets_are_counted_and_never_refused(lead: Lead) -> None:
    client = lead("socle")
    more = {**HERO, "coeurs_max": "7", "coeurs": "7"}
    page = client.post(f"{LEADS}/campagne", data={**more, "compter": "1"}).text
    assert "Cœurs de départ : 7 sur 5 C’est 2 de trop" in making(page)
    kept = client.post(f"{LEADS}/campagne", data=more)
    assert kept.status_code == 200
    assert "Aldric" in kept.text
    page = client.get(f"{LEADS}/fiche/aldric").text
    assert "Cœurs de départ : 7 sur 5" in making(page)
    assert "Il reste à choisir : dés (Force, Agilité, Magie)." in making(page)
    client.get("/langue?vers=en&retour=/")
    english = making(client.get(f"{LEADS}/fiche/aldric").text)
    assert "Hearts at the start: 7 of 5 This is 2 too many; the leader may grant it." in english
    assert "Still to choose: dice (Force, Agilité, Magie)." in english


def test_lists_and_texts_take_names_too(lead: Lead) -> None:
    client = lead("loss")
    page = client.get(f"{LEADS}/fiche?sorte=personnage").text
    assert "archetype:Ombre" in offered(page)
    assert "Le livre ne fixe pas de points à répartir" in making(page)
    sent = {"do": "put_sheet", "kind": "personnage", "character": "", "seat": "", "nom": "Ahmed"}
    page = client.post(f"{LEADS}/campagne", data={**sent, "nommer": "archetype:Dresseur"}).text
    assert re.search(r'name="archetype" value="Dresseur"', page)
    client = lead("armes_dieux")
    sent |= {"pouvoirs[]": "1", "pouvoirs[0]": "Une hache"}
    page = client.post(f"{LEADS}/campagne", data={**sent, "nommer": "pouvoirs:Épice"}).text
    assert re.findall(r'name="pouvoirs\[\d\]" value="([^"]*)"', page) == ["Une hache", "Épice"]


def test_a_new_row_holds_nothing_that_nobody_wrote(lead: Lead) -> None:
    """A text begins empty, however many there are; a number under a name begins at its least."""
    client = lead("armes_dieux")
    sent = {"do": "put_sheet", "kind": "personnage", "character": "", "seat": "", "nom": "Odile"}
    for one in ({}, {"aspects[]": "1", "aspects[0]": "Née du sel"}):
        page = client.post(f"{LEADS}/campagne", data={**sent, **one, "plus": "aspects"}).text
        last = re.findall(r'name="aspects\[\d\]" value="([^"]*)"', page)
        assert last == [*list(one.values())[1:], ""]
        assert ("et Aspects." in making(page)) == (not one), making(page)
    client = lead("eclats")
    sent["kind"] = "initie"
    page = client.post(f"{LEADS}/campagne", data={**sent, "nommer": "competences:Veiller"}).text
    assert re.search(r'name="competences\[0\].valeur"[^>]* value="0"', page)


def test_the_form_of_a_kept_character_counts_the_experience_that_is_spent(lead: Lead) -> None:
    client = lead("exil")
    sent = {"do": "put_sheet", "kind": "personnage", "character": "jeanne", "seat": "j2"}
    sent |= {"nom": "Jeanne", "attributs.physique": "bon", "talents[]": "1", "compter": "1"}
    sent |= {"talents[0].nom": "Acrobate", "talents[0].valeur": "~0", "talents[0].valeur~0": "9"}
    page = client.post(f"{LEADS}/campagne", data=sent).text
    assert "Expérience Physique dépensée : 7 sur 6 C’est 1 de trop" in making(page)


def test_all_names_at_once_only_where_a_sheet_has_them_all(lead: Lead) -> None:
    page = lead("loss").get(f"{LEADS}/fiche?sorte=personnage").text
    assert [each for each in offered(page) if each.endswith(":")] == ["traits:", "vertus:"]
    before, _, folded = page.partition('<details class="more">')
    assert 'name="archetype"' in before, "what has to be decided is not folded away"
    assert 'name="armure"' in folded


def test_a_kind_of_sheet_is_named_without_an_article(lead: Lead) -> None:
    """« l’adversaire » is who holds the seat in a sentence; the sheet is one of an adversary."""
    client = lead("socle")
    page = unescape(client.get(f"{LEADS}/campagne").text)
    assert "Nouvelle fiche\u00a0: Adversaire" in page
    assert "Fiche vierge à imprimer\u00a0: Adversaire" in page
    assert "<h2>Adversaire</h2>" in client.get(LEADS).text


def test_a_sheet_in_play_does_not_repeat_what_it_began_with(lead: Lead) -> None:
    """« Cœurs de départ : 5 sur 5 » above one Heart of five; its form says it."""
    client = lead("socle")
    client.post(f"{LEADS}/campagne", data={**HERO, "coeurs": "1"})
    who = re.findall(r"/fiche/([\w-]*aldric)", client.get(f"{LEADS}/campagne").text)[0]
    assert "Cœurs de départ" not in client.get(f"{LEADS}/fiche/{who}").text
    assert "Cœurs de départ" in client.get(f"{LEADS}/fiche?qui={who}").text


def test_all_names_at_once_open_their_numbers(lead: Lead) -> None:
    """Six Traits that one tap adds are six numbers to fill in, not six lines to unfold."""
    client = lead("loss")
    sent = {"do": "put_sheet", "kind": "personnage", "character": "", "seat": "", "nom": "Ahmed"}
    page = client.post(f"{LEADS}/campagne", data={**sent, "nommer": "traits:"}).text
    traits = page.partition('name="traits[]"')[2].partition("Noms du livre")[0]
    assert len(re.findall(r'name="traits\[\d\]\.valeur"', traits)) == 6
    assert "<details" not in traits.partition("</fieldset>")[0]
