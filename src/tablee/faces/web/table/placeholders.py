"""The placeholder for the address of a seat in pieces that several seats share.

This module imports nothing of the project.
"""

from __future__ import annotations

import secrets

HERE = f"\ue000{secrets.token_hex(8)}\ue000"
"""The placeholder. It holds a secret, so that nobody can type it."""
