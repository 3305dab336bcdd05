"""The declaration of a game: its procedures, rulings, words and clauses."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeGuard, overload

import msgspec

from tablee.rules.campaign_declaration import CampaignRecord
from tablee.rules.clocks import CLOCK_WORDS, AnyClock, clock_ledgers, is_sound, with_clocks
from tablee.rules.creation import Creation
from tablee.rules.fixed_rulings import FixedRuling
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure, Record, Rulings


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """The declaration of a game. A whole game may be in one file. `leader`: the seat of the leader,
    who sees all."""

    id: str
    title: str
    procedures: Sequence[type[Procedure[Any]]] = ()
    """All procedures, in order. A package may name them by `chapters` instead."""
    usual: tuple[str, ...] = ()
    """The procedures that tables request most, by name without the game's."""
    proposed: tuple[str, ...] = ()
    """The procedures that players may propose although they name nothing on a sheet, by name without
    the game's."""
    background: tuple[str, ...] = ()
    """The clauses of notes that only count: the card of an open run does not begin with them."""
    written_effects: tuple[str, ...] = ()
    """The effects whose amount is a text that a person wrote, or a name: it is shown as it is."""
    dice: Sequence[str] = ("d4", "d6", "d8", "d10", "d12", "d20")
    """The dice that the page of a table offers to throw freely."""
    rulings: type[Rulings] = Rulings
    fixed_rulings: Sequence[FixedRuling] = ()
    """The rulings that no campaign may choose."""
    leader: str = "meneur"
    lang: Literal["fr", "en"] = "fr"
    """The language of its texts. A game in English needs no translation, and no words: an identifier
    is its own word, without underscores."""
    words: Mapping[str, str] = {}
    """Identifier (of a parameter, field, value, label, seat) -> French text. One without a word is
    shown as it is, without its underscores."""
    clauses: Mapping[str, str] = {}
    """Clause id -> its content in one French sentence of our own."""
    english: Mapping[str, str] = {}
    """French text -> its English, where there is no `en.po`."""
    chapters: Mapping[str, tuple[str, ...]] = {}
    """Module of the package -> the procedures it declares, by name without the game's. A chapter is
    imported when one of its procedures is needed."""
    sheets: Sequence[type[Record]] = ()
    """Kinds of sheet, each a `Sheet` with a `tag`, the players' first. A package may have them in
    its module `sheet` instead."""
    ready: Mapping[str, Record] = {}
    """Name -> ready-made sheet, beside those of a package's folder `sheets`."""
    creation: Mapping[type[Record], Creation] = {}
    """Kind of sheet -> what the document fixes about making one. A package may have it as `CREATION`
    in its module `creation` instead."""
    campaign_record: CampaignRecord | None = None
    """The consequences of its runs and the further parts of its campaigns. A package may have it in
    its module `campaign_record` instead."""
    clocks: Sequence[AnyClock] = ()
    """Ready-made clocks and tracks, each moved by the effect of its name: see `clocks`."""
    package: str = ""
    """The package of the chapters, and of `en.po`, the English of all texts above."""

    def __post_init__(self) -> None:
        if self.chapters:
            named = _InChapters(self.id, self.package, self.chapters)
            msgspec.structs.force_setattr(self, "procedures", named)
        if not isinstance(self.words, Mapping) or not isinstance(self.english, Mapping):
            return  # the checks of the declaration name it
        self._add_clocks()
        pairs = getattr(self.rulings, "words", {})
        alone = {name.rpartition(".")[2]: french for name, (french, _) in pairs.items()}
        words = alone | {name: french for name, (french, _) in pairs.items()} | dict(self.words)
        msgspec.structs.force_setattr(self, "words", words)
        fixed = (pair for one in self.fixed_rulings for pair in (one.question, *one.options))
        english = dict(pairs.values()) | dict(fixed) | dict(self.english)
        msgspec.structs.force_setattr(self, "english", english)

    def _add_clocks(self) -> None:
        """Add the ledgers of the clocks to the procedures, and their effects to the record. Clocks
        that are not sound are left for the checks of the declaration."""
        record = self.campaign_record or CampaignRecord()
        listed = isinstance(self.clocks, tuple | list)
        if not self.clocks or not listed or not all(map(is_sound, self.clocks)):
            return
        if not isinstance(record, CampaignRecord) or not isinstance(self.procedures, Sequence):
            return
        made = clock_ledgers(self.id, self.clocks)
        own = record.ledgers or tuple(filter(_is_ledger, self.procedures))
        record = with_clocks(self.id, record, self.clocks, (*own, *made))
        msgspec.structs.force_setattr(self, "procedures", (*self.procedures, *made))
        msgspec.structs.force_setattr(self, "campaign_record", record)
        labels = {kind.id: kind.id.rpartition(".")[2] for kind in made}
        words = {name: CLOCK_WORDS[label] for name, label in labels.items()}
        msgspec.structs.force_setattr(self, "words", words | dict(self.words))

    def procedure(self, name: str) -> type[Procedure[Any]] | None:
        """Return the procedure of an id, or None."""
        if isinstance(self.procedures, _InChapters):
            return self.procedures.named(name)
        return next((kind for kind in self.procedures if kind.id == name), None)


def _is_ledger(kind: Any) -> TypeGuard[type[Ledger[Any, Any]]]:
    return isinstance(kind, type) and issubclass(kind, Ledger)


class _InChapters(Sequence[type[Procedure[Any]]]):
    """The procedures of the chapters of a package, imported on demand."""

    def __init__(self, game: str, package: str, chapters: Mapping[str, tuple[str, ...]]) -> None:
        self._places = {
            f"{game}.{name}": f"{package}.{chapter}"
            for chapter, names in chapters.items()
            for name in names
        }

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> type[Procedure[Any]]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[type[Procedure[Any]]]: ...
    def __getitem__(self, place: Any) -> Any:
        names = list(self._places)[place]
        if isinstance(names, str):
            return import_procedure(self._places[names], names)
        return tuple(import_procedure(self._places[name], name) for name in names)

    def loaded(self) -> tuple[type[Procedure[Any]], ...]:
        """Return the procedures whose chapters are imported."""
        return tuple(
            import_procedure(module, name)
            for name, module in self._places.items()
            if module in sys.modules
        )

    def named(self, name: str) -> type[Procedure[Any]] | None:
        """Return the procedure of an id, or None."""
        return import_procedure(self._places[name], name) if name in self._places else None


def loaded_procedures(game: Game) -> tuple[type[Procedure[Any]], ...]:
    """Return the procedures of a game whose modules are imported."""
    known = game.procedures
    return known.loaded() if isinstance(known, _InChapters) else tuple(known)


@cache
def import_procedure(module: str, name: str) -> type[Procedure[Any]]:
    """Return the procedure of an id in a module. Raises `LookupError` when it declares none."""
    for thing in vars(importlib.import_module(module)).values():
        if isinstance(thing, type) and issubclass(thing, Procedure) and thing.id == name:
            return thing
    raise LookupError(f"{module} declares no procedure {name}")
