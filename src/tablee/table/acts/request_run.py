"""The act `request`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablee.rules.contract_json import ParamsJson
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse
from tablee.rules.registry import procedure_of
from tablee.table.acts.act import Act, visible
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.begin_scene import Title
from tablee.table.acts.run_requests import (
    add_run,
    check_room,
    ensure_scene,
    new_group,
    requested_run,
    subject_of,
)
from tablee.table.casting import build_input, check_distinct, normalize_cast, own_lists, places_of
from tablee.table.log import events as ev
from tablee.table.proposals import proposing
from tablee.table.reservations import expected_state
from tablee.table.seats import Cast

CastField = Annotated[
    Mapping[str, str | Sequence[str]],
    Meta(description="rôle, ou paramètre qui prend une fiche : le personnage, ou les personnages"),
]
Params = Annotated[
    ParamsJson,
    Meta(
        description="ses paramètres, comme dans le composant « PROCÉDURE.params » ; ce que les "
        "fiches donnent peut manquer"
    ),
]
To = Annotated[
    Sequence[str], Meta(max_length=50, description="les personnages qui en font un chacun")
]
Secret = Annotated[
    bool,
    Meta(description="derrière l’écran : seule la personne qui mène voit ce qui en sort"),
]


class RequestRun(Act, frozen=True, tag="request"):
    """The leader requests a run. `cast`: role -> character, or characters; `to`: the characters
    that each get a run, in the place of the role ""; `decides`: players make the choices that the
    parameters leave open."""

    about = "Demander un jet."
    permission = "leader"

    procedure: Annotated[str, Meta(max_length=100, description="le nom d’une procédure du jeu")]
    params: Params = {}
    cast: CastField = {}
    to: To = ()
    secret: Secret = False
    decides: Annotated[bool, Meta(description="laisser aux joueurs ce qui peut l’être")] = True
    title: Title = ""

    def decide(self, table: ActContext) -> None:
        procedure = procedure_of(table.game, self.procedure)
        if self.to and "" not in {place.name for place in places_of(procedure)}:
            allowed = "personne : cette procédure n’a pas de sujet"
            raise refuse("to", list(self.to), allowed)
        check_distinct("to", self.to)
        check_room(table, len(self.to) or 1)
        cast = normalize_cast(procedure, self.cast)
        group = new_group(table) if len(self.to) > 1 else ""
        ensure_scene(table)
        for subject in self.to or [subject_of(cast)]:
            own = _cast_for(procedure, cast, self.to, subject, self.params)
            ahead = expected_state(table.state, table.game, table.replays)
            question = build_input(ahead, table.game, procedure, self.params, own, self.decides)
            run, session = requested_run(table, ahead, question, own, self.secret, self.params)
            run = msgspec.structs.replace(
                run, players_decide=self.decides, title=visible(self.title), group=group
            )
            answered = proposing(table.state, procedure.id, subject)
            add_run(table, run, session)
            table.add(*(ev.SignalChanged(seat=seat) for seat in answered))


def _cast_for(
    procedure: type[Procedure[Any]],
    cast: Cast,
    to: Sequence[str],
    subject: str,
    params: ParamsJson,
) -> Cast:
    """Return the cast of the run of one character. In a list of its own it takes the place of the
    other characters that get a run, and every place where the cast leaves the list out."""
    if not subject:
        return cast
    found: dict[str, str | Sequence[str]] = {**cast, "": subject}
    for name in own_lists(procedure):
        given = params.get(name)
        alone = [subject] * len(given) if isinstance(given, list) else []
        if listed := cast.get(name) or alone:
            found[name] = [subject if each in to else each for each in listed]
    return found
