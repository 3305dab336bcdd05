"""Sentences of the trace about a fighter in a tour: PC, attitude, weapon, wounds."""

from __future__ import annotations

from tablee.rules.ambient import note
from tablee.rules.forms import Share

FREED = 5
"""PC gained by the adversaries of a fighter who frees his weapon (EXIL-PAS-15)."""


def note_potential(
    who: str, *, talent: int, weapon: int, malus: int, other: int, mod: int, pc: int, to: str | None
) -> None:
    """Note the PC of a fighter, term by term; `mod`: effects that last for this tour. `to`: the one
    seat that may know the terms, None: all; the others see the PC alone."""
    if to is not None:
        note("EXIL-CBT-04", "{who:^} a un PC de {pc}.", who=who, pc=pc)
    note(
        "EXIL-CBT-04 EXIL-SAN-07",
        "{who:^} : Talent {talent}{weapon:|, arme}{malus:|, santé}{other:|, circonstances}"
        "{mod:|, effets du tour}, soit un PC de {pc}.",
        to=to,
        who=who,
        talent=talent,
        weapon=weapon,
        malus=malus,
        other=other,
        mod=mod,
        pc=pc,
    )


def note_adrenaline(who: str, felt: int, malus: int) -> None:
    """Note that adrenaline holds back a health malus (`felt`)."""
    note(
        "EXIL-SAN-09",
        "{who:^} : l’adrénaline retient le malus de {felt:+}, seul compte {malus:+}.",
        who=who,
        felt=felt,
        malus=malus,
    )


def note_attitude(who: str, pc: int, poff: int) -> None:
    """Note how a fighter splits his PC."""
    note(
        "EXIL-CBT-05",
        "{who:^} se bat {how:@attitude} : Poff {poff}, Pdef {pdef}.",
        who=who,
        how=Share(0, pc).how(poff),
        poff=poff,
        pdef=pc - poff,
    )


def note_wound(who: str, damage: int, pds: int, state: str) -> None:
    """Note the PdS that a fighter loses."""
    note(
        "EXIL-CON-08 EXIL-SAN-03 EXIL-SAN-04",
        "{who:^} perd {damage:Point de Santé|Points de Santé} ; il en reste {pds}. État de "
        "Santé : {state}.",
        who=who,
        damage=damage,
        pds=pds,
        state=state,
    )


def note_weakened(who: str, poff: int) -> None:
    """Note that a wound lowers the Poff at once (R-22)."""
    note(
        "EXIL-SAN-07",
        "La blessure pèse aussitôt : le Poff qui reste à {who} tombe à {poff}.",
        who=who,
        poff=poff,
    )


def note_misfire(who: str, poff: int) -> None:
    """Note that a long feu lowers the Poff."""
    note(
        "EXIL-INC-06",
        "{who:^}, encore sous le coup d’un long feu, n’a plus que {poff} de Poff.",
        who=who,
        poff=poff,
    )


def note_taking_up(who: str, stuck: bool) -> None:
    """Note that a fighter spends the tour on his weapon."""
    if stuck:
        note(
            "EXIL-PAS-15",
            "{who:^} passe le tour à dégager son arme, ce qui vaut {freed:point|points} de PC à "
            "qui l’affronte.",
            who=who,
            freed=FREED,
        )
    else:
        note("EXIL-PAS-13", "{who:^} passe le tour à ramasser son arme.", who=who)


def note_attack(who: str, whom: str, poff: int, pdef: int) -> None:
    """Note an attack and the two numbers that it opposes."""
    note(
        "EXIL-CON-02 EXIL-CON-04",
        "{who:^} attaque {whom} : Poff {power} contre Pdef {pdef}.",
        who=who,
        whom=whom,
        power=poff,
        pdef=pdef,
    )
