"""Effects of passes gagnantes in contact that a duel and a mêlée share (PAS)."""

from __future__ import annotations

from tablee.games.exil.fight.passes import Passe
from tablee.games.exil.fight.stance import Stance


def apply_passe(passe: Passe | None, attacker: Stance, target: Stance, due: bool) -> None:
    """Apply the effect of a passe (EXIL-PAS-05, -06, -09, -10, -12, -15, -16).

    `due`: the target had not attacked yet in this tour. A coup perdu is that of a target without an
    ally (R-28); a disarmament is left to `disarm`.
    """
    match passe:
        case "en_confiance":
            attacker.gain_confidence(target)
        case "desequilibre":
            target.won_mod -= 2
        case "mauvais_positionnement":
            target.won_expose += 3
        case "impact" if not due:
            attacker.granted = True
        case "coup_perdu" if not due:
            target.won_mod -= 3
        case "impact" | "coup_perdu":
            target.due = False
        case "arme_coincee":
            target.lose_weapon(stuck=True)
            target.stripped = due
        case "mise_en_echec" if not target.out:
            target.fall_at_mercy()
        case _:
            pass


def disarm(target: Stance, due: bool) -> None:
    """Take the target's weapon; `due`: he has to decide how to go on (EXIL-PAS-13, -14)."""
    target.lose_weapon(stuck=False)
    target.stripped = due
