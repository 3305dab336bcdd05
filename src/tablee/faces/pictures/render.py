"""Vega-Lite specifications rendered to files, without a browser and without a network.

The module knows no law.
"""

from __future__ import annotations

import importlib.util
from html import escape
from typing import Any, Literal

from tablee.rules.refusal import not_installed
from tablee.rules.texts.words import Words

Format = Literal["svg", "png"]
_DENSITY = 2.5
"""Pixels of a PNG for each unit of the picture: sharp on paper at half the width of a page."""


def require_renderer(field: str, got: Any = None) -> None:
    """Raise `Refusal` where the package that renders pictures is not installed."""
    if importlib.util.find_spec("vl_convert") is None:
        raise not_installed(field, got, "vl-convert-python", "pictures")


def rendered(spec: dict[str, Any], kind: Format, words: Words) -> bytes:
    """Return the bytes of a picture: an SVG (UTF-8) with its text alternative, or a PNG.

    Raises `Refusal` without the package that renders pictures.
    """
    require_renderer("picture")
    import vl_convert  # imported late: it takes a third of a second to load

    svg = _accessible(vl_convert.vegalite_to_svg(spec), spec, words)
    if kind == "svg":
        return svg.encode()
    return bytes(vl_convert.svg_to_png(svg, scale=_DENSITY))


def _accessible(svg: str, spec: dict[str, Any], words: Words) -> str:
    """Return the SVG with its language, title and description."""
    heading = spec["title"]
    name = " ".join(heading["text"])
    text = " ".join(heading["subtitle"]) + "\n" + spec["description"]
    head, body = svg.split(">", 1)
    head = head.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "")
    return (
        f'{head} role="img" lang="{words.lang}" aria-labelledby="picture-title"'
        ' aria-describedby="picture-text">'
        f'<title id="picture-title">{escape(name)}</title>'
        f'<desc id="picture-text">{escape(text)}</desc>{body}'
    )
