"""Names for the JSON objects of the contract whose keys a procedure or a game declares.

Rules, log, acts and faces pass them on as they are. The module imports nothing of the project.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ParamsJson = Mapping[str, Any]
"""Parameter of a procedure -> its value."""
RulingsJson = Mapping[str, Any]
"""Ruling of a game -> its value."""
AnswerJson = Mapping[str, Any]
"""`{"dice": faces}`, `{"choose": value}` or `{"together": values}`."""
ResultJson = Mapping[str, Any]
"""Field of a result -> its value."""
RunJson = Mapping[str, Any]
"""A run: `procedure`, `params`, `rulings`, `answers`."""
SheetJson = Mapping[str, Any]
"""A sheet: `jeu`, `type`, `nom` and the fields of its kind."""
RecordJson = Mapping[str, Any]
"""A campaign record: `fiches`, `registres`, `horloge`, `dus`; or the changed parts of one."""
EventJson = Mapping[str, Any]
"""An event of the campaign record: its `type` and its fields."""
PendingJson = Mapping[str, Any]
"""An entry of `dus`: a `procedure` or a `texte`, for whom (`qui`), with which `params` and `cast`."""
ClockJson = Mapping[str, Any]
"""The clock of a campaign record (`horloge`): unit of time -> its number."""
