"""The act `throw`."""

from __future__ import annotations

from tablee.dice.die import Throw as Dice
from tablee.rules.questions import Together
from tablee.rules.refusal import refuse
from tablee.table.acts.act import Act, Place, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.answer import ONE_SEAT_EACH
from tablee.table.acts.answering import add_answer, waiting_run
from tablee.table.log.scene_dice import Draw, dice_text, words_of
from tablee.table.refusals import Stale


class Throw(Act, frozen=True, tag="throw"):
    """A seat lets the house throw the dice that a run waits for."""

    about = "Laisser la maison lancer ce qu’un jet attend."
    permission = "owner"

    run: RunId
    place: Place

    def decide(self, table: ActContext) -> None:
        run, session, waits = waiting_run(table, self.run, self.place)
        scene, pending = table.state.scene, session.pending
        if isinstance(pending, Together):
            raise refuse("answer", "", ONE_SEAT_EACH)
        if scene is None or not isinstance(pending, Dice):
            raise Stale("run", run.id, "un jet qui attend des dés")
        secret = run.secret or session.seen_by is not None
        seed, count = (
            (scene.secret_seed, scene.secret_draws) if secret else (scene.seed, scene.draws)
        )
        draw = Draw(
            scene=scene.number,
            secret=secret,
            counter=count + 1,
            run=run.id,
            place=run.draws(secret),
            dice=dice_text(pending),
            words=words_of(table.state.dice_words()),
        )
        answer = {"dice": list(draw.faces(seed))}
        add_answer(table, run, session, answer, waits[0].seat, draw)
