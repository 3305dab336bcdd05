"""The utilities that advice may maximise: those of the procedures, or a table of worths."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from tablee.rules.procedure import Procedure, Utility
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Choice

_LONGEST = 500


def table_utility(procedure: type[Procedure[Any]], name: str | None) -> Utility | None:
    """Return the utility of a table `{"reussite": 1, "echec_critique": "-3/2"}`; other issues worth
    0.

    None unless `name` is such a JSON object over the issues of the procedure.
    """
    if name is None or len(name) > _LONGEST:
        return None
    issues = fields_of(procedure.result_type())["issue"].shape
    assert isinstance(issues, Choice)
    try:
        read = json.loads(name, parse_float=Fraction)
        worth = {issue: Fraction(value) for issue, value in read.items()}
    except (ValueError, TypeError, AttributeError, ArithmeticError):
        return None
    if not worth.keys() <= set(issues.values):
        return None
    return lambda _, result, seat: worth.get(result.issue, Fraction())
