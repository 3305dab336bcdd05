"""Views of the runs that a player proposes, or may propose.

This module may import the state, the casting and the proposals. It must not know how a view is
shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tablee.rules.ambient import Ambient, around
from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import procedure_of
from tablee.rules.schema import fields_of, read_record
from tablee.rules.texts.typography import capital
from tablee.table.casting import sheet_of
from tablee.table.log.state_parts import ProposedRun
from tablee.table.proposals import (
    adds_up,
    companion_place,
    companions_of,
    is_ready,
    named_fields,
    names_given,
    proposable,
)
from tablee.table.views.view_context import ViewContext
from tablee.table.views.view_types import ProposableField, ProposableRun, ProposedRunView, SheetName


def proposable_runs(context: ViewContext) -> list[ProposableRun]:
    """Return the runs that a player's seat may propose, for each of its characters."""
    seen = context.visibility.characters()
    own = [name for name in seen if context.visibility.owns(name)]
    return [
        full
        for name in own
        for run in _of_character(context, name)
        if (full := _with_companions(context, run, seen)) is not None
    ]


def _with_companions(
    context: ViewContext, run: ProposableRun, seen: Sequence[str]
) -> ProposableRun | None:
    """Return a run with the companions of whom it may be; None where it needs one and nobody does."""
    procedure = procedure_of(context.game, run.procedure)
    place = companion_place(procedure)
    if not place:
        return run
    who = context.cache.get(
        ("companions", run.procedure, run.character, *seen),
        lambda: companions_of(context.state, context.game, procedure, run.character, seen),
        context.state.record,
    )
    if not who:
        return None
    field = ProposableField(
        field=place,
        label=capital(context.wording.words.label(place)),
        required=True,
        place=True,
        names=[SheetName(name=each, label=context.names[each], value=None) for each in who],
    )
    return replace(run, fields=[*run.fields, field])


def _of_character(context: ViewContext, name: str) -> list[ProposableRun]:
    key = "proposals", name, context.lang
    return context.cache.get(
        key, lambda: list(_made(context, name)), context.state.sheet(name), context.names[name]
    )


def _made(context: ViewContext, name: str) -> Iterator[ProposableRun]:
    words = context.wording.words
    rulings = read_record(context.game.rulings, context.state.rulings, "rulings.")
    with around(Ambient(rulings)):
        try:
            sheet = sheet_of(context.state, context.game, name, "character")
        except Refusal:  # it does not fit the rules any more
            return
        fields = {each: named_fields(each, sheet) for each in proposable(context.game, sheet)}
    for procedure, named in fields.items():
        yield ProposableRun(
            procedure=procedure.id,
            label=capital(words.label(procedure.id)),
            character=name,
            name=context.names[name],
            fields=[_field(context, procedure, field, values) for field, values in named.items()],
        )


def _field(
    context: ViewContext,
    procedure: type[Procedure[Any]],
    field: str,
    values: ParamsJson,
) -> ProposableField:
    words = context.wording.words
    return ProposableField(
        field=field,
        label=capital(words.label(field)),
        required=fields_of(procedure)[field].required,
        several=adds_up(procedure, field),
        names=[
            SheetName(name=name, label=capital(words.label(name, field)), value=value)
            for name, value in values.items()
        ],
    )


def proposed_run(context: ViewContext, run: ProposedRun | None) -> ProposedRunView | None:
    """Return the view of a proposed run; None where its character or its procedure is gone."""
    if run is None or run.character not in context.state.sheets:
        return None
    procedure = context.game.procedure(run.procedure)
    if procedure is None:
        return None
    words = context.wording.words
    names = [
        capital(words.label(name, field))
        for field, value in run.params.items()
        for name in names_given(procedure, field, value)
    ]
    names += [context.names[who] for who in run.cast.values() if who in context.names]
    return ProposedRunView(
        procedure=run.procedure,
        label=capital(words.label(run.procedure)),
        character=run.character,
        name=context.names[run.character],
        params=dict(run.params),
        cast=dict(run.cast),
        text=words.enumeration(names),
        ready=context.leads and is_ready(context.state, context.game, run),
    )
