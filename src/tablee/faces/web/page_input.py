"""What comes with a request to a page: the query of its address, a form that was posted."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

from litestar import Request
from litestar.exceptions import HTTPException

from tablee.faces.web.form.form_values import Pairs

Asking = Request[Any, Any, Any]
MOST_FIELDS = 20_000


def pairs_of(request: Asking) -> dict[str, list[str]]:
    """The query of an address; 400 for one with more than `MOST_FIELDS`."""
    query = request.scope["query_string"].decode("ascii", "replace")
    try:
        return parse_qs(query, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise HTTPException(status_code=400) from None


async def posted_pairs(request: Asking) -> dict[str, list[str]]:
    """A form that was posted, as text."""
    form = await request.form()
    return {key: [str(each) for each in form.getall(key)] for key in form}


def one(pairs: Pairs, name: str) -> str:
    """The last value that a name has, "" for none."""
    return pairs[name][-1] if pairs.get(name) else ""
