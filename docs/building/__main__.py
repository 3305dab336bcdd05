"""`make docs`, or `python -m docs.building [FOLDER]`: builds the site into a folder (`site`)."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from docs.building.plan import DOCS
from docs.building.site import build

if __name__ == "__main__":
    root = DOCS.parent
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "site"
    started = time.perf_counter()
    build(target.resolve(), root / "build" / "docs")
    print(f"{target}: {time.perf_counter() - started:.0f} s")
