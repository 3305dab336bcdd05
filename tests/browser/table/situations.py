"""The situations that an evening of every game must have shown, and where each game has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

__all__ = [
    "AWAY",
    "BLIND",
    "DECLINED",
    "EVERY",
    "FIGHT",
    "LACKING",
    "REAL",
    "SCENE",
    "SECRET",
    "SHOWN",
    "TIME",
    "TOKENS",
    "UNDO",
    "Situations",
]

SECRET = "a secret test"
BLIND = "a blind choice"
REAL = "real dice entered"
TOKENS = "a token economy"
DECLINED = "a declined consequence"
UNDO = "an undo"
AWAY = "a reconnection in the middle of a test"
SCENE = "a scene begun and ended, with what expires"
TIME = "time advanced"
FIGHT = "several adversaries answered for in one tap"
EVERY = (SECRET, BLIND, REAL, TOKENS, DECLINED, UNDO, AWAY, SCENE, TIME, FIGHT)

SHOWN: Mapping[str, Mapping[str, str]] = {
    "Exil": {
        SECRET: "a Jet de Talent against a difficulty that who throws does not know",
        BLIND: "attitudes of a tour of contact, sealed and opened together",
        REAL: "a d12 given by hand",
        TOKENS: "Détachement that grows, seen by its player",
        DECLINED: "Points de Santé lost in a fall",
        UNDO: "an Audace taken back before the attack; a whole tour withdrawn",
        AWAY: "a seat left and taken again while its attitude is waited for",
        SCENE: "chocs, forgotten at its end",
        TIME: "a day, with a wound left to heal",
        FIGHT: "two vigils strike: the same Audace, both d12 at once",
    },
    "Les Chants de Loss": {
        SECRET: "a Test behind the screen",
        BLIND: "Exploits that conceal: the seeker does not know how many",
        REAL: "a d10 that explodes",
        TOKENS: "jetons lost by the one, received and spent by the other",
        DECLINED: "two jetons spent",
        UNDO: "Exploits announced and taken back",
        AWAY: "a page closed between the die and the jetons after it",
        SCENE: "jetons of everybody, gone at its end",
        TIME: "the clock of the table",
        FIGHT: "the veilleur and the fouisseur throw at once",
    },
    "Armes-Dieux": {
        SECRET: "a Test behind the screen, revealed and overruled",
        BLIND: "dice set aside by both sides of an opposition",
        REAL: "a pool of seven dice, a wrong tap taken back",
        TOKENS: "Tension of an Effort, Réserve de combat drawn from",
        DECLINED: "a point of Tension",
        UNDO: "a bonus taken back",
        AWAY: "a seat left and taken again while its dice are waited for",
        SCENE: "the fight, closed at its end",
        TIME: "scenes go by",
        FIGHT: "two Figurants throw at once",
    },
    "Éclats": {
        SECRET: "a seuil that the player does not know",
        BLIND: "a bargain before its seuil is announced",
        REAL: "d10s given by hand, remembered for the next time",
        TOKENS: "a price, promised for dice and owed when they fail",
        DECLINED: "the price",
        UNDO: "an offer taken back",
        AWAY: "a network gone while a choice is sent",
        SCENE: "begun and ended",
        TIME: "the clock of the campaign",
    },
    "Livre des Règles de Base": {
        SECRET: "a Test that the leader throws behind the screen, and the same again",
        BLIND: "a TN that who throws does not know",
        REAL: "a d12 and a d10 given by hand",
        TOKENS: "Cœurs at a glance, Mana spent on a spell",
        DECLINED: "a Cœur lost",
        UNDO: "an action taken back",
        AWAY: "a player gone, answered for, and back by the cookie",
        SCENE: "begun and ended: protection is whole again",
        TIME: "scenes go by",
        FIGHT: "three adversaries, whom no throw is asked for",
    },
}
"""By the title of the game: where its evening shows each situation."""

LACKING: Mapping[str, Mapping[str, str]] = {
    "Éclats": {FIGHT: "an adversary is a Seuil: nothing is ever thrown or chosen for several"},
}
"""What a game truly has not, and why."""


class Situations:
    """What has been shown of an evening so far. Each is shown by its name as it begins:
    `with situation(SECRET): …`."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.broken = False

    @contextmanager
    def __call__(self, *names: str) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.broken = True
            raise
        self.shown += names

    def check(self, game: str) -> None:
        """Fail when the evening has not shown all that it should; an evening that has failed already
        says nothing more."""
        if not self.broken:
            missing = [name for name in SHOWN[game] if name not in self.shown]
            assert not missing, f"{game}: not shown: {', '.join(missing)}"
            assert set(self.shown) <= set(SHOWN[game]), self.shown
