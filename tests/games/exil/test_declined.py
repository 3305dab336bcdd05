"""Changes that are declined: what was counted after them stays right (EXIL-ARM-12)."""

from __future__ import annotations

import pytest

from tests.kit import acts
from tests.table.evening import LEADER, set_up, sheet_of
from tests.table.usual_answers import finish


@pytest.mark.parametrize("munitions", [None, 6])
def test_a_round_that_was_not_fired_is_still_there(munitions: int | None) -> None:
    """Two shots of a revolver; the first one, or the second, costs no round."""
    table = set_up("exil")
    gun = sheet_of(table, "jeanne", arme="revolver", seconde=None, munitions=munitions)
    table.does(LEADER, acts.PutSheet(character="jeanne", sheet=gun, seat="j2"))
    fired = []
    for number in (1, 2):
        shot = acts.RequestRun(
            "exil.shot", {"passe": "auto"}, to=("jeanne",), cast={"cible": "brute"}
        )
        table.does(LEADER, shot)
        finish(table)
        (change,) = (
            each
            for each in table.state.consequences_of(f"j{number}")
            if "munitions" in each.event.get("champs", {})
        )
        fired.append(change.id)
    assert table.state.sheet("jeanne")["munitions"] == 4
    for one in fired:
        table.does(LEADER, acts.Decline(consequence=one))
        assert table.state.sheet("jeanne")["munitions"] == 5
        table.does(LEADER, acts.Restore(consequence=one))
        assert table.state.sheet("jeanne")["munitions"] == 4
    assert table.again() == table.state
