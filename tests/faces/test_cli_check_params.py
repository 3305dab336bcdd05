"""`tablee check` plays a rule with other values of its parameters, and reads the names of its seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faces.test_cli_check import PLAYED, faults, file
from tests.kit.command_line import call

__all__ = ["file"]

pytestmark = pytest.mark.usefixtures("own_games")


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("bonus: bool = False", "(1, 2)[1 + self.bonus]"),
        ('bonus: Literal["none", "some"] = "none"', '{"none": 1}[self.bonus]'),
        ("bonus: Annotated[int, Meta(ge=0, le=4)] = 0", "6 // (4 - self.bonus)"),
        (
            "bonus: bool | ASK = False",
            '1 // (not await decide(self.bonus, "bonus", YES_NO, who="hero"))',
        ),
    ],
)
def test_parameters_with_a_default_are_tried_with_other_values(
    field: str, line: str, file: Path
) -> None:
    text = PLAYED.replace("import (", "import (ASK, YES_NO, decide,").replace(
        "import Annotated", "import Annotated, Literal"
    )
    text = text.replace("    piege: Ann", f"    {field}\n    piege: Ann").replace(
        "        piege = await", f"        jet += {line}\n        piege = await"
    )
    text = text.replace("        jet = await", "        jet = 0 * self.piege + await")
    file.write_text(
        text.replace(f"    {field}\n    piege", "    piege").replace(
            "    def concealed", f"    {field}\n\n    def concealed"
        ),
        "utf-8",
    )
    found = faults(file, call("check", str(file), "--lang", "en"))
    assert any("jet +=" in place for place in found), found


def test_a_seat_that_is_nearly_a_declared_one_is_named(file: Path) -> None:
    seats = PLAYED.replace("    def concealed", '    seats = {"hero": ""}\n\n    def concealed')
    file.write_text(seats, "utf-8")
    assert call("check", str(file), "--lang", "en").status == 0
    file.write_text(seats.replace('who="hero")', 'who="heroo")'), "utf-8")
    found = faults(file, call("check", str(file), "--lang", "en"))
    assert any("jet = await" in place and "perhaps “hero”" in text for place, text in found.items())
