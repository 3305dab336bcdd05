"""The act `throw_free`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act, visible
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.answering import require_words
from tablee.table.acts.run_requests import ensure_scene
from tablee.table.log import events as ev
from tablee.table.log.free_dice import MAX_TEXT, read_expression
from tablee.table.log.scene_dice import Draw, words_of
from tablee.table.refusals import NotYours


class ThrowFree(Act, frozen=True, tag="throw_free"):
    """A seat lets the house throw dice of its choice, outside the rules. All see them; those that the
    leader throws in secret are seen by the leader only. Between two scenes the throw begins one,
    whose dice are committed like all others."""

    about = "Lancer des dés librement, hors des règles."
    permission = "anyone"

    expression: Annotated[
        str, Meta(min_length=1, max_length=MAX_TEXT, description="les dés, comme « 2d6+1 »")
    ]
    reason: Annotated[str, Meta(max_length=200, description="pour quoi")] = ""
    secret: Annotated[bool, Meta(description="pour les yeux de qui mène, qui seul le peut")] = False

    def decide(self, table: ActContext) -> None:
        if self.secret and not table.leads:
            raise NotYours("secret", self.secret, "des dés à la vue de tous")
        expression = read_expression(self.expression)
        ensure_scene(table)
        scene = table.state.scene
        assert scene is not None
        require_words(table, scene)
        seed, count = (
            (scene.secret_seed, scene.secret_draws) if self.secret else (scene.seed, scene.draws)
        )
        words = words_of(table.state.dice_words())
        thrown = []
        for place, dice in enumerate(expression.dice):
            draw = Draw(
                scene=scene.number,
                secret=self.secret,
                counter=count + 1 + place,
                run=ev.FREE,
                place=scene.free_draws(self.secret) + place,
                dice=dice.text,
                words=words,
                scheme=scene.scheme,
            )
            thrown.append(ev.FreeThrow(draw.counter, dice.text, draw.faces(seed)))
        table.add(
            ev.FreelyThrown(
                expression=expression.text,
                throws=tuple(thrown),
                words=words,
                reason=visible(self.reason),
                secret=self.secret,
            )
        )
