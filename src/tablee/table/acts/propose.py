"""The act `propose`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.record import rulings_of
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse
from tablee.rules.registry import procedure_of
from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.request_run import RequestRun
from tablee.table.casting import sheet_of
from tablee.table.log import events as ev
from tablee.table.log.state_parts import ProposedRun
from tablee.table.proposals import (
    companion_place,
    companions_of,
    is_ready,
    named_fields,
    names_given,
    proposable,
)


class Propose(Act, frozen=True, tag="propose"):
    """A player proposes a usual run for a character of theirs. The leader requests it, with what is
    the leader's to say, or ends the proposal with `knock`. Other players do not see it. What the
    leader proposes, and what a player may roll (`allow_rolls`), is requested at once."""

    about = "Proposer un jet pour un personnage à soi."
    permission = "owner"
    widget = "propose"

    procedure: Annotated[str, Meta(max_length=100, description="un jet courant du jeu")]
    character: Annotated[str, Meta(max_length=100, description="un personnage à soi")]
    params: Annotated[
        Mapping[str, str], Meta(description="paramètre : le nom que sa fiche lui donne")
    ] = {}
    cast: Annotated[
        Mapping[str, str], Meta(description="rôle : un personnage qui a besoin du sien")
    ] = {}

    def decide(self, table: ActContext) -> None:
        table.require_own_character(self.character)
        # for computed values of sheets
        with around(Ambient(rulings_of(table.game, table.state.rulings))):
            procedure = self._checked(table)
        run = ProposedRun(
            procedure=procedure.id,
            character=self.character,
            params=dict(self.params),
            cast=dict(self.cast),
        )
        if table.leads or (table.state.rolls and is_ready(table.state, table.game, run)):
            RequestRun(
                procedure=run.procedure, params=run.params, to=(run.character,), cast=run.cast
            ).decide(table)
        else:
            table.add(ev.SignalChanged(seat=table.seat, signal=self.type_name(), run=run))

    def _checked(self, table: ActContext) -> type[Procedure[Any]]:
        """Return the procedure, a usual one whose parameters the sheet names. Raises `Refusal`."""
        sheet = sheet_of(table.state, table.game, self.character, "character")
        procedure = procedure_of(table.game, self.procedure)
        usual = [each.id for each in proposable(table.game, sheet)]
        if procedure.id not in usual:
            known = ", ".join(usual) or "–"
            raise refuse("procedure", self.procedure, "un jet parmi : {known:=}", known=known)
        fields = named_fields(procedure, sheet)
        for name, value in self.params.items():
            known = ", ".join(fields.get(name, ()))
            if name not in fields:
                raise refuse(f"params.{name}", value, "un paramètre que la fiche nomme")
            if not set(names_given(procedure, name, value)) <= set(fields[name]):
                raise refuse(f"params.{name}", value, "un nom parmi : {known:=}", known=known)
        self._check_cast(table, procedure)
        return procedure

    def _check_cast(self, table: ActContext, procedure: type[Procedure[Any]]) -> None:
        """Refuse a place that is no companion's, and a character who needs none, or whom the seat
        does not know."""
        place = companion_place(procedure)
        seen = table.visibility.characters()
        fitting = companions_of(table.state, table.game, procedure, self.character, seen)
        known = ", ".join(fitting) or "–"
        if place and place not in self.cast:
            raise refuse(f"cast.{place}", None, "un personnage parmi : {known:=}", known=known)
        for name, who in self.cast.items():
            if name != place or who not in fitting:
                raise refuse(f"cast.{name}", who, "un personnage parmi : {known:=}", known=known)
