"""What an import could not check, in words, for the terminal, the pages and the API.

It may import the import of campaigns. It checks nothing itself.
"""

from __future__ import annotations

from tablee.rules.texts.words import Words
from tablee.table.export.importing import Unchecked

MISFIT_SHEETS = (
    "{n:fiche|fiches} d’une autre version des règles, avec des valeurs qui ne vont plus : la page d’une "
    "fiche les nomme et permet d’y remédier."
)


def unchecked_sentences(words: Words, unchecked: Unchecked) -> list[str]:
    """Return a sentence for each kind of thing that nothing could check."""
    found = []
    if not unchecked.chained:
        text = "Ce fichier n’a pas d’empreinte par événement : un événement ôté ne s’y verrait pas."
        found.append(words.text(text))
    for n, text in (
        (
            unchecked.typed,
            "{n:lancer saisi à la main|lancers saisis à la main}, que rien ne vérifie.",
        ),
        (
            unchecked.unknown,
            "{n:lancer|lancers} de la maison, dont la graine n’est pas dans le fichier : rien ne vérifie "
            "les faces.",
        ),
        (
            unchecked.others,
            "{n:résultat|résultats} d’une autre version des règles : rien ne vérifie le calcul.",
        ),
        (unchecked.misfits, MISFIT_SHEETS),
    ):
        if n:
            found.append(words.phrase(text, n=n))
    return found
