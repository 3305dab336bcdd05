"""The act `copy_character`."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import MAX_ID, Act
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.put_sheet import PutSheet
from tablee.table.log.table_state import State


def stem_of(name: str) -> str:
    """Return a name without the number of a copy: "Docker 2" -> "Docker"."""
    return re.sub(r" \d+$", "", name)


class CopyCharacter(Act, frozen=True, tag="copy_character"):
    """The leader makes more characters like one of theirs, with numbered names."""

    about = "Faire d’autres personnages pareils, leurs noms numérotés."
    permission = "leader"

    character: Annotated[str, Meta(description="l’identifiant du personnage")]
    count: Annotated[int, Meta(ge=1, le=10, description="combien de plus")] = 1

    def decide(self, table: ActContext) -> None:
        sheet = table.find_sheet(self.character)
        stem = stem_of(str(sheet["nom"]))
        plain = re.sub(r"-\d+$", "", self.character)[: MAX_ID - 4]
        for _ in range(self.count):
            number = _next_number(table.state, plain, stem)
            copy = {**sheet, "nom": f"{stem} {number}"}
            PutSheet(character=f"{plain}-{number}", sheet=copy).decide(table)


def _next_number(state: State, plain: str, stem: str) -> int:
    """Return the first number from 2 on that no id and no name has."""
    names = {str(state.sheet(name).get("nom")) for name in state.sheets}
    number = 2
    while f"{plain}-{number}" in state.sheets or f"{stem} {number}" in names:
        number += 1
    return number
