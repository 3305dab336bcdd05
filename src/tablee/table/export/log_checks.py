"""A log from outside, checked event by event before anything of it is kept.

Each event must be one that could stand at its place: what it names exists by then, numbers follow
one another, texts and answers have their form. What came of a run is taken as it is told: a run
that is over is never resolved again, whatever the rules of today would make of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NoReturn

import msgspec

from tablee.rules.campaign.record import read_state
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_game, games
from tablee.rules.run_input import read_answer
from tablee.rules.schema import read_record, tag_of
from tablee.rules.sheet import kinds_of
from tablee.rules.words import Words
from tablee.table.acts.add_seat import MAX_SEATS, AddSeat
from tablee.table.acts.begin_scene import BeginScene
from tablee.table.acts.change_seat import ChangeSeat
from tablee.table.acts.overrule import MAX_DECISIONS, TOO_MANY, Overrule
from tablee.table.acts.request_run import RequestRun
from tablee.table.acts.withdraw import Withdraw
from tablee.table.export.export_file import wrong_type
from tablee.table.export.house_throws import Throws, throws_of, told_otherwise
from tablee.table.export.line_checks import Sentences
from tablee.table.export.log_file import Log
from tablee.table.export.throw_checks import WRONG, verified
from tablee.table.hosting import NewCampaign
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.outcomes import Line, Outcome
from tablee.table.log.record_merge import GROWN
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.record_changes import NO_RUN_PREFIXES
from tablee.table.replay import Replays
from tablee.table.views.dice_tallies import tallies
from tablee.table.views.table_view import view

LAST = 253_402_214_399_999
"""The end of the year 9999 but for a day, in milliseconds: what a page can show as a date, whatever
the hour is there."""
_Grown = Mapping[str, Mapping[str, tuple[Annotated[int, msgspec.Meta(ge=0)], list[Any]]]]
_PARTS = ("fiches", "registres", "horloge", "dus")
_TABLE = re.compile("[a-z0-9]{4,40}")


class _Noted(msgspec.Struct):
    """A note as it stands in a log: one of blanks, which nobody can write any more, too."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]
    private: bool


_LIKE: Mapping[type[ev.AnyEvent], tuple[type[msgspec.Struct], Sequence[str]]] = {
    ev.Opened: (NewCampaign, ("name", "game", "language", "rulings")),
    ev.SeatAdded: (AddSeat, ("seat", "name")),
    ev.SeatChanged: (ChangeSeat, ("seat", "name", "dice", "word")),
    ev.SceneBegun: (BeginScene, ("title",)),
    ev.Requested: (RequestRun, ("procedure", "title")),
    ev.Withdrawn: (Withdraw, ("run", "reason")),
    ev.Overruled: (Overrule, ("run", "field", "reason")),
    ev.Noted: (_Noted, ("text", "private")),
}
"""Event -> the act, or record, whose bounds its fields have."""


def checked(log: Log) -> State:
    """The table that a log makes. Raises `Refusal` naming the event and what is wrong in it."""
    if not _TABLE.fullmatch(log.table):
        raise refuse("table", log.table, "de 4 à 40 lettres minuscules ou chiffres")
    state = _Checker(log).state
    _check_throws(throws_of(log.table, log.events))
    _check_told(log.events)
    _check_views(state)
    return state


def _check_views(state: State) -> None:
    """Every seat can be shown its table, the whole story and the dice of the evening: nothing is
    left that a page would stumble over."""
    replays = Replays()
    try:
        for seat in state.present:
            before: int | None = None
            while (story := view(state, seat.id, replays, None, before).story).more:
                before = story.before
            tallies(state, seat.id, replays)
    except Exception:
        told = "une campagne que les pages de la table peuvent montrer"
        raise refuse("events", None, told) from None


def _check_told(events: Sequence[ev.AnyEvent]) -> None:
    """Runs are told with the faces that were thrown in them, by hand too."""
    for seq in sorted(told_otherwise(events)):
        told = "un jet raconté avec les faces qui ont été lancées"
        raise refuse(f"events[{seq}].answer", None, told)


def _check_throws(throws: Throws) -> None:
    """Every throw of the house must hold, as far as that can be known."""
    for side in verified(throws).sides:
        if side.status in WRONG:
            told = "pour une scène finie, la graine sur laquelle la maison s’est engagée"
            raise refuse("commitment", side.commitment, told)
        for verdict in side.verdicts:
            for wrong in verdict.wrong:
                told = "un lancer qui tient : la graine de sa scène en donne un autre"
                log = verdict.thrown.log
                field = f"events[{log.seq}]" if log else "events"
                raise refuse(field, wrong.reason, told)


class _Checker:
    """Folds a log; every event is looked at before it is taken."""

    def __init__(self, log: Log) -> None:
        self.state = State(id=log.table)
        self.path = ""
        self.known: set[str] = set()
        """The characters that there have been."""
        self.origins: dict[str, str] = {}
        """Part of the chronicle -> where in the log it was last written."""
        self.game = self._opened(log.events[0] if log.events else None)
        self.kinds = [tag_of(kind) for kind in kinds_of(self.game)]
        self.sentences = Sentences([Words(self.game, "fr"), Words(self.game, "en")])
        for place, event in enumerate(log.events):
            self.path = f"events[{place}]"
            self._check(event, first=not place)
            apply(self.state, event)
        self._check_chronicle()

    def _no(self, name: str, got: Any, allowed: str, **numbers: Any) -> NoReturn:
        field = f"{self.path}.{name}" if name else self.path
        raise refuse(field, got, allowed, **numbers)

    # ── the table and its seats ────────────────────────────────────────────────────────────────
    def _opened(self, event: ev.AnyEvent | None) -> Game:
        self.path = "events[0]"
        if not isinstance(event, ev.Opened):
            self._no("type", None, "opened : une campagne commence par là")
        game = find_game(event.game)
        if game is None:
            known = ", ".join(each.id for each in games())
            told = "un jeu qui est là : {known:=} ; celui d’un fichier vient avec « --game »"
            self._no("game", event.game, told, known=known)
        read_record(game.rulings, event.rulings, f"{self.path}.rulings.")
        return game

    def _check(self, event: ev.AnyEvent, first: bool) -> None:
        if isinstance(event, ev.Opened) != first:
            self._no("type", "opened", "opened au début, et là seulement")
        if not 0 <= event.at <= LAST:
            self._no("at", event.at, "un instant, en millisecondes depuis 1970")
        if event.by and event.by not in self.state.seats:
            self._no("by", event.by, "un siège de la table")
        self._bounds(event)
        self._told(event)
        match event:
            case ev.Opened() | ev.AdviceAllowed() | ev.Archived() | ev.Noted():
                pass
            case (
                ev.SeatAdded()
                | ev.SeatChanged()
                | ev.SeatRemoved()
                | ev.SignalChanged()
                | ev.LeaderHanded()
            ) as seated:
                self._seated(seated)
            case ev.CharacterGiven(character=character, to=to):
                self._character(character, "character")
                if to is not None:
                    self._seat(to, "to")
            case ev.SceneBegun() | ev.SceneEnded():
                self._scened(event)
            case ev.Requested():
                self._framed(event)
            case ev.Recorded() | ev.Declined() | ev.Replaced():
                self._kept(event)
            case _:
                self._ran(event, self._run(event.run))

    def _bounds(self, event: ev.AnyEvent) -> None:
        """The fields that somebody typed are such as the acts of a seat allow."""
        act, names = _LIKE.get(type(event), (None, ()))
        if act is not None:
            given = {name: getattr(event, name) for name in names}
            try:
                msgspec.convert(given, act)
            except msgspec.ValidationError as error:
                raise wrong_type(error, self.path) from None

    def _told(self, event: ev.AnyEvent) -> None:
        """What an event tells can be told, what it writes can be written."""
        fields = zip(event.__struct_encode_fields__, event.__struct_fields__, strict=True)
        for name, field in fields:
            value = getattr(event, field)
            if isinstance(value, Line):
                self.sentences.lines([value], f"{self.path}.{name}")
            elif isinstance(value, Outcome):
                self.sentences.lines(value.lines, f"{self.path}.{name}.lines")
            elif name == "told":
                self.sentences.lines(value, f"{self.path}.{name}")
            elif name == "others":
                for place, other in enumerate(value):
                    self.sentences.lines(other.lines, f"{self.path}.others[{place}].told")
            elif name in ("after", "chronicle"):
                self._parts(value, name)

    def _seat(self, name: str, field: str) -> None:
        if not self.state.sits(name):
            self._no(field, name, "un siège de la table")

    def _seated(
        self,
        event: ev.SeatAdded | ev.SeatChanged | ev.SeatRemoved | ev.SignalChanged | ev.LeaderHanded,
    ) -> None:
        state = self.state
        match event:
            case ev.SeatAdded():
                if event.seat in state.seats or len(state.seats) == MAX_SEATS:
                    self._no("seat", event.seat, "un nom qui n’est pas pris")
                if event.leader == bool(state.leader):
                    self._no("leader", event.leader, "une personne qui mène, la première assise")
            case ev.LeaderHanded():
                self._seat(event.to, "to")
            case ev.SeatChanged() | ev.SeatRemoved() | ev.SignalChanged():
                self._seat(event.seat, "seat")
                if isinstance(event, ev.SeatRemoved) and event.seat == state.leader:
                    self._no("seat", event.seat, "un siège qui ne mène pas")

    def _character(self, name: str, field: str) -> None:
        if name not in self.known:
            self._no(field, name, "un personnage de la campagne")

    def _scened(self, event: ev.SceneBegun | ev.SceneEnded) -> None:
        state = self.state
        running = state.scene
        due = len(state.scenes) + 1 if running is None else running.number
        begins = isinstance(event, ev.SceneBegun)
        if begins != (running is None) or event.scene != due:
            told = (
                "la scène {due}, qui commence" if running is None else "la scène {due}, qui finit"
            )
            self._no("scene", event.scene, told, due=due)
        if not begins and state.open_runs:
            self._no("scene", event.scene, "une scène dont tous les jets sont finis ou annulés")

    # ── runs ───────────────────────────────────────────────────────────────────────────────────
    def _framed(self, event: ev.Requested) -> None:
        state = self.state
        due = f"j{len(state.runs) + 1}"
        if event.run != due:
            self._no("run", event.run, "{due:=}, le jet suivant", due=due)
        if state.scene is None:
            self._no("type", "framed", "une scène en cours")
        if self.game.procedure(event.procedure) is None:
            self._no("procedure", event.procedure, "une procédure de ce jeu")
        for role, seat in event.beside.items():
            if seat and seat not in state.seats:
                self._no(f"beside.{role}", seat, "un siège de la table")
        for role, who in (*event.cast.items(), *event.roles.items(), ("", event.subject)):
            if who:
                self._character(who, f"cast.{role}" if role else "subject")

    def _run(self, name: str) -> Run:
        run = self.state.runs.get(name)
        if run is None:
            self._no("run", name, "un jet posé auparavant")
        return run

    def _ran(self, event: Any, run: Run) -> None:
        match event:
            case ev.Answered():
                self._answered(event, run)
            case ev.Sealed():
                self._open(run)
                self._next(event.place, run)
                if event.index in run.sealed or not 0 <= event.index < 1000:
                    self._no("index", event.index, "un choix qui n’est pas encore fait")
            case ev.Unsealed(indexes=indexes):
                if not {*indexes} <= {*run.sealed}:
                    self._no("indexes", list(indexes), "des choix qui sont faits")
            case ev.Undone(place=place):
                last = run.throws[-1] + 1 if run.throws else 0
                if run.status == "withdrawn" or not last <= place < len(run.answers):
                    self._no("place", place, "une réponse qui suit le dernier jet de dés")
            case ev.Withdrawn():
                if run.status == "withdrawn":
                    self._no("run", run.id, "un jet qui n’est pas déjà annulé")
            case ev.Revealed():
                if not run.secret or run.revealed:
                    self._no("run", run.id, "un jet encore secret")
            case ev.Overruled():
                if run.outcome is None or run.status != "done":
                    self._no("run", run.id, "un jet qui est fini")
                if len(run.overruled) == MAX_DECISIONS:
                    self._no("run", run.id, TOO_MANY, most=MAX_DECISIONS)
            case ev.Diverged():
                self._open(run)
            case _:
                raise TypeError(f"{event!r} is no event of a run")

    def _open(self, run: Run) -> None:
        if run.status != "open":
            self._no("run", run.id, "un jet qui attend une réponse")

    def _next(self, place: int, run: Run) -> None:
        if place != len(run.answers):
            self._no("place", place, "{due}, la place de la réponse suivante", due=len(run.answers))

    def _answered(self, event: ev.Answered, run: Run) -> None:
        self._open(run)
        self._next(event.place, run)
        kind, value = read_answer(event.answer, f"{self.path}.answer")
        if kind != "choose" and not isinstance(value, list):
            self._no("answer", event.answer, "une liste de faces ou de choix")
        if event.draw is None and (event.dice or event.words or event.secret):
            self._no("draw", None, "le numéro du lancer de la maison")
        if event.seat and event.seat not in self.state.seats:
            self._no("seat", event.seat, "un siège de la table")

    # ── what is kept ───────────────────────────────────────────────────────────────────────────
    def _kept(self, event: ev.Recorded | ev.Declined | ev.Replaced) -> None:
        state, name = self.state, event.consequence
        if not isinstance(event, ev.Recorded):
            if name not in state.scene_consequences:
                self._no("booking", name, "un changement de cette scène")
            if isinstance(event, ev.Replaced):
                others = len(state.consequences[name].alternatives)
                if not 0 <= event.place < others:
                    self._no("place", event.place, "moins de {others}", others=others)
            return
        if event.run:
            self._run(event.run)
        starts = (event.run,) if event.run else NO_RUN_PREFIXES
        if name in state.consequences or not name.startswith(tuple(f"{each}." for each in starts)):
            told = "{start:=}. suivi d’un nom nouveau"
            self._no("booking", name, told, start=starts[0])

    def _parts(self, parts: Mapping[str, Any], name: str) -> None:
        """What an event writes into the chronicle."""
        for part, value in parts.items():
            field = f"{name}.{part}"
            if part == GROWN and name == "after":
                self._grown(value, parts.get("registres"), field)
                continue
            if part not in _PARTS:
                self._no(
                    field, None, "une partie de la campagne : {known:=}", known=", ".join(_PARTS)
                )
            if part in ("fiches", "registres"):
                if not isinstance(value, dict):
                    self._no(field, value, "un objet {{nom : valeur}}")
                for each, kept in value.items():
                    if part == "fiches" and kept is not None:
                        self._sheet(kept, f"{field}.{each}")
                    self.origins[f"etat.{part}.{each}"] = f"{self.path}.{field}.{each}"
            self.origins[f"etat.{part}"] = f"{self.path}.{field}"
        self.known.update(parts.get("fiches", {}))

    def _grown(self, value: Any, ledgers: Any, field: str) -> None:
        """How lists of ledgers go on: each was one before, and has what stays of it."""
        before = self.state.record.get("registres", {})
        told = "{{registre : {{liste : [combien restent, ce qui suit]}}}}"
        try:
            for name, lists in msgspec.convert(value, _Grown).items():
                for each, (stay, _) in lists.items():
                    if not stay <= len(before[name][each]) or each in ledgers[name]:
                        self._no(f"{field}.{name}.{each}", stay, told)
        except (msgspec.ValidationError, LookupError, TypeError):
            self._no(field, None, told)

    def _sheet(self, sheet: Any, field: str) -> None:
        """A sheet of some time: only what stands in the end must be right for the rules of
        today."""
        if not isinstance(sheet, dict) or not isinstance(sheet.get("nom"), str):
            self._no(field, sheet, "une fiche, avec un nom")
        if sheet.get("type") not in self.kinds:
            known = ", ".join(self.kinds) or "–"
            self._no(f"{field}.type", sheet.get("type"), "un nom parmi : {known:=}", known=known)

    def _check_chronicle(self) -> None:
        """The sheets, ledgers and the clock are such as the game has them today."""
        try:
            read_state(self.game, self.state.record)
        except Refusal as refusal:
            field = refusal.field
            place = next(
                (each for each in sorted(self.origins, reverse=True) if field.startswith(each)),
                None,
            )
            if place is None:
                raise refusal.at(f"{self.path}.{field}") from None
            raise refusal.at(self.origins[place] + field.removeprefix(place)) from None
