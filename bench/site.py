"""The processor time of the documentation, beside the site generator alone on the same pages.

    python -m bench.site

Run it in the environment of the tests. It prints seconds of all processors together, and the ratio to
the generator.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from docs.building.plan import LANGS
from docs.building.site import build


def spent(work: Callable[[], object]) -> float:
    """Return the processor seconds of the child processes of a function."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        gathered = Path(folder) / "work"
        whole = spent(lambda: build(Path(folder) / "site", gathered))

        def alone() -> None:
            for lang in LANGS:
                settings = str(gathered / f"{lang}.yml")
                command = [sys.executable, "-m", "zensical", "build", "-f", settings]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

        floor = spent(alone)
    print(
        f"the generator alone {floor:6.1f} s\nthe documentation   {whole:6.1f} s {whole / floor:6.1f}"
    )


if __name__ == "__main__":
    main()
