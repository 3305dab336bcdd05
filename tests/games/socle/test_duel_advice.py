"""Advice on duels of the Socle, beside the best replies of a solver of its own."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.ambient import Ambient, around
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Become, Call, Choose, Roll, Together
from tablee.rules.readings.advice.advise import advise
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import show

FREE: dict[str, Any] = {"avantage": "ask", "armure_usage": "ask"}
Tree = tuple[str, Any]
"""What may follow: ("end", value), ("state", procedure), ("best", trees) or ("mean", (chance, tree))."""


class _Replies:
    """The states of a duel, each with all that may happen in it, and the value of the best replies."""

    def __init__(self, question: RunInput, utility: str) -> None:
        self._ambient = Ambient(question.rulings)
        self._worth = type(question.procedure).utilities[utility]
        self.trees: dict[Procedure[Any], Tree] = {}
        waiting: list[Procedure[Any]] = [question.procedure]
        while waiting:
            state = waiting.pop()
            if state not in self.trees:
                self._found: list[Procedure[Any]] = []
                with around(self._ambient):
                    self.trees[state] = self._tree(state, ())
                waiting += self._found
        self.values = dict.fromkeys(self.trees, 0.0)
        change = 1.0
        while change > 1e-13:
            before = self.values
            self.values = {state: self._value(tree) for state, tree in self.trees.items()}
            change = max(abs(self.values[state] - before[state]) for state in before)

    def _tree(self, state: Procedure[Any], sent: tuple[Any, ...]) -> Tree:
        """Return what may follow a state after some answers, by plain recursion."""
        left, rules, value = list(sent), [state.rule()], None
        while True:
            try:
                ask = rules[-1].send(value)
            except StopIteration as stop:
                del rules[-1]
                value = stop.value
                if not rules:
                    return "end", float(self._worth(state, value, "player"))
                continue
            value = None
            if isinstance(ask, Call):
                rules.append(ask.procedure.rule())
            elif isinstance(ask, Become) and len(rules) > 1:
                rules[-1] = ask.procedure.rule()
            elif isinstance(ask, Become):
                self._found.append(ask.procedure)
                return "state", ask.procedure
            elif isinstance(ask, Choose | Together) and (only := ask.only()):
                (value,) = only
            elif left:
                value = left.pop(0)
            elif isinstance(ask, Choose):
                return "best", [self._tree(state, (*sent, each)) for each in ask.form.values()]
            else:
                assert isinstance(ask, Roll)
                law = ask.read.law(ask.throws)
                weights = law.weights.items()
                return "mean", [(w / law.total, self._tree(state, (*sent, v))) for v, w in weights]

    def _value(self, tree: Tree) -> float:
        kind, inside = tree
        match kind:
            case "end":
                return float(inside)
            case "state":
                return self.values[inside]
            case "best":
                return max(map(self._value, inside))
            case _:
                return sum((chance * self._value(each) for chance, each in inside), 0.0)


@pytest.mark.parametrize("utility", ["victoire", "coeurs"])
@pytest.mark.parametrize(
    "duel",
    [
        {"de": 8, "coeurs": 3, "armure": 1, "adversaires": [{"cible": "boss", "tn": 6}]},
        {
            "de": 6,
            "coeurs": 2,
            "armure": 1,
            "presse": "tn",
            "adversaires": [{"cible": "pion"}, {"cible": "pion"}, {"cible": "elite"}],
        },
    ],
)
def test_best_replies_gain_nothing_over_the_advice_in_any_state(
    duel: dict[str, Any], utility: str
) -> None:
    question = ask_about("socle.duel", duel | FREE)
    replies = _Replies(question, utility)
    compared = 0
    for state, tree in replies.trees.items():
        if "best" not in str(tree):
            continue
        advice = advise(ask_about("socle.duel", show(state)), utility)
        value = advice.value if advice.wait is None else advice.wait
        assert abs(float(value) - replies.values[state]) <= 1e-9 + advice.error
        compared += 1
    assert compared > 3
