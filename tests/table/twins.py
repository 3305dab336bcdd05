"""Two histories of one table that differ only in what one seat may not see."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Together
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view, result_view
from tablee.rules.schema import Field, Group, fields_of
from tablee.rules.texts.words import Words
from tablee.table.log import events as ev
from tablee.table.log.state_parts import Run
from tablee.table.replay import Replays, waits_of
from tablee.table.views.table_view import view
from tablee.table.views.visibility import Visibility
from tests.kit import acts
from tests.kit.params import values_of
from tests.kit.runs import any_answer, any_value
from tests.table.evening import LEADER, SEATS, Table, playable, requested, set_up, sheet_of
from tests.table.evenings import any_event
from tests.table.knowing import exchange_known, run_known

__all__ = ["Apart", "Twins"]


Draw = Callable[[st.SearchStrategy[Any]], Any]
REQUESTED = tuple(name for name in ev.Requested.__struct_fields__ if name in Run.__struct_fields__)


class Apart(Exception):
    """The histories have come to differ in what the seat may see: there is nothing more to compare."""


class Twins:
    """Both tables, and the seat that must not tell them apart."""

    def __init__(self, game: str, seat: str, rng: random.Random) -> None:
        self.left, self.right = set_up(game), set_up(game)
        self.left.named = self.right.named = True
        if seat != LEADER:
            self.left.screen, self.right.screen = "left", "right"
        self.seat = seat
        self.rng = rng
        self.leads = seat == LEADER
        self.odd: dict[str, set[int]] = {}
        """Run -> the choices sealed so far that differ."""
        self.met = list(self.left.state.sheets)
        self.compare()

    @property
    def tables(self) -> tuple[Table, Table]:
        return self.left, self.right

    # ── what the seat gets ─────────────────────────────────────────────────────────────────────
    def compare(self) -> None:
        """All that the seat may ask for is the same, byte by byte; and what is cached is as new."""
        search = self.rng.choice(("", "", "ombre", "essai", "a"))
        before = self.rng.choice((None, None, 3))
        for more in ({}, {"search": search, "before": before}):
            left, right = (table.view(self.seat, **more) for table in self.tables)
            assert _json(left) == _json(right), _difference(left, right)
        for table in self.tables:
            asked: tuple[dict[str, Any], ...] = ({}, {"search": search})
            for each in asked:
                kept = table.view(self.seat, **each)
                fresh = view(table.state, self.seat, Replays(), **each)
                assert _json(kept) == _json(fresh), _difference(kept, fresh)
        assert self._chances(self.left) == self._chances(self.right)
        acted = [table.state.act_counts.get(self.seat) for table in self.tables]
        assert acted[0] == acted[1]

    def _chances(self, table: Table) -> list[bytes]:
        state = table.state
        texts = (run_known, exchange_known)
        known = [
            tell(state, run, self.seat, table.replays) for run in state.open_runs for tell in texts
        ]
        return [_json(each) for each in known if each is not None]

    # ── what happens ───────────────────────────────────────────────────────────────────────────
    def both(self, seat: str, act: acts.Act) -> bool:
        """The same in both, where it is possible. The seat itself is refused in the same words."""
        done = self.apart(seat, act, act)
        if not done and seat == self.seat:
            assert _refusal(self.left.wrong) == _refusal(self.right.wrong), act
        if done:
            texts = isinstance(act, acts.RemoveSeat)  # whose seat is gone, the leader answers for
            for run in self.left.state.open_run_ids if texts else (getattr(act, "run", ""),):
                if not any(self._hidden(table, run) for table in self.tables):
                    self._still_alike(run)
        return done

    def apart(self, seat: str, left: acts.Act, right: acts.Act) -> bool:
        """One act here and another one there, where both are possible."""
        self._later()
        found = self.left.decided(seat, left), self.right.decided(seat, right)
        if found[0] is None or found[1] is None:
            return False
        for table, events in ((self.left, found[0]), (self.right, found[1])):
            table.happen(*events)
            table.replays.forget_finished(table.state)
        return True

    def alone(self, table: Table, seat: str, act: acts.Act) -> bool:
        """Something that only happens in one of them."""
        self._later()
        events = table.decided(seat, act)
        if events is not None:
            table.happen(*events)
            table.replays.forget_finished(table.state)
        return events is not None

    def _later(self) -> None:
        self.left.at = self.right.at = max(self.left.at, self.right.at) + 1000

    # ── runs behind the screen ─────────────────────────────────────────────────────────────────
    def frames_in_secret(self) -> None:
        """Different runs behind the screen."""
        if self.leads:
            return
        found = [self._any_frame(table, list(table.state.sheets), True) for table in self.tables]
        if found[0] is not None and found[1] is not None:
            self.apart(LEADER, found[0], found[1])

    def _any_frame(self, table: Table, among: list[str], secret: bool) -> acts.RequestRun | None:
        """Any procedure; in secret none in which the seat throws all the same."""
        known = playable(table.game.id)
        kind = find_procedure(self.rng.choice(list(known)))
        if secret and kind.hideable:
            among = [name for name in among if table.state.owner(name) != self.seat]
        title = self.rng.choice(("", "Un titre", "Un autre"))
        return requested(table, self.rng, kind, among, secret=secret, title=title)

    def goes_on_in_secret(self) -> None:
        """Some answers, or something else, in runs that the seat does not see, in one of them."""
        table = self.rng.choice(self.tables)
        hidden = [run for run in table.state.runs.values() if self._hidden(table, run.id)]
        if not hidden:
            return
        run, rng = self.rng.choice(hidden), self.rng
        self._later()
        if run.status == "open" and rng.random() < 0.7:
            for _ in range(rng.randint(1, 4)):
                if table.state.runs[run.id].status == "open":
                    dice = HouseDice(rng.randrange(2**32))
                    table.answer(table.state.runs[run.id], rng, dice)
        else:
            act = rng.choice(
                (
                    acts.Undo(run=run.id),
                    acts.Withdraw(run=run.id, reason="rien"),
                    acts.Overrule(run=run.id, reason="autrement"),
                )
            )
            table.act(LEADER, act)

    def _hidden(self, table: Table, name: str) -> bool:
        """Whether the seat knows nothing of a run, if there is such a one."""
        run = table.state.runs.get(name)
        return run is None or not (self.leads or Visibility(table.state, self.seat).knows_run(run))

    def throws_in_secret(self) -> None:
        """A run in which the seat throws, its screened parameters being different."""
        own = self.left.view(self.seat).me.characters
        screened = [
            kind for kind in map(find_procedure, playable(self.left.game.id)) if kind.hideable
        ]
        if not own or not screened or self.leads:
            return
        kind = self.rng.choice(screened)
        acted = [requested(table, self.rng, kind, own, secret=True) for table in self.tables]
        if acted[0] is None or acted[1] is None or not acted[0].to:
            return
        kept = {n: v for n, v in acted[0].params.items() if n not in kind.hideable}
        other = {n: v for n, v in acted[1].params.items() if n in kind.hideable}
        self.apart(
            LEADER,
            acted[0],
            msgspec.structs.replace(acted[0], params=kept | other),
        )

    # ── what else is hidden ────────────────────────────────────────────────────────────────────
    def keeps_to_himself(self, draw: Draw) -> None:
        """Notes for oneself, adversaries that nobody has met, what the leader owes."""
        table, rng = self.rng.choice(self.tables), self.rng
        others = [seat for seat in SEATS if seat != self.seat]
        note = acts.Note(text=rng.choice(("Un secret.", "Un autre.")), private=True)
        choices: list[tuple[str, acts.Act]] = [(rng.choice(others), note)]
        if not self.leads:
            unmet = [name for name in table.state.sheets if name.startswith("ombre")]
            name = f"ombre{rng.randint(1, 4)}"
            sheet = sheet_of(table, rng.choice(self.met), nom=f"Ombre {rng.randint(1, 9)}")
            choices += [
                (LEADER, acts.PutSheet(character=name, sheet=sheet)),
                (
                    LEADER,
                    acts.ChangeRecord(event={"type": "du", "du": {"texte": "à ne pas oublier"}}),
                ),
            ]
            if unmet:
                gone = {"type": "retrait", "qui": rng.choice(unmet)}
                changed = {"type": "retouche", "qui": rng.choice(unmet), "champs": {"nom": "Nul"}}
                befalls = any_event(table, rng, draw, unmet)
                choices += [(LEADER, acts.ChangeRecord(event=each)) for each in (gone, changed)]
                if befalls.get("qui") in unmet:
                    choices += [(LEADER, acts.ChangeRecord(event=befalls))] * 5
        self.alone(table, *rng.choice(choices))

    # ── runs in sight ──────────────────────────────────────────────────────────────────────────
    def frames(self) -> None:
        """A run in sight of all; what is concealed from the seat in it may differ."""
        act = self._any_frame(self.left, self.met, False)
        if act is not None and not self.both(LEADER, act):
            return

    def frames_with_secrets(self, draw: Draw) -> None:
        """A run in sight of all, some of whose parameters are concealed from the seat."""
        kinds = map(find_procedure, playable(self.left.game.id))
        hiding = [kind for kind in kinds if kind.concealed is not Procedure.concealed]
        if not hiding:
            return
        kind = self.rng.choice(hiding)
        act = requested(self.left, self.rng, kind, self.met)
        if act is None:
            return
        if "secret" in fields_of(kind):
            act = msgspec.structs.replace(act, params={**act.params, "secret": True})
        left = self.left.decided(LEADER, act)
        (event,) = [each for each in left or () if isinstance(each, ev.Requested)]
        run = Run(**{name: getattr(event, name) for name in REQUESTED}, id="", scene=1)
        params = dict(act.params)
        for name in sorted(self._concealed(run)):
            params[name] = self._other(fields_of(kind)[name], params.get(name), draw)
        if self.apart(LEADER, act, msgspec.structs.replace(act, params=params)):
            self._still_alike(next(reversed(self.left.state.runs)))

    def _concealed(self, run: Run) -> frozenset[str]:
        """The parameters that the rule hides from every seat that the table's one answers for."""
        if self.leads:
            return frozenset()
        asked = ask_about(run.procedure, run.params, self.left.state.rulings)
        own = [role for role, who in run.cast.items() if self.left.state.owner(who) == self.seat]
        own = [role for role in own if run.cast[role]]
        return frozenset.intersection(*(asked.concealed(role) for role in own or ["personne"]))

    def _other(self, field: Field, given: Any, draw: Draw) -> Any:
        """Another value of a secret; of a record that is made from a sheet another Exploit or so."""
        if isinstance(field.shape, Group):
            inner = fields_of(field.shape.record)
            name = self.rng.choice([n for n in ("exploits", "jetons", "trait") if n in inner])
            other = draw(values_of(inner[name].shape))
            return {**(given or {}), name: other}
        return draw(values_of(field.shape))

    def answers(self) -> None:
        """The next answer of a run that the seat sees: the same in both where it may follow."""
        runs = [run for run in self.left.state.open_runs if not self._hidden(self.left, run.id)]
        runs = [run for run in runs if run.id in self.right.state.open_run_ids]
        if not runs:
            return
        run = self.rng.choice(runs)
        follow = [
            Visibility(table.state, self.seat).follows(
                table.state.runs[run.id], table.session(run.id)
            )
            for table in self.tables
        ]
        if follow[0] and follow[1]:
            self._answers_alike(run.id)
        else:
            for table, follows in zip(self.tables, follow, strict=True):
                if not follows and self.rng.random() < 0.7:
                    self._later()
                    now, dice = table.state.runs[run.id], HouseDice(self.rng.randrange(2**32))
                    table.answer(now, self.rng, dice)
        self._still_alike(run.id)

    def _answers_alike(self, name: str) -> None:
        run, session = self.left.state.runs[name], self.left.session(name)
        seat = self.rng.choice([waits_of(self.left.state, run, session)[0].seat, LEADER])
        if isinstance(session.pending, Together):
            self._seals(name, session.pending)
            return
        place = self._place(self.left, name, seat)
        same_place = len(run.answers) == len(self.right.state.runs[name].answers)
        house = same_place and not run.secret and session.seen_by is None
        if isinstance(session.pending, Throw) and self.rng.random() < 0.5 and house:
            self.both(seat, acts.Throw(run=name, place=place))
            return
        answer = any_answer(session, self.rng, HouseDice(self.rng.randrange(2**32)))
        acted = [
            acts.Answer(run=name, place=self._place(table, name, seat), answer=answer)
            for table in self.tables
        ]
        self.apart(seat, acted[0], acted[1])

    def _place(self, table: Table, name: str, seat: str) -> int:
        return Visibility(table.state, seat).place(table.state.runs[name], table.session(name))

    def _seals(self, name: str, pending: Together[Any]) -> None:
        """One choice of the ones at once; a different one, which is taken back before the last."""
        run = self.left.state.runs[name]
        waits = waits_of(self.left.state, run, self.left.session(name))
        wait = self.rng.choice(waits)
        odd = self.odd.setdefault(name, set())
        if len(waits) == 1 and odd:
            for index in sorted(odd):
                self.both(run.sealers[index], acts.Undo(run=name))
            odd.clear()
            return
        assert wait.index is not None
        form = pending.choices[wait.index].form
        left = any_value(form, self.rng)
        hidden = wait.seat != self.seat and len(waits) > 1
        right = any_value(form, self.rng) if hidden else left
        place = self._place(self.left, name, wait.seat)
        acted = [
            acts.Seal(run=name, place=place, values={str(wait.index): value})
            for value in (left, right)
        ]
        if self.apart(wait.seat, acted[0], acted[1]) and left != right:
            odd.add(wait.index)

    def _still_alike(self, name: str) -> None:
        """Whether the rules themselves let the seat see a difference by now."""
        seen = [self._by_the_rules(table, name) for table in self.tables]
        if seen[0] != seen[1]:
            raise Apart

    def _by_the_rules(self, table: Table, name: str) -> Any:
        """What the rule shows to the seats that the table's one answers for."""
        run = table.state.runs[name]
        answers = [given.answer for given in run.answers]
        session = Session(ask_about(run.procedure, run.params, table.state.rulings, answers))
        words = Words(table.game)
        roles = Visibility(table.state, self.seat).roles(run)
        if self.leads:
            roles = [table.game.leader, *filter(None, roles)]
        return [_shown(session, words, role) for role in roles]


def _shown(session: Session, words: Words, role: str) -> Any:
    texts = [step.view() for step in explain(session, words, role)]
    if session.done:
        return texts, result_view(session, role)
    return texts, pending_view(session, words, role)


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _refusal(wrong: Refusal | None) -> Any:
    assert wrong is not None
    return type(wrong).__name__, wrong.kind, wrong.field, repr(wrong.got), str(wrong)


def _difference(left: Any, right: Any, path: str = "") -> str:
    """Where two views differ first."""
    left, right = msgspec.to_builtins((left, right))
    if isinstance(left, dict) and isinstance(right, dict) and list(left) == list(right):
        parts = (_difference(left[name], right[name], f"{path}.{name}") for name in left)
        return next((part for part in parts if part), "")
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        pairs = enumerate(zip(left, right, strict=True))
        parts = (_difference(a, b, f"{path}[{place}]") for place, (a, b) in pairs)
        return next((part for part in parts if part), "")
    return "" if left == right else f"{path}: {left!r} | {right!r}"
