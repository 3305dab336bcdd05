"""The act `reveal_throw`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.refusal_texts import SECRET_THROW
from tablee.table.refusals import NotYours, Stale


class RevealThrow(Act, frozen=True, tag="reveal_throw"):
    """The seat that threw free dice in secret, or the leader, reveals them: all seats see them in the
    story. Their key is in the files of players when the scene is over."""

    about = "Montrer à tous des dés libres lancés en secret."
    permission = "owner"

    throw: Annotated[
        str,
        Meta(
            max_length=40,
            description="ces dés : la scène et leur numéro parmi ses dés libres secrets, comme « 2.1 »",
        ),
    ]

    def decide(self, table: ActContext) -> None:
        thrown = table.state.secret_throw(self.throw)
        if not table.leads and (thrown is None or thrown.by != table.seat):
            raise NotYours("throw", self.throw, "des dés que vous avez lancés en secret")
        if thrown is None or self.throw in table.state.revealed_throws:
            raise Stale("throw", self.throw, SECRET_THROW)
        table.add(ev.ThrowRevealed(throw=self.throw))
