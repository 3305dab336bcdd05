"""Calls of the command line: in this process (quick), or as a whole process."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tablee.faces.cli.main import main

ROOT = Path(__file__).parents[2]


class Reply(msgspec.Struct, frozen=True):
    """What a call gave back."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON value on stdout."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """The JSON values on stdout, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self) -> dict[str, Any]:
        """The error of a call with `--json`."""
        found: dict[str, Any] = self.json["error"]
        return found


@contextmanager
def _streams(given: bytes) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(given), "utf-8"), out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def call(*arguments: str, stdin: bytes | str = b"") -> Reply:
    """Call the command line in this process."""
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    with _streams(given) as (out, err):
        status = main(arguments)
    texts = []
    for stream in (out, err):
        stream.flush()
        raw = stream.buffer
        assert isinstance(raw, io.BytesIO)
        texts.append(raw.getvalue().decode())
    return Reply(status, *texts)


def process(
    *arguments: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> Reply:
    """Call the command line as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tablee.faces.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, **(env or {})},
        cwd=ROOT,
    )
    out, err = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    return Reply(done.returncode, out, err)


def run_of(procedure: str, params: Mapping[str, Any], *answers: Any, **more: Any) -> str:
    """A run as JSON text."""
    whole = {"procedure": procedure, "params": params, "answers": list(answers)} | more
    return json.dumps(whole, ensure_ascii=False)
