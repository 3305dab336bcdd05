"""Input of a request to a page: the query of its address, a posted form.

The module knows no page.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from litestar import Request
from litestar.exceptions import HTTPException

from tablee.faces.web.form.form_values import Pairs

Asking = Request[Any, Any, Any]
MOST_FIELDS = 20_000


def pairs_of(request: Asking) -> dict[str, list[str]]:
    """Return the query of an address; answer 400 above `MOST_FIELDS` fields."""
    query = request.scope["query_string"].decode("ascii", "replace")
    try:
        return parse_qs(query, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(status_code=400) from None


async def posted_pairs(request: Asking) -> dict[str, list[str]]:
    """Return a posted form as text."""
    form = await request.form()
    return {key: [str(each) for each in form.getall(key)] for key in form}


def one(pairs: Pairs, name: str) -> str:
    """Return the last value of a name, "" for none."""
    return pairs[name][-1] if pairs.get(name) else ""
