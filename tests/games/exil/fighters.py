"""Random fights: fighters, policies and rulings, as JSON values."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import strategies as st

from tablee.games.exil.fight.passes import Passe

ASKED = dict.fromkeys(("attitude", "laisser_la_main", "audace", "passe", "arme"), "ask")
_MALUS = [0, -1, -3, -6, -12]
_PASSES = [passe for passe in get_args(Passe) if passe != "bousculade"]


def _policies() -> st.SearchStrategy[dict[str, Any]]:
    some = st.lists(st.sampled_from(_PASSES), unique=True, min_size=1, max_size=8)
    return st.fixed_dictionaries(
        {},
        optional={
            "attitude": st.sampled_from(["moitie", "tout", "rien"]) | st.integers(0, 14),
            "laisser_la_main": st.booleans(),
            "audace": st.sampled_from([0, 2, 5, 30]),
            "passe": some,
            "arme": st.sampled_from(["reprendre", "mains_nues"]),
        },
    )


@st.composite
def fighters(draw: st.DrawFn) -> dict[str, Any]:
    """Draw an accepted fighter with fixed answers."""
    needed = {"talent": st.integers(0, 14), "politique": _policies()}
    optional = {
        "maniabilite": st.integers(-2, 4),
        "letalite": st.integers(-3, 7),
        "physique": st.sampled_from(["nul", "faible", "moyen", "bon", "excellent"]),
        "force": st.booleans(),
        "perce_armure": st.booleans(),
        "protection": st.integers(0, 5),
        "a_distance": st.booleans(),
        "pds": st.integers(1, 12),
        "circonstance": st.integers(-3, 6),
        "talent_mains_nues": st.integers(0, 12),
        "malus_avant": st.sampled_from(_MALUS),
        "reddition": st.sampled_from(["jamais", "leger", "serieux", "grave", "critique"]),
        "arme": st.sampled_from(["en_main", "perdue", "coincee"]),
        "pc_mod": st.integers(-3, 3),
        "expose": st.integers(0, 3),
    }
    man: dict[str, Any] = draw(st.fixed_dictionaries(needed, optional=optional))
    if man.get("arme", "en_main") == "en_main":
        man["desarmable"] = draw(st.sampled_from([True, True, True, False]))
    return man


def fights() -> st.SearchStrategy[dict[str, Any]]:
    """Return random parameters of a tour of contact."""
    needed = {"a": fighters(), "b": fighters()}
    optional = {
        "initiative": st.sampled_from(["libre", "a", "b"]),
        "adrenaline": st.booleans(),
        "ramasser_permis": st.booleans(),
    }
    return st.fixed_dictionaries(needed, optional=optional)


def some_rulings() -> st.SearchStrategy[dict[str, Any]]:
    """Return the rulings of a duel, a few of them set."""
    return st.fixed_dictionaries(
        {},
        optional={
            "initiative_tie": st.sampled_from(["chance", "talent", "simultaneous"]),
            "malus_timing": st.sampled_from(["next_turn", "immediate"]),
            "death": st.sampled_from(["below_zero", "at_zero"]),
            "precision_defence": st.booleans(),
            "audace_scope": st.sampled_from(["rolls", "poff"]),
            "equal": st.sampled_from(["succeeds", "fails"]),
            "armour_base": st.sampled_from(["total", "lethality"]),
            "double_touche": st.sampled_from(["damage_only", "all"]),
            "mise_en_echec_damage": st.sampled_from(["normal", "none"]),
        },
    )
