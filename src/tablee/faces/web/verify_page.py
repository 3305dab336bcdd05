"""The page that verifies house throws in the browser; the file never leaves it.

The module renders the page; its script does the work.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State

from tablee.faces.throw_verdicts import templates
from tablee.faces.web.rendering import Renderer, words_for
from tablee.rules.texts.words import Words
from tablee.table.log.events import EVENTS


@get("/verifier")
async def verify(request: Request[Any, Any, Any], state: State) -> Response[str]:
    page = verify_page(state.renderer, words_for(None, request), "/verifier")
    return Response(page, media_type="text/html")


def verify_page(
    renderer: Renderer, words: Words, address: str, embedded: bytes = b"", back: str = ""
) -> str:
    """Return the page. `embedded`: a file to verify at once; `back`: the address of its table."""
    text = words.text
    texts = dict(templates(words)) | {
        "all_hold": text("Tout ce qui peut être vérifié tient."),
        "nothing": text(
            "Rien à vérifier encore : aucun lancer de la maison n’a de graine dévoilée."
        ),
        "differs": text("Cet engagement n’est pas celui que ce navigateur a vu pendant la scène."),
        "words_differ": text(
            "Les mots promis ne sont pas ceux que ce navigateur a vus quand il a donné le sien."
        ),
        "some_fail": text("Quelque chose ne tient pas."),
        "busy": text("Vérification…"),
        "no_export": text("Ce fichier n’est pas un export de Tablée, ou il est abîmé."),
        "other_version": text("Ce fichier vient d’une autre version de Tablée."),
        "bad_file": text("Ce fichier n’est pas comme Tablée l’écrit : {where}."),
        "too_large": text("Ce fichier est trop grand."),
    }
    return renderer.page(
        "verify.html",
        words,
        texts=msgspec.json.encode(texts).decode(),
        embedded=embedded.decode(),
        events=" ".join(str(each.__struct_config__.tag) for each in EVENTS),
        address=address,
        back=back,
    )


ROUTES = [verify]
