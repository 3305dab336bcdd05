"""Examples of seuils and of prices, shown to the table that has to judge one (T-03)."""

from __future__ import annotations

from collections.abc import Mapping

PRICES_SEEN: Mapping[int, tuple[str, ...]] = {
    1: (
        "mentir : l’autre n’en croit rien et le fait sentir",
        "escalader : une chute de quelques mètres, une blessure et du temps perdu",
        "se cacher : vu, et l’alarme est donnée aussitôt",
        "déplacer un obstacle : il est abîmé et ne sert plus à rien",
        "trouver une information : le groupe la croit trouvée, et elle est fausse",
    ),
    2: (
        "mentir : l’autre dénonce en plus le mensonge à tous les présents",
        "escalader : une chute, une blessure et du matériel perdu",
        "se cacher : vu, l’alarme, et un arc est déjà pointé",
        "déplacer un obstacle : il échappe et roule droit vers les alliés",
        "trouver une information : un objet précieux est parti contre une fausse nouvelle",
    ),
    3: (
        "mentir : l’autre s’emporte et prévient les autorités",
        "escalader : une chute et une blessure grave, qui laisse infirme sans assez d’Animus pour guérir",
        "se cacher : vu, l’alarme, et acculé dans une impasse",
        "déplacer un obstacle : un pied écrasé, l’obstacle reste, et sans Animus on ne bouge plus",
        "trouver une information : une fausse piste a mis des criminels en éveil",
    ),
}
"""Dice of the relance -> examples of the price that is worth them (ECL-NEG-10)."""

SEUILS_SEEN: Mapping[int, tuple[str, ...]] = {
    6: ("lutter contre le sommeil pendant son tour de garde", "repérer qui suit le groupe"),
    8: ("élevé : saisir un éclat avant que les décombres ne l’écrasent",),
}
"""Seuil -> actions of the document's examples against it (ECL-LAN-11, ECL-ECH-07, ECL-NEG-12)."""
