"""The free choices that advice has met, to name the one that costs most where advice is too large."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tablee.rules.forms import FreeText
from tablee.rules.questions import Choose, Together
from tablee.rules.refusal import Refusal, moved


class FreeChoices:
    """Counter of choices with several answers, by label."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()
        self._answers: dict[str, int] = {}
        self._paths: dict[str, str] = {}
        self._fixable: set[str] = set()
        """Labels of the choices that a parameter asks for."""

    def meet(
        self, ask: Choose[Any] | Together[Any], paths: Sequence[Mapping[str, str]] = ()
    ) -> None:
        """Count each choice of a question. `paths`: see `outside`."""
        for choice in (ask,) if isinstance(ask, Choose) else ask.choices:
            if not choice.weighed or isinstance(choice.form, FreeText):
                continue
            answers = sum(1 for _ in choice.form.values())
            if answers > 1:
                self._count(choice, answers, paths)

    def _count(self, choice: Choose[Any], answers: int, paths: Sequence[Mapping[str, str]]) -> None:
        label = choice.label
        self._times[label] += 1
        self._answers[label] = max(answers, self._answers.get(label, 0))
        if label not in self._paths:
            path = choice.parameter or label
            for names in reversed(paths):
                path = moved(path, names)
            self._paths[label] = path
            if choice.parameter:
                self._fixable.add(label)

    def refusal(self) -> Refusal | None:
        """Return the refusal that names the choice which multiplies the cases most, None without
        choices. A choice that a parameter can fix goes before all others."""
        costs = {label: n * math.log(self._answers[label]) for label, n in self._times.items()}
        if not costs:
            return None
        fixable = {label: costs[label] for label in self._fixable}
        label = max(fixable or costs, key=costs.__getitem__)
        return Refusal("too_large", self._paths[label], None, FIXABLE if fixable else FIXED)


FIXABLE = (
    "trop long à peser exactement ; de tous les choix libres, celui-ci coûte le plus : donnez-lui une "
    "réponse fixe de chaque côté, réduisez les paramètres, ou donnez à tous une réponse fixe et "
    "échantillonnez (simulate)"
)
FIXED = (
    "trop long à peser exactement ; de tous les choix libres, celui-ci coûte le plus : réduisez les "
    "paramètres, ou échantillonnez (simulate)"
)
"""What helps where no parameter asks for one of the choices."""
