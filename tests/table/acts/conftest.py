"""The table of the tests of acts."""

from __future__ import annotations

import pytest

from tests.table.evening import Table, set_up


@pytest.fixture
def table() -> Table:
    return set_up("armes_dieux")
