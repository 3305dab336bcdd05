"""Build hook that copies the scripts of htmx from the package that ships them.

The scripts are not committed, and no browser fetches them from another host. A built wheel contains
them; an editable install has them in the source folder.
"""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPTS = {"htmx-4.min.js": "htmx.js", "ext/hx-sse-4.min.js": "hx-sse.js"}
VENDOR = Path("src/tablee/faces/web/static/vendor")


class VendorHook(BuildHookInterface):
    """A hook that copies the scripts before the files are packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        spec = importlib.util.find_spec("django_htmx")
        if spec is None or spec.origin is None:
            raise RuntimeError("django-htmx must be installed to build (see build-system.requires)")
        source = Path(spec.origin).parent / "static" / "django_htmx"
        target = Path(self.root) / VENDOR
        target.mkdir(parents=True, exist_ok=True)
        for script, name in SCRIPTS.items():
            shutil.copyfile(source / script, target / name)
