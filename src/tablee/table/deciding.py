"""Whether a seat may do what it wants to, and what events that leads to.

`decide` is a pure function of the state, but for the seed of a new scene. Permissions stand here and
nowhere else. Raises `Refusal`: `NotYours` where the seat may not, `Stale` where the table has moved
on in the meantime, else what is wrong with the act itself; nothing has changed then.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.rules.game import find_procedure
from tablee.rules.question import ask_about
from tablee.rules.questions import Together
from tablee.rules.readings.session import Session, read_choice
from tablee.rules.refusal import refuse
from tablee.rules.schema import fields_of, tag_of
from tablee.rules.sheet import characters_of
from tablee.table import acts
from tablee.table import events as ev
from tablee.table.casting import places_of, posed
from tablee.table.draws import SEED_BYTES, Draw, commitment_of, dice_text, words_of
from tablee.table.keeping import begun, booked_of, declined, ended, kept, put
from tablee.table.outcomes import Line, lines_of, outcome_of, rules_version
from tablee.table.refusing import NotYours, Stale
from tablee.table.replay import Replays, asked_digest, game_of, waits_of
from tablee.table.state import Run, State

__all__ = ["decide"]

MOST_RUNS = 50
"""So many runs may wait at once."""
MOST_SEATS = 30


def decide(state: State, seat: str, act: acts.AnyAct, at: int, replays: Replays) -> list[ev.Body]:
    """The events of an act of a seat. `at`: now, in milliseconds."""
    if state.archived and not isinstance(act, acts.Archive):
        raise NotYours("type", act.__struct_config__.tag, "rien : la campagne est archivée")
    change = msgspec.structs.replace
    return [change(event, at=at, by=seat) for event in _Decision(state, seat, replays).of(act)]


class _Decision:
    def __init__(self, state: State, seat: str, replays: Replays) -> None:
        self.state = state
        self.seat = seat
        self.replays = replays
        self.game = game_of(state)
        self.leads = seat == state.leader
        self.version = rules_version(self.game)

    def of(self, act: acts.AnyAct) -> list[ev.Body]:
        match act:
            case acts.Frame() | acts.Again():
                return self._frame(act)
            case acts.Answer() | acts.Throw() | acts.Seal():
                return self._answer(act)
            case acts.Undo() | acts.Withdraw() | acts.Reveal() | acts.Overrule():
                return self._decide_on(act)
            case acts.Keep() | acts.Decline() | acts.Restore() | acts.PutSheet() | acts.Give():
                return self._keep(act)
            case acts.BeginScene() | acts.EndScene():
                return self._scene(act)
            case acts.Note(text=text, private=private):
                return [ev.Noted(text=text, private=private)]
            case _:
                return self._seats(act)

    def _lead(self, what: str) -> None:
        if not self.leads:
            raise NotYours("type", what, "un geste de la personne qui mène le jeu")

    # ── framing ────────────────────────────────────────────────────────────────────────────────
    def _frame(self, act: acts.Frame | acts.Again) -> list[ev.Body]:
        self._lead("frame")
        if isinstance(act, acts.Again):
            again = self._run(act.run)
            framed = [self._framed_again(again)]
        else:
            framed = self._framed(act)
        if len(self.state.open_runs) + len(framed) > MOST_RUNS:
            raise refuse("type", "frame", "au plus {most} jets à la fois", most=MOST_RUNS)
        opening = [] if self.state.scene else self._begun("")
        if opening and any(event.outcome for event, _ in framed):
            raise Stale("type", "frame", "une scène en cours : ce jet finit aussitôt")
        bookings = [each for event, session in framed for each in self._left(event, session)]
        return [*opening, *(event for event, _ in framed), *bookings]

    def _left(self, event: ev.Framed, session: Session) -> list[ev.Body]:
        """What a run that asks nothing leaves to be kept."""
        if event.outcome is None:
            return []
        return self._bookings(event.run, {**event.cast, "": event.subject}, session)

    def _bookings(self, run: str, cast: Mapping[str, str], session: Session) -> list[ev.Body]:
        named = {role: who for role, who in cast.items() if who}
        question = session.question
        return booked_of(self.state, self.game, question, session, named, run)

    def _framed(self, act: acts.Frame) -> list[tuple[ev.Framed, Session]]:
        procedure = find_procedure(act.procedure)
        if act.procedure.partition(".")[0] != self.state.game:
            raise refuse("procedure", act.procedure, "une procédure de ce jeu")
        places = {place.name for place in places_of(procedure)}
        if act.to and "" not in places:
            raise refuse("to", list(act.to), "personne : cette procédure n’a pas de sujet")
        group = f"g{self.state.version + 1}" if len(act.to) > 1 else ""
        made = []
        for place, subject in enumerate(act.to or [""]):
            cast = {**act.cast, **({"": subject} if subject else {})}
            question = posed(self.state, self.game, procedure, act.params, cast, act.decides)
            seats = {role: who for role, who in cast.items() if role and isinstance(who, str)}
            event = ev.Framed(
                run=f"j{len(self.state.runs) + 1 + place}",
                procedure=act.procedure,
                params=question.given,
                cast=seats,
                subject=subject or self._only(cast),
                secret=act.secret,
                title=act.title,
                version=self.version,
                also=group,
            )
            made.append(self._opened(event, Session(question)))
        return made

    def _only(self, cast: acts.Json) -> str:
        who = cast.get("", "")
        return who if isinstance(who, str) else ""

    def _framed_again(self, run: Run) -> tuple[ev.Framed, Session]:
        event = ev.Framed(
            run=f"j{len(self.state.runs) + 1}",
            procedure=run.procedure,
            params=run.params,
            cast=run.cast,
            subject=run.subject,
            secret=run.secret,
            title=run.title,
            version=self.version,
        )
        return self._opened(
            event, Session(ask_about(run.procedure, run.params, self.state.rulings))
        )

    def _opened(self, event: ev.Framed, session: Session) -> tuple[ev.Framed, Session]:
        if not session.done:
            return event, session
        outcome = outcome_of(session, self._roles(event.cast))
        return msgspec.structs.replace(event, outcome=outcome), session

    def _roles(self, cast: Mapping[str, str]) -> Sequence[str]:
        return [*cast, *self.state.chronicle.get("fiches", {})]

    # ── answering ──────────────────────────────────────────────────────────────────────────────
    def _run(self, name: str) -> Run:
        run = self.state.runs.get(name)
        if run is None or not self._sees(run):
            raise refuse("run", name, "un jet de cette table")
        return run

    def _sees(self, run: Run) -> bool:
        """Whether the seat knows that there is such a run."""
        return self.leads or not run.secret or run.revealed or self._throws(run)

    def _throws(self, run: Run) -> bool:
        procedure = find_procedure(run.procedure)
        return bool(procedure.screened) and self.state.owner(run.subject) == self.seat

    def _waiting(self, name: str, place: int) -> tuple[Run, Session]:
        """An open run that waits for its answer at that place."""
        run = self._run(name)
        if run.status != "open" or run.diverged:
            raise Stale("run", name, "un jet qui attend une réponse")
        if place != len(run.answers):
            raise Stale("place", place, "{now} : le jet a avancé", now=len(run.answers))
        session = self.replays.session(self.state, run)
        if session is None:
            raise Stale("run", name, "un jet que les règles d’aujourd’hui rejouent")
        return run, session

    def _answer(self, act: acts.Answer | acts.Throw | acts.Seal) -> list[ev.Body]:
        run, session = self._waiting(act.run, act.place)
        waits = waits_of(self.state, run, session)
        theirs = [wait for wait in waits if wait.seat == self.seat or self.leads]
        if not theirs:
            raise NotYours("run", act.run, "un jet qui attend votre réponse")
        if isinstance(act, acts.Seal):
            return self._seal(act, run, session, {w.index for w in theirs if w.index is not None})
        if isinstance(session.pending, Together):
            raise refuse("answer", "", "des choix scellés, chacun le sien")
        if isinstance(act, acts.Throw):
            return self._throw(run, session, waits[0].seat)
        return self._answered(run, session, act.answer, seat=waits[0].seat)

    def _throw(self, run: Run, session: Session, seat: str) -> list[ev.Body]:
        scene, pending = self.state.scene, session.pending
        if scene is None or not isinstance(pending, Throw):
            raise refuse("run", run.id, "un jet qui attend des dés")
        screened = run.secret or session.privy is not None
        seed, before = (scene.screen, scene.screened) if screened else (scene.seed, scene.draws)
        draw = Draw(
            scene=scene.number,
            screened=screened,
            counter=before + 1,
            run=run.id,
            place=len(run.answers),
            dice=dice_text(pending),
            words=words_of(self.state.words()),
        )
        return self._answered(
            run,
            session,
            {"dice": list(draw.faces(seed))},
            seat=seat,
            draw=draw.counter,
            screened=screened,
            dice=draw.dice,
            words=draw.words,
        )

    def _seal(self, act: acts.Seal, run: Run, session: Session, open_to: set[int]) -> list[ev.Body]:
        pending = session.pending
        if not isinstance(pending, Together):
            raise refuse("values", dict(act.values), "rien : un seul choix est attendu")
        values = {int(index): value for index, value in act.values.items()}
        for index, value in values.items():
            if index not in open_to:
                raise NotYours("values", index, "la part d’un siège que vous tenez")
            read_choice(pending.choices[index], "choose", value, f"values.{index}")
        every = {**run.sealed, **values}
        if len(every) == len(pending.choices):
            answer = {"together": [every[index] for index in range(len(every))]}
            return self._answered(run, session, answer)
        return [
            ev.Sealed(
                run=run.id,
                place=act.place,
                index=index,
                value=value,
            )
            for index, value in values.items()
        ]

    def _answered(
        self,
        run: Run,
        session: Session,
        answer: Mapping[str, Any],
        seat: str = "",
        **drawn_by: Any,
    ) -> list[ev.Body]:
        asked = asked_digest(session)
        session = self.replays.advanced(self.state, run, answer)
        outcome = outcome_of(session, self._roles(run.cast)) if session.done else None
        event = ev.Answered(
            run=run.id,
            place=len(run.answers),
            answer=answer,
            asked=asked,
            version=self.version,
            seat="" if seat == self.seat else seat,
            outcome=outcome,
            **drawn_by,
        )
        if outcome is None:
            return [event]
        return [
            event,
            *self._bookings(run.id, {**run.cast, "": run.subject}, session),
        ]

    # ── what is taken back ─────────────────────────────────────────────────────────────────────
    def _decide_on(
        self, act: acts.Undo | acts.Withdraw | acts.Reveal | acts.Overrule
    ) -> list[ev.Body]:
        run = self._run(act.run)
        match act:
            case acts.Undo():
                return self._undo(run)
            case acts.Withdraw():
                self._lead("withdraw")
                if run.status == "withdrawn":
                    raise Stale("run", run.id, "un jet qui n’est pas déjà annulé")
                gone = ev.Withdrawn(run=run.id, reason=act.reason)
                return [gone, *self._unbooked(run)]
            case acts.Reveal():
                self._lead("reveal")
                if not run.secret or run.revealed:
                    raise Stale("run", run.id, "un jet encore secret")
                return [ev.Revealed(run=run.id)]
            case acts.Overrule():
                self._lead("overrule")
                return [self._overruled(act, run)]

    def _undo(self, run: Run) -> list[ev.Body]:
        """Back to the last throw: what was chosen since may be chosen again."""
        place = run.throws[-1] + 1 if run.throws else 0
        later = run.answers[place:]
        if run.status == "withdrawn" or run.scene != len(self.state.scenes) or not later:
            told = (
                "un choix fait depuis le dernier jet de dés ; au-delà, la personne qui mène tranche"
            )
            raise refuse("run", run.id, told)
        own = all(given.by == self.seat for given in later)
        if not self.leads and not (own and run.status == "open"):
            raise NotYours("run", run.id, "vos propres choix depuis le dernier jet de dés")
        event = ev.Undone(run=run.id, place=place, told=self._chosen(run, place))
        return [event, *self._unbooked(run)]

    def _chosen(self, run: Run, place: int) -> tuple[Line, ...]:
        """What was said of the choices of a run from a place on."""
        lines: Sequence[Line]
        if run.outcome is not None:
            lines = run.outcome.lines
        else:
            session = self.replays.session(self.state, run)
            lines = lines_of(session.trace) if session else ()
        choices = [line for line in lines if line.kind == "choice"]
        count = sum(len(each.answer.get("together", "1")) for each in run.answers[place:])
        return tuple(choices[-count:])

    def _unbooked(self, run: Run) -> list[ev.Body]:
        """What follows from a run is not to be any more."""
        state = self.state
        found: list[ev.Body] = []
        standing = [b for b in state.bookings.values() if b.run == run.id and not b.declined]
        gone: set[str] = set()
        for booking in reversed(standing):
            if booking.id in state.since:
                gone.add(booking.id)
                found.append(declined(state, self.game, booking, gone))
        return found

    def _overruled(self, act: acts.Overrule, run: Run) -> ev.Overruled:
        if run.outcome is None:
            raise refuse("run", run.id, "un jet qui est fini")
        known = fields_of(find_procedure(run.procedure).result_type())
        if act.field and act.field not in known:
            told = ", ".join(known)
            raise refuse("field", act.field, "un nom parmi : {known:=}", known=told)
        return ev.Overruled(
            run=run.id,
            field=act.field,
            value=act.value,
            reason=act.reason,
        )

    # ── what is kept ───────────────────────────────────────────────────────────────────────────
    def _keep(
        self, act: acts.Keep | acts.Decline | acts.Restore | acts.PutSheet | acts.Give
    ) -> list[ev.Body]:
        state = self.state
        match act:
            case acts.Keep(event=event):
                self._may_keep(event)
                return [kept(state, self.game, event)]
            case acts.Decline(booking=name) | acts.Restore(booking=name):
                booking = state.bookings.get(name)
                back = isinstance(act, acts.Restore)
                if booking is None or booking.declined != back or name not in state.since:
                    raise Stale("booking", name, "un changement de cette scène")
                if not self.leads and state.owner(booking.who) != self.seat:
                    raise NotYours("booking", name, "un changement qui touche votre personnage")
                gone = set() if back else {name}
                return [declined(state, self.game, booking, gone, back)]
            case acts.PutSheet():
                return self._put(act)
            case acts.Give(character=character, to=to):
                self._may_give(character, to)
                return [ev.CharacterGiven(character=character, to=to)]

    def _may_keep(self, event: Mapping[str, Any]) -> None:
        if self.leads:
            return
        own = event.get("qui") in self.state.owners and (
            self.state.owner(str(event["qui"])) == self.seat
        )
        if not own or event.get("type") in ("fiche", "retrait", "retouche"):
            raise NotYours("event", event.get("type"), "ce qui touche votre personnage")

    def _put(self, act: acts.PutSheet) -> list[ev.Body]:
        state = self.state
        known = act.character in state.chronicle.get("fiches", {})
        if not self.leads:
            if act.seat != self.seat or (known and state.owner(act.character) != self.seat):
                raise NotYours("character", act.character, "votre personnage")
        elif act.seat is not None:
            self._seat(act.seat, "seat")
        found: list[ev.Body] = [put(state, self.game, act.character, act.sheet)]
        if not known or state.owners.get(act.character) != act.seat:
            found.append(ev.CharacterGiven(character=act.character, to=act.seat))
        return found

    def _may_give(self, character: str, to: str | None) -> None:
        if character not in self.state.owners:
            raise refuse("character", character, "un personnage de la campagne")
        if to is not None:
            self._seat(to, "to")
        if self.leads:
            return
        free = self.state.owners.get(character) is None
        if not (to == self.seat and free and self._playable(character)):
            raise NotYours("character", character, "un personnage libre, pour vous")

    def _playable(self, character: str) -> bool:
        """Whether a sheet is of the first kind of the game: that of the players' characters."""
        kinds = characters_of(self.game)
        return bool(kinds) and self.state.sheet(character).get("type") == tag_of(kinds[0])

    # ── scenes and seats ───────────────────────────────────────────────────────────────────────
    def _scene(self, act: acts.BeginScene | acts.EndScene) -> list[ev.Body]:
        self._lead("scene")
        if isinstance(act, acts.BeginScene):
            if self.state.scene is not None:
                raise Stale("type", "begin_scene", "la fin de la scène en cours, d’abord")
            return self._begun(act.title)
        scene = self.state.scene
        if scene is None:
            raise Stale("type", "end_scene", "une scène en cours")
        open_runs: list[ev.Body] = [
            ev.Withdrawn(run=run.id, reason="fin de la scène") for run in self.state.open_runs
        ]
        over = ev.SceneEnded(scene=scene.number)
        return [*open_runs, *ended(self.state, self.game), over]

    def _begun(self, title: str) -> list[ev.Body]:
        seed, screen = secrets.token_hex(SEED_BYTES), secrets.token_hex(SEED_BYTES)
        scene = ev.SceneBegun(
            scene=len(self.state.scenes) + 1,
            title=title,
            seed=seed,
            commitment=commitment_of(seed),
            screen=screen,
            screen_commitment=commitment_of(screen),
        )
        return [scene, *begun(self.state, self.game)]

    def _seat(self, name: str, field: str) -> None:
        seat = self.state.seats.get(name)
        if seat is None or seat.removed:
            known = ", ".join(each.id for each in self.state.present)
            raise refuse(field, name, "un siège parmi : {known:=}", known=known)

    def _seats(self, act: acts.AnyAct) -> list[ev.Body]:
        match act:
            case acts.ChangeSeat(seat=seat):
                self._seat(seat, "seat")
                if seat != self.seat and not (self.leads and act.word is None):
                    raise NotYours("seat", seat, "votre siège")
                return [ev.SeatChanged(seat=seat, name=act.name, dice=act.dice, word=act.word)]
            case acts.Archive(archived=archived):
                self._lead("archive")
                return [ev.Archived(archived=archived)]
            case acts.LetAdvise(allowed=allowed):
                self._lead("let_advise")
                return [ev.Advised(allowed=allowed)]
            case acts.AddSeat(seat=seat, name=name):
                self._lead("add_seat")
                if seat in self.state.seats or len(self.state.seats) >= MOST_SEATS:
                    raise refuse("seat", seat, "un nom qui n’est pas pris")
                return [ev.SeatAdded(seat=seat, name=name)]
            case acts.RemoveSeat(seat=seat):
                self._lead("remove_seat")
                self._seat(seat, "seat")
                if seat == self.seat:
                    raise refuse("seat", seat, "un autre siège que le vôtre")
                return [ev.SeatRemoved(seat=seat)]
            case acts.HandOver(to=to):
                self._lead("hand_over")
                self._seat(to, "to")
                return [ev.LeaderHanded(to=to)]
            case _:
                raise TypeError(f"{act!r} is no act")
