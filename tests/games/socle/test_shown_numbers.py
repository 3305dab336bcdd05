"""What the table says of the numbers of an adversary, of a spell and of a riposte."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.messages import format_params, format_value
from tablee.faces.pictures.captions import gist
from tablee.games.socle.campaign_record import CAMPAIGN_RECORD as CAMPAIGN_RECORD
from tablee.rules.forms import OneOf
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

FIGHT: dict[str, Any] = {
    "heros": [{"id": "Ana", "de": {"Force": 6, "Magie": 8}, "mana": 1}],
    "adversaires": [{"id": "idole", "cible": "elite"}],
    "ordre": "liste",
}


def after(params: dict[str, Any], rulings: dict[str, Any], *chosen: Any) -> Session:
    return Session(ask_about("socle.combat", params, rulings, [{"choose": c} for c in chosen]))


def _offered(session: Session) -> tuple[Any, ...]:
    assert isinstance(session.pending, Choose)
    assert isinstance(session.pending.form, OneOf)
    return session.pending.form.ids


@pytest.mark.parametrize(("ruling", "public"), [("montres", "all"), ("caches", "nothing")])
def test_the_hearts_of_adversaries_are_shown_as_the_table_has_it(ruling: str, public: str) -> None:
    """R-27: on the card of a fight too."""
    session = after(FIGHT, {"chiffres_adverses": ruling})
    hero, foe = session.fighter_statuses()
    assert [each.public for each in hero.gauges] == ["all", "all"]
    assert [each.public for each in foe.gauges] == [public]


@pytest.mark.parametrize(("ruling", "named"), [("montres", "boss"), ("caches", "adversaire")])
def test_the_card_of_a_duel_hides_the_category_with_the_tn(ruling: str, named: str) -> None:
    """R-27: the category gives the TN away."""
    duel = {"de": 10, "armure": 1, "adversaires": [{"cible": "boss"}]}
    session = Session(ask_about("socle.duel", duel, {"chiffres_adverses": ruling}))
    hero, foe = session.fighter_statuses()
    assert foe.who == named
    assert [each.name for each in hero.gauges] == ["coeurs", "armure"]


@pytest.mark.parametrize(
    ("ruling", "label"), [("adversaire", "ampleur_sort"), ("niveau", "ampleur")]
)
def test_the_level_of_a_spell_gives_a_tn_where_the_table_has_it_so(ruling: str, label: str) -> None:
    """R-08b: otherwise the TN is the adversary's, and only what Mana allows is offered."""
    asked = after(FIGHT, {"tn_sort_attaque": ruling}, "attaque:idole", "sort", "un éclair")
    assert isinstance(asked.pending, Choose)
    assert asked.pending.label == label
    assert _offered(asked) == ("astuce", "standard", "trop")
    asked.answer({"choose": "standard"})
    texts = [each.text for each in asked.trace if "celui de l’adversaire" in each.text]
    assert bool(texts) is (ruling == "adversaire")


@pytest.mark.parametrize(
    ("place", "expose", "offered"),
    [
        ("distance", "auto", ("coeur", "complication", "aucune")),
        ("contact", "auto", ("coeur", "complication", "aucune")),
        ("contact", "oui", ("coeur", "complication")),
    ],
)
def test_there_may_be_no_riposte(place: str, expose: str, offered: tuple[str, ...]) -> None:
    """SOC-RIP-04..06: the MJ judges whether the adversary could strike, unless he has said so."""
    params = {"de": 8, "cible": "elite", "portee": place, "expose": expose, "riposte": "ask"}
    session = Session(ask_about("socle.attaque", params, {}, [{"dice": [3]}]))
    assert isinstance(session.pending, Choose)
    assert _offered(session) == offered
    session.answer({"choose": offered[-1]})
    assert session.result is not None
    assert session.result.coeurs_perdus == 0
    assert session.result.complications == int(offered[-1] == "complication")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_die_is_named_as_players_name_it(lang: Lang) -> None:
    """A die is a number in the data and « d12 » in texts: on cards, sheets and in sentences."""
    game = find_game("socle")
    assert game is not None
    words = Words(game, lang)
    colon = ": " if lang == "en" else "\u00a0: "
    label = "die" if lang == "en" else "dé"
    assert gist({"Force": 12, "Magie": 6}, "des", words) == "Force\u00a0d12, Magie\u00a0d6"
    assert format_params(words, {"de": 12}) == f"{label}{colon}d12"
    assert format_value(words, {"de": {"Force": 10}}, "heros") == f"{label}{colon}Force{colon}d10"
    assert words.phrase("{size:@de_aide}", size=20) == "d20"


def test_a_number_with_a_name_keeps_both() -> None:
    """A name that gives the number itself is shown without it."""
    loss, eclats = find_game("loss"), find_game("eclats")
    assert Words(loss).number_and_name(15, "difficulty") == "15 (Moyen)"
    assert Words(eclats).number_and_name(1, "prix") == "1 dé, au prix élevé"
    assert Words(eclats).number_and_name(7, "prix") == "7"
