"""Changes to the scripts of the theme: no address of another host, and a search in French."""

from __future__ import annotations

import re
from pathlib import Path

from tablee.rules.texts.languages import Lang

_OTHER_HOSTS = re.compile(r'(["`])https?://(?!www\.w3\.org/)[^"`]*')
"""Addresses of other hosts. Only parts of the theme that the site does not use load from them."""
_FRENCH = {
    '"Search is unavailable. Reload the page to try again."': '"Recherche impossible ; rechargez la page."',
    '"Loading search\\u2026"': '"Préparation de la recherche…"',
    '"Search results"': '"Résultats de la recherche"',
    '"Search"': '"Rechercher"',
    '"Close search"': '"Fermer la recherche"',
    '"No results"': '"Aucun résultat"',
    '"result":"results"': '"résultat":"résultats"',
    '"Filters"': '"Filtres"',
    '"Tags"': '"Étiquettes"',
    'NumberFormat("en-US")': 'NumberFormat("fr-FR")',
}
"""Texts that the theme does not translate -> the same in French."""


def localise_scripts(site: Path, lang: Lang) -> None:
    """Change the scripts of a built site. Raises `LookupError` when the theme no longer has a
    text that is translated here."""
    for script in site.glob("assets/javascripts/**/*.js"):
        text = _OTHER_HOSTS.sub(r"\1data:,", script.read_text("utf-8"))
        if lang == "fr" and script.name.startswith("bundle"):
            for theirs, ours in _FRENCH.items():
                if theirs not in text:
                    raise LookupError(f"{script.name} does not contain {theirs}")
                text = text.replace(theirs, ours)
        script.write_text(text, "utf-8")
