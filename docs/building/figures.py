"""Pictures in pages: the image with its size, and what it shows as text."""

from __future__ import annotations

import re
from html import escape, unescape

from docs.building.texts import Texts
from tablee.rules.texts.languages import Lang

__all__ = ["figure"]

_HEAD = re.compile(
    r'<svg[^>]*? width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)".*?'
    r"<title[^>]*>(?P<title>.*?)</title>\s*<desc[^>]*>(?P<text>.*?)</desc>",
    re.DOTALL,
)


def figure(svg: bytes, file: str, lang: Lang, numbers: bool = True) -> str:
    """Return the HTML of a law's picture in a file beside the page; with `numbers` all that
    it shows can be unfolded as text."""
    head = _HEAD.search(svg.decode())
    assert head is not None, f"{file} has no title"
    lines = unescape(head["text"]).split("\n")
    alternative = escape(f"{unescape(head['title'])}. {lines[0]}")
    width, height = (round(float(head[side])) for side in ("width", "height"))
    built = (
        f'<figure class="law" tabindex="0"><img src="{file}" alt="{alternative}" width="{width}"'
        f' height="{height}" style="--wide:{width}px" loading="lazy"></figure>\n'
    )
    if numbers:
        rows = "".join(f"<p>{escape(line)}</p>" for line in lines[1:])
        summary = Texts(lang).text("Les nombres de l’image")
        built += f'<details class="numbers"><summary>{summary}</summary>{rows}</details>\n'
    return built
