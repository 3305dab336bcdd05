"""The host's token of the applications that tests make: pages of the host open with it alone."""

from __future__ import annotations

HOST = "h" * 32
AS_HOST = {"authorization": f"Bearer {HOST}"}
