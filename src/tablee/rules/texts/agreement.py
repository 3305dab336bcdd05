"""Names with an article in a French sentence: « Les gardes perdent », « attaquer la capitaine »."""

from __future__ import annotations

import re
from collections.abc import Callable

PLURALS = {
    "a": "ont",
    "agira": "agiront",
    "agit": "agissent",
    "apprendra": "apprendront",
    "aura": "auront",
    "choisit": "choisissent",
    "court": "courent",
    "devait": "devaient",
    "dit": "disent",
    "doit": "doivent",
    "entreprend": "entreprennent",
    "est": "sont",
    "guérit": "guérissent",
    "meurt": "meurent",
    "obtient": "obtiennent",
    "peut": "peuvent",
    "perd": "perdent",
    "prend": "prennent",
    "relève": "relèvent",
    "reprend": "reprennent",
    "reçoit": "reçoivent",
    "retient": "retiennent",
    "rend": "rendent",
    "répond": "répondent",
    "réunit": "réunissent",
    "sert": "servent",
    "subit": "subissent",
    "bat": "battent",
    "tient": "tiennent",
    "tournera": "tourneront",
    "va": "vont",
    "vit": "vivent",
    "vivait": "vivaient",
    "était": "étaient",
}
PLURALS |= {
    verb: f"{verb}nt"
    for verb in (
        "aide",
        "attaque",
        "cache",
        "chancelle",
        "commence",
        "donne",
        "dépense",
        "emporte",
        "essaie",
        "frappe",
        "gagne",
        "garde",
        "heurte",
        "joue",
        "laisse",
        "lance",
        "lâche",
        "passe",
        "profite",
        "progresse",
        "puise",
        "quitte",
        "recule",
        "refuse",
        "relance",
        "renonce",
        "retire",
        "riposte",
        "révèle",
        "saigne",
        "tente",
        "tire",
        "tombe",
        "touche",
        "vise",
    )
}
"""Third person singular of the verbs that follow a name -> plural."""
_VERB = re.compile(r"( (?:(?:ne|se|en|la|le|qui) |n’|s’|l’)*)(\w+)([^,;:.]*)")
_OWN = {"son": "leur", "sa": "leur", "ses": "leurs", "lui": "leur", "siens": "leurs"}
_OWNED = re.compile(rf"\b({'|'.join(_OWN)})\b")


def in_plural(following: str) -> str:
    """Return the text that follows the name of a group, its first verb in the plural."""
    found = _VERB.match(following)
    if found is None or found[2] not in PLURALS:
        return following
    before, verb, rest = found.groups()
    rest = _OWNED.sub(lambda word: _OWN[word[1]], rest)
    left = following[found.end() :].replace("il lui faut", "il leur faut")
    return f"{before}{PLURALS[verb]}{rest}{left}"


_ARTICLE = re.compile(r"(?:Le |La |Les |L[’']|Un |Une |Des )(?=[a-zà-ÿœ])")
"""A capital article before a common noun; that of a family name stays: « Le Goff »."""
_CONTRACTED = re.compile(r"\b(à|de) (les?) ")
_JOINED = {"à le": "au", "à les": "aux", "de le": "du", "de les": "des"}


def with_name(phrase: Callable[..., str], template: str, name: str, french: bool) -> str:
    """Return `phrase(template, name=...)`. In French, after other words, the article of the name is
    in lower case and contracted with a preposition: « porter un coup au chef »."""
    before = template.partition("{name:=}")[0]
    if not french or not before or not _ARTICLE.match(name):
        return phrase(template, name=name)
    text = phrase(template, name=name[0].lower() + name[1:])
    start = max(0, len(before) - len("de "))  # of the preposition just before the name
    return text[:start] + _CONTRACTED.sub(_contracted, text[start:], count=1)


def _contracted(found: re.Match[str]) -> str:
    return _JOINED[found[0].strip()] + " "
