"""What holds for all tests of tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.table.log import compact_lists as shelf


@pytest.fixture(autouse=True, scope="package")
def small_shelves() -> Iterator[None]:
    """Runs are put away almost at once, as those of a long campaign are: nothing may look otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, "MOST_OUT", 2)
        patch.setattr(shelf, "MOST_READ", 3)
        yield
