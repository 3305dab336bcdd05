"""Events by which scenes begin and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from tablee.rules.refusal import Refusal
from tablee.table.log.check_context import CheckContext
from tablee.table.log.events.table_event import TableEvent
from tablee.table.log.free_dice import read_expression
from tablee.table.log.refusal_texts import SECRET_THROW, WORDS_FIRST
from tablee.table.log.scene_dice import FORMER_SCHEME
from tablee.table.log.scene_words import SceneWords
from tablee.table.log.state_parts import FreeThrow, Scene, secret_throw_id
from tablee.table.log.table_state import State


class SceneBegun(
    TableEvent,
    frozen=True,
    tag="scene_begun",
    rename={"secret_seed": "screen", "secret_commitment": "screen_commitment"},
):
    """A scene begins. `seed`: of the house dice, hidden from all seats until the scene ends;
    `commitment`: its SHA-256 in hexadecimal digits, as UTF-8 text; `secret_seed`: of secret throws,
    never visible to players; `scheme`: how throws follow from the seeds (see `scene_dice`); `seats`:
    the players, each of which may give one word before the first throw."""

    scene: int
    title: str
    seed: str
    commitment: str
    secret_seed: str
    secret_commitment: str
    scheme: Literal[3, 4, 5, 6, 7] = 3
    seats: Sequence[str] = ()

    def apply(self, state: State) -> None:
        state.scenes.append(
            Scene(
                number=self.scene,
                title=self.title,
                seed=self.seed,
                commitment=self.commitment,
                secret_seed=self.secret_seed,
                secret_commitment=self.secret_commitment,
                began=self.at,
                scheme=self.scheme,
                words=SceneWords(seats=self.seats, changed=self.at),
            )
        )
        state.fix_record()
        self.tell(state, "scene_begun", text=self.title)

    def check(self, context: CheckContext) -> None:
        _check_number(context, self.scene, begins=True)
        players = context.state.players if self.scheme != FORMER_SCHEME else []
        if [*self.seats] != players:
            context.refuse("seats", [*self.seats], "les joueurs de la table")


class SceneEnded(TableEvent, frozen=True, tag="scene_ended", rename={"interrupted": "cut"}):
    """A scene ends. `interrupted`: the campaign was exported during the scene, and its seeds stayed
    on the first server."""

    scene: int
    interrupted: bool = False

    def apply(self, state: State) -> None:
        state.scenes[-1] = msgspec.structs.replace(state.scenes[-1], ended=self.at)
        state.fix_record()
        self.tell(state, "scene_ended", text=state.scenes[-1].title)

    def check(self, context: CheckContext) -> None:
        _check_number(context, self.scene, begins=False)
        if context.state.open_runs:
            allowed = "une scène dont tous les jets sont finis ou annulés"
            context.refuse("scene", self.scene, allowed)


def _check_number(context: CheckContext, number: int, begins: bool) -> None:
    """Check the number of a scene that begins or ends: only one scene runs at a time."""
    running = context.state.scene
    if running is None:
        due, allowed = len(context.state.scenes) + 1, "la scène {due}, qui commence"
    else:
        due, allowed = running.number, "la scène {due}, qui finit"
    if begins != (running is None) or number != due:
        context.refuse("scene", number, allowed, due=due)


class WordsRestarted(TableEvent, frozen=True, tag="words_restarted"):
    """Pledged words did not come: all other players of the scene pledge new ones (see
    `scene_words`). `withheld`: the seats whose words are missing."""

    withheld: Sequence[str]

    def apply(self, state: State) -> None:
        scene = state.scenes[-1]
        words = scene.words.started_again(self.at)
        state.scenes[-1] = msgspec.structs.replace(scene, words=words)
        names = ", ".join(state.seats[seat].name for seat in self.withheld)
        self.tell(state, "words_restarted", text=names)

    def check(self, context: CheckContext) -> None:
        scene = context.state.scene
        missing = scene.words.missing if scene is not None else []
        if not missing or [*self.withheld] != missing:
            context.refuse("withheld", [*self.withheld], "les sièges dont le mot promis manque")


MAX_REASON = 200
"""Characters of what free dice are thrown for."""
FREE = ""
"""The run of a throw outside the rules, in a draw and in an export."""


class FreelyThrown(TableEvent, frozen=True, tag="free_throw", rename={"secret": "screened"}):
    """A seat let the house throw dice of its choice. `throws`: of each term of the expression, in its
    order; `words`: of the players (see `scene_dice`); `secret`: thrown by the leader from the secret
    seed, for the leader's eyes."""

    expression: str
    throws: Sequence[FreeThrow]
    words: str = ""
    reason: str = ""
    secret: bool = False

    def apply(self, state: State) -> None:
        scene = state.scenes[-1]
        before = scene.free_draws(self.secret)
        last, free = self.throws[-1].counter, before + len(self.throws)
        change = (
            {"secret_draws": last, "secret_free": free}
            if self.secret
            else {"draws": last, "free": free}
        )
        state.scenes[-1] = msgspec.structs.replace(scene, **change)
        self.tell(
            state,
            "free_throw",
            text=self.expression,
            private=self.secret,
            reason=self.reason,
            throws=self.throws,
            throw=secret_throw_id(scene.number, before) if self.secret else "",
        )

    def check(self, context: CheckContext) -> None:
        scene = context.state.scene
        if scene is None:
            context.refuse("type", "free_throw", "rien : aucune scène n’est en cours ici")
        if scene.words.missing:
            context.refuse("type", "free_throw", WORDS_FIRST)
        context.require_seat(self.by, "by")
        try:
            wanted = read_expression(self.expression)
        except Refusal as refusal:
            context.refuse("expression", self.expression, refusal.allowed, **refusal.numbers)
        if self.expression != wanted.text or [each.dice for each in self.throws] != [
            each.text for each in wanted.dice
        ]:
            context.refuse("throws", None, "les lancers des dés de « expression »")
        if any(
            len(thrown.faces) != each.count
            or not all(1 <= face <= each.sides for face in thrown.faces)
            for thrown, each in zip(self.throws, wanted.dice, strict=True)
        ):
            context.refuse("throws", None, "des faces de ces dés")
        if len(self.reason) > MAX_REASON:
            context.refuse("reason", None, "{n:caractère|caractères} au plus", n=MAX_REASON)
        if self.secret and self.by != context.state.leader:
            context.refuse("screened", True, "un lancer de qui mène")


class ThrowRevealed(TableEvent, frozen=True, tag="throw_revealed"):
    """Secret free dice become visible to all seats, in their place in the story. `throw`: see
    `secret_throw_id`."""

    throw: str

    def apply(self, state: State) -> None:
        thrown = state.secret_throw(self.throw)
        assert thrown is not None
        state.reveals += 1
        state.revealed_throws.update(thrown.secret_throws)
        self.tell(
            state,
            "throw_revealed",
            text=thrown.text,
            reason=thrown.reason,
            throws=thrown.throws,
        )

    def check(self, context: CheckContext) -> None:
        context.require_seat(self.by, "by")
        thrown = context.state.secret_throw(self.throw)
        if thrown is None or self.throw in context.state.revealed_throws:
            context.refuse("throw", self.throw, SECRET_THROW)
        if self.by not in (thrown.by, context.state.leader):
            context.refuse("by", self.by, "le siège qui a lancé, ou qui mène")
