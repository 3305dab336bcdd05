"""Fixtures of all tests of tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.table.log import compact_map


@pytest.fixture(autouse=True, scope="package")
def compress_early() -> Iterator[None]:
    """Compress runs almost at once, as in a long campaign. No test may notice it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compact_map, "MAX_RECENT", 2)
        patch.setattr(compact_map, "MAX_READ", 3)
        yield
