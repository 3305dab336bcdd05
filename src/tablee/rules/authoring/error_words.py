"""The mistakes in the file of an author, in French or English sentences that name what is allowed.

Python and the checks of the rule language report a mistake by an English message. The tables of this
module have a French text for each usual message.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from types import FrameType
from typing import Any, NamedTuple

from tablee.rules.questions import MOST_DICE, UnknownSeat
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.rule_watch import TOO_MUCH


class _Pattern(NamedTuple):
    """A regular expression for the message of an error, and what is allowed instead. `got`: the group
    with the wrong value; 0: none."""

    message: str
    allowed: str
    got: int = 0


_GUESS = " ; peut-être « {guess:=} »"
_IMPORT = "un nom que le fichier importe : from tablee import {name:=}"
"""The end of an allowed text that names what the author may have meant."""
_SYNTAX: Sequence[_Pattern] = (
    _Pattern("'utf-8' codec", "un fichier en UTF-8 : enregistrez-le ainsi dans votre éditeur"),
    _Pattern("'await' outside|outside of an asynchronous", "« async def » devant la fonction qui attend"),
    _Pattern("f-string", "un texte f\"…\" dont chaque accolade et chaque guillemet se ferme"),
    _Pattern("'(.)' was never closed", "la fermeture de « {m1:=} »"),
    _Pattern("unmatched '(.)'", "une ouverture pour « {m1:=} »"),
    _Pattern("parenthesis '(.)' does not match.* '(.)'", "la fermeture de « {m2:=} »"),
    _Pattern("expected ':'", "« : » à la fin de cette ligne"),
    _Pattern("expected an indented block", "des lignes en retrait sous celle qui finit par « : »"),
    _Pattern("unexpected indent|unindent|inconsistent use of tabs", "le même retrait, en espaces, "
          "pour toutes les lignes d’un bloc"),
    _Pattern("unterminated .*string|EOL while", "un texte dont le guillemet se ferme"),
    _Pattern("invalid character '(.)'", "les signes du clavier, comme \" et ' ; « {m1:=} » n’en est pas un"),
    _Pattern("^invalid syntax$", "du code Python valide : un signe manque, ou est de trop"),
    _Pattern("forgot a comma", "une virgule entre deux valeurs, ou un signe entre deux nombres"),
    _Pattern("meant '=='", "« == » pour comparer, « = » pour donner une valeur à un nom"),
    _Pattern("positional argument follows", "les valeurs sans nom avant celles qui en ont un"),
    _Pattern("keyword argument repeated: (.*)", "chaque nom une seule fois ; « {m1:=} » y est deux fois"),
    _Pattern("in async generator", "une règle sans « yield », qui demande par « await »"),
    _Pattern("call to 'print'", "print(…), ou mieux une note : note(\"\", \"…\")"),
    _Pattern("'(.*)' outside function", "« {m1:=} » dans une fonction, en retrait sous « def »"),
)  # fmt: skip
_ERRORS: Sequence[_Pattern] = (
    _Pattern("'tuple' object (?:has no attribute '(?:append|extend|insert|remove|pop|sort|reverse|clear)'|"
          "does not support item)|immutable type", "une nouvelle valeur : sorted(dés), (*dés, 3) ; un "
          "n-uplet ne change pas"),
    _Pattern("Struct types cannot define __init__", "des champs avec leur type, sans __init__"),
    _Pattern("Annotated\\[...\\] should be used", "Annotated[int, Meta(ge=0, le=6)], ou int seul"),
    _Pattern("unhashable type: '(.*)'", "une valeur qui ne change pas, comme un n-uplet : (0, 0) ; ici, "
          "{m1:=}"),
    _Pattern("MemoryError", TOO_MUCH),
    _Pattern("Exceeds the limit \\((.*) digits\\)", "un nombre d’au plus {m1:=} chiffres"),
    _Pattern("AssertionError", "ce que « assert » demande, ou « check », qui refuse en disant pourquoi"),
    _Pattern("RuntimeError: no running event loop", "« await » devant une question seulement : roll, "
          "choose, call…"),
    _Pattern("`(.*)` has no field '(.*)'", "un champ de « {m1:=} »", 2),
    _Pattern("object of type '(.*)' has no len", "plusieurs valeurs, comme un n-uplet ; ici, une seule"),
    _Pattern("arg is an empty sequence|iterable argument is empty", "au moins une valeur, ou "
          "max(…, default=0)"),
    _Pattern("partially initialized module '(.*?)'", "des modules qui ne s’importent pas l’un l’autre : "
          "mettez dans un troisième ce que « {m1:=} » et l’autre partagent"),
    _Pattern("ModuleNotFoundError: No module named '(.*)'", "un module qui existe : un fichier à côté du "
          "jeu, ou un paquet installé", 1),
    _Pattern("ImportError: cannot import name '(.*)' from '([^']*)'", "un nom défini dans « {m2:=} »", 1),
    _Pattern("AttributeError: module '(.*)' has no attribute '(.*)'", "un nom défini dans « {m1:=} »", 2),
    _Pattern("(?:UnboundLocal|Name)Error: .*variable '(.*)'", "une variable qui a déjà reçu une valeur", 1),
    _Pattern("NameError: name '(.*)' is not defined", "un nom que le fichier connaît", 1),
    _Pattern("AttributeError: '(.*)' object has no attribute '(.*)'", "un champ de « {m1:=} »", 2),
    _Pattern("TypeError: object (.*) can't be used in 'await'", "« await » devant une question seulement "
          ": roll, choose, call… ; « {m1:=} » n’en est pas une"),
    _Pattern("'async_generator' object|async_generator", "une liste entre crochets : "
          "sum([await roll(…) for …])"),
    _Pattern("ZeroDivisionError", "une division par un nombre qui n’est pas 0"),
    _Pattern("IndexError", "une place qui existe : la première est 0, la dernière -1"),
    _Pattern("ValueError: (?:list.remove|.* is not in (?:list|tuple)|tuple.index)", "une valeur qui est "
          "dans la liste, ou le n-uplet"),
    _Pattern("KeyError: (.*)", "une clé de ce dictionnaire", 1),
    _Pattern("TypeError: '(.*)' object is not callable", "une fonction devant les parenthèses ; ici, une "
          "valeur de type {m1:=}"),
    _Pattern("TypeError: (?:cannot unpack non-iterable|argument of type) '?(\\w+)|"
          "TypeError: '(.*)' object is not (?:iterable|subscriptable)", "plusieurs valeurs, comme un "
          "n-uplet ; ici, une seule"),
    _Pattern("TypeError: unsupported operand .*for (.*): '(.*)' and '(.*)'", "des nombres de part et "
          "d’autre de « {m1:=} » ; ici, {m2:=} et {m3:=}"),
    _Pattern("TypeError: '(.*)' not supported between instances of '(.*)' and '(.*)'", "des valeurs de "
          "même sorte de part et d’autre de « {m1:=} » ; ici, {m2:=} et {m3:=}"),
    _Pattern("TypeError: can only concatenate", "deux textes, ou deux n-uplets, de part et d’autre de « + »"),
    _Pattern("ValueError: (?:not enough|too many) values to unpack", "autant de noms que de valeurs"),
    _Pattern("TypeError: `(.*)` must be an int", "un nombre pour « {m1:=} »"),
)  # fmt: skip
_LANGUAGE: Sequence[_Pattern] = (
    _Pattern("member_descriptor|<member ", "la valeur d’un champ, comme self.nom ; ici, le champ d’une "
          "classe, qui n’a pas de valeur"),
    _Pattern("a throw of (.*) dice", "de 0 à {most} dés à la fois", 1),
    _Pattern("roll takes a whole number of dice, not (.*)", "un nombre entier de dés", 1),
    _Pattern("a die has a whole number as its sides, not (.*)", "un dé d’une face ou plus, comme Die(6)", 1),
    _Pattern("a die has a whole number as its lowest, not (.*)", "un nombre entier pour la plus petite "
          "face", 1),
    _Pattern("roll takes a die, such as D6, not (.*)", "un dé, comme D6", 1),
    _Pattern("roll takes a read, such as Pool\\(\\), not (.*)", "une lecture des dés, comme Pool()", 1),
    _Pattern("roll takes a text as its (who|label), not (.*)", "un texte pour « {m1:=} »", 2),
    _Pattern("rolls takes (?:a tuple of )?throws.*?, not (.*)", "des jets : (Throw(D6, nom, siège), …)", 1),
    _Pattern("(?:choose|decide) takes a form.*, not (.*)", "une forme de choix, comme OneOf((1, 2))", 1),
    _Pattern("together takes choices.*, not (.*)", "des choix, choose(…), sans await devant chacun", 1),
    _Pattern("(\\w+) takes a procedure with its values, .*, not (.*)", "pour « {m1:=} », une procédure et "
          "ses valeurs : Test(…)", 2),
    _Pattern("note takes numbers and texts, not (.*) for (.*)", "pour « {m2:=} », un nombre ou un texte "
          "; ici, {m1:=}"),
    _Pattern("effect takes a text as its name, not (.*)", "le nom de l’effet, puis son montant", 1),
    _Pattern("(\\w+) takes a tuple of ids, not (.*)", "pour « {m1:=} », un n-uplet d’options : "
          "(\"a\", \"b\")", 2),
    _Pattern("OneOf needs at least one id", "une option au moins : OneOf((1, 2))"),
    _Pattern("(\\w+) offers no number from (.*) to (.*)", "pour « {m1:=} », un premier nombre qui ne "
          "dépasse pas le dernier ; ici, de {m2:=} à {m3:=}"),
    _Pattern("(\\w+) offers (.*) twice", "des options différentes ; {m2:=} y est deux fois"),
    _Pattern("SomeOf cannot offer (.*) of (.*) ids", "pas plus d’options à prendre que d’options offertes "
          "; ici, {m1:=} sur {m2:=}"),
    _Pattern("(\\w+) goes from one whole number to another", "pour « {m1:=} », deux nombres entiers"),
    _Pattern("(\\w+) reads one face, and an exploding", "pour un dé qui explose, Window ou Cuts"),
    _Pattern("(\\w+) does not read (.*), which is thrown again", "pour des dés relancés, Pool, Keep, Fold "
          "ou CountFold ; {m1:=} ne lit pas {m2:=}"),
    _Pattern("(\\w+) gives one count for each outcome to a read .*, not (.*)", "pour « {m1:=} », une "
          "lecture d’un seul groupe de dés, comme Pool(), Keep(2) ou Sets() ; ici, {m2:=}"),
    _Pattern("(\\w+) does not read (.*): use Window", "pour un dé qui explose, Window ou Cuts"),
    _Pattern("(\\w+) reads one die, not (.*)", "un seul dé pour {m1:=}, ou une autre lecture, comme Pool() "
          "; ici, {m2:=}"),
    _Pattern("(\\w+) reads one throw of (\\d+) or more dice, not (.*)", "un jet d’au moins {m2:=} dé pour "
          "{m1:=} ; ici, {m3:=}"),
    _Pattern("(\\w+) reads (\\d*d\\d+), not (.*)", "{m2:=} pour {m1:=} ; ici, {m3:=}"),
    _Pattern("Sets looks for 1 or more equal dice, not (.*)", "un dé ou plus de même valeur", 1),
    _Pattern("Window holds no number from (.*) to (.*)", "une fenêtre dont le début ne dépasse pas la fin "
          "; ici, de {m1:=} à {m2:=}"),
    _Pattern("Cuts takes points that rise, not (.*)", "des seuils qui montent", 1),
    _Pattern("stepped takes a whole number of steps, not (.*)", "un nombre entier de pas", 1),
    _Pattern("(\\w+) is not a step die", "d4, d6, d8, d10 ou d12", 1),
    _Pattern("Keep keeps and leaves out 0 or more dice", "0 dé ou plus à garder et à laisser"),
    _Pattern("the faces (.*) are not some faces of a (.*) in rising order", "quelques faces de {m2:=}, dans "
          "l’ordre, et pas toutes", 1),
    _Pattern("a die is thrown again at most (.*) times", "un plafond (cap) de 0 à {m1:=}"),
    _Pattern("the seat '(.*)' is none of (.*)", "un siège de « seats » ou de « sides » : {m2:=}", 1),
    _Pattern("the policy (.*) is no answer of the choice (.*)", "pour « policy », une réponse du choix "
          "{m2:=}", 1),
)  # fmt: skip


def syntax_refusal(error: SyntaxError, source: bytes) -> Refusal:
    """Return the refusal, without a place, of a source that Python does not read. The value is the
    line."""
    lines = source.decode("utf-8", "replace").splitlines()
    line = error.lineno or 0
    text = lines[line - 1].strip() if 0 < line <= len(lines) else None
    if text and re.match(r"else\s+if\b", text):
        return refuse("", text, "« elif » au lieu de « else if »")
    found = _refusal(error.msg, _SYNTAX)
    if found is None:
        allowed = "du code Python valide ; ici, Python dit : {error:=}"
        return refuse("", text, allowed, error=error.msg)
    return refuse("", text, found.allowed, **found.numbers)


def error_refusal(error: BaseException, frames: Sequence[FrameType]) -> Refusal | None:
    """Return the refusal, without a place, of a usual error in the code of an author, None for
    another one. `frames`: those that the error passed through, the innermost last."""
    message = f"{type(error).__name__}: {error}".splitlines()[0]
    found = _refusal(message, _LANGUAGE) if isinstance(error, TypeError | ValueError) else None
    found = found or _refusal(message, _ERRORS)
    if found is None or not isinstance(found.got, str):
        return found
    guess = _field_of_self(error, found.got, frames)
    if not guess and isinstance(error, NameError) and found.got in dir(sys.modules.get("tablee")):
        return refuse("", found.got, _IMPORT, name=found.got)
    guess = guess or _nearest(found.got, _known(error, found.numbers, frames))
    allowed = f"{found.allowed}{_GUESS}" if guess else found.allowed
    return refuse("", found.got, allowed, **found.numbers, guess=guess)


def _refusal(message: str, patterns: Iterable[_Pattern]) -> Refusal | None:
    for each in patterns:
        match = re.search(each.message, message)
        if match is not None:
            groups = {f"m{place}": text or "" for place, text in enumerate(match.groups(), 1)}
            got = _plain(match[each.got]) if each.got else None
            return refuse("", got, each.allowed, most=MOST_DICE, **groups)
    return None


def _plain(text: str) -> str:
    """Return the name of a class in place of its text."""
    return re.sub(r"<class '(?:.*\.)?(\w+)'>", r"\1", text)


def _known(
    error: BaseException, numbers: Mapping[str, Any], frames: Sequence[FrameType]
) -> Iterable[str]:
    """Return the names of which the author may have meant one."""
    match error:
        case AttributeError(obj=thing):
            return getattr(type(thing), "__struct_fields__", None) or dir(thing)
        case UnknownSeat(known=seats):
            return seats
        case ImportError():
            return dir(sys.modules.get(str(numbers.get("m2"))))
        case NameError() if frames:
            return {*frames[-1].f_locals, *frames[-1].f_globals, *dir(sys.modules.get("tablee"))}
        case _:
            return ()


def _field_of_self(error: BaseException, name: str, frames: Sequence[FrameType]) -> str:
    """Return `self.name` for an unknown name that is a field of the record at work, "" for others."""
    own = frames[-1].f_locals.get("self") if frames and isinstance(error, NameError) else None
    return f"self.{name}" if name in getattr(type(own), "__struct_fields__", ()) else ""


def _nearest(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # slow to load, and seldom needed

    return ", ".join(get_close_matches(name, [each for each in known if each != name], 1))
