"""The cast in the request form: the places of a procedure, and the characters chosen for each.

At first the form chooses characters that can act, that are finished or a player's, and whose sheets
have most values that a place needs. This module may import sheets, the state of a table and words. It
must not know controls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.table.sheet_controls import Sheets
from tablee.rules.choice_landmarks import record_of
from tablee.rules.procedure import Procedure
from tablee.rules.schema import Field, fields_of
from tablee.rules.sheets.sheet_creation import open_choices
from tablee.rules.sheets.sheet_params import roles_of
from tablee.rules.sheets.stored_sheets import kind_of_stored
from tablee.rules.texts.typography import capital
from tablee.table.acts.copy_character import stem_of
from tablee.table.casting import Place, own_lists, places_of
from tablee.table.log.table_state import State
from tablee.table.portraits import digest_of
from tablee.table.replay import fighter_status_of, game_of

LESS = "moins_un"
"""Name of the button that removes the last member of the acting character's list."""

KNOWN = "made.known"
"""Name of the field with the characters that there were when the form was made."""

Pairs = Mapping[str, Sequence[str]]


class Role(msgspec.Struct, frozen=True):
    """A place of the procedure. `who`: (id, name, chosen) of each character; `usual`: the form has
    chosen the only one itself; `folded`: usually nobody is in the place, and nobody is now;
    `portraits`: id -> the end of the address of a portrait, for those who have one."""

    name: str
    label: str
    several: bool
    usual: bool
    folded: bool
    who: tuple[tuple[str, str, bool], ...]
    portraits: Mapping[str, str]


def asked_for(state: State, pairs: Pairs) -> list[str]:
    """Return the characters of the form for the acting role; `*` names all of the players'."""
    named = [who for who in pairs.get("to", ()) if who]
    sheets = state.record.get("fiches", {})
    theirs = (who for who in sheets if state.owners.get(who) and who not in state.put_away)
    return [*theirs] if "*" in named else named


def ordered_characters(state: State) -> list[str]:
    """Return the characters that are not put away, the players' first: the order of the form."""
    serving = [who for who in state.sheets if who not in state.put_away]
    return sorted(serving, key=lambda who: state.owners.get(who) is None)


def in_form_order(state: State, pairs: Pairs) -> Pairs:
    """Return the fields of a form with the characters of each place in the order of the form. The
    browser sends the one that was tapped last before all others."""
    place_of = {who: n for n, who in enumerate(ordered_characters(state))}
    return {
        key: sorted(who, key=lambda each: place_of.get(each, len(place_of)))
        if key.startswith("cast.")
        else who
        for key, who in pairs.items()
    }


class CastForm:
    """The places of a procedure, and the characters that the form chooses for them (`chosen`)."""

    def __init__(self, sheets: Sheets, procedure: type[Procedure[Any]], pairs: Pairs) -> None:
        self.sheets = sheets
        self.state = sheets.state
        self.pairs = pairs
        self.declared = fields_of(procedure)
        self.roles = roles_of(procedure)
        self.companions = procedure.companions
        self.own = own_lists(procedure)
        self.united = {place for seat, place in procedure.seats.items() if not seat.endswith("#")}
        """The places with one seat for all of their members, who act together: companions."""
        self.places = sorted(places_of(procedure), key=lambda place: place.name != "")
        """The acting character's place first."""
        self.ordered = ordered_characters(self.state)
        self.chosen = self._chosen()

    def _chosen(self) -> dict[str, list[str]]:
        """Return place -> the chosen characters. At first these can act and have most of the needed
        values: a character of a player, the one chosen before if there is one, then an adversary
        or a companion."""
        ordered, pairs = self.ordered, self.pairs
        out = {name for name in ordered if self._is_out(name)}
        theirs = [name for name in ordered if self.state.owners.get(name) is not None]
        able = [name for name in theirs if name not in out] or theirs
        alone = all(place.most == 1 or place.name in self.own for place in self.places)
        found: dict[str, list[str]] = {}
        for place in self.places:
            key = _key(place)
            if place.name in self.own:
                count = len(pairs.get(key, ())) - (place.name in pairs.get(LESS, ()))
                most = count if place.most is None else min(count, place.most)
                found[place.name] = found[""][:1] * max(place.least, most)
                continue
            if key in pairs:
                named = asked_for(self.state, pairs) if key == "to" else pairs[key]
                found[place.name] = self._with_newcomers(place, named)
                continue
            taken = [who for each in found.values() for who in each]
            left = [who for who in ordered if who not in taken]
            if taken and place.name in self.companions:
                gauge = self.companions[place.name]
                left.sort(key=lambda who: (not self._is_low(who, gauge), who not in theirs))
            elif taken:
                left.sort(key=theirs.__contains__)
            lacking = {
                who: (
                    who in out,
                    who not in theirs and self._is_unfinished(who),
                    self._lacking(place, who),
                    self._foreign(place, who),
                )
                for who in left
            }
            before = asked_for(self.state, pairs) if not taken else []
            left.sort(key=lambda who: (who not in before, lacking[who]))
            several = place.most != 1 and place.name != ""
            crowd = len(able) + (place.name not in self.united)
            wanted = crowd if several and not taken else int(place.name == "" and alone)
            fitting = [who for who in left if lacking[who] == lacking[left[0]]]
            if place.name and place.name in self.roles:
                fitting = [who for who in fitting if self._serves(place, who)]
            least = 0 if self._may_be_nobody(place) else place.least
            found[place.name] = self._with_copies(place, fitting, max(least, wanted))
        return found

    def _with_copies(self, place: Place, fitting: Sequence[str], count: int) -> list[str]:
        """Return the first characters that fit a place, with the numbered copies of the adversaries
        among them: who makes three of one kind has all three fight."""
        first, rest = list(fitting[:count]), fitting[count:]
        stems = {self._stem(who) for who in first if self.state.owners.get(who) is None}
        several = place.most != 1 and place.name != ""
        copies = [
            who for who in rest if self.state.owners.get(who) is None and self._stem(who) in stems
        ]
        room = len(copies) if place.most is None else max(0, place.most - len(first))
        return [*first, *copies[:room]] if several else first

    def _with_newcomers(self, place: Place, named: Sequence[str]) -> list[str]:
        """Return the characters named in the form, with the copies of theirs made since."""
        known = " ".join(self.pairs.get(KNOWN, ())).split()
        new = [who for who in self.ordered if who not in known] if known else []
        chosen = [who for who in self.ordered if who in named]
        return self._with_copies(place, [*chosen, *new], len(chosen))

    def _stem(self, who: str) -> str:
        return stem_of(self.sheets.name(who))

    def _may_be_nobody(self, place: Place) -> bool:
        """Return whether a run usually has nobody in a place: no value of it is required, and a
        sheet may have none of them."""
        given = [field for field in self.declared.values() if _is_of(field, place.name)]
        partial = [each for each in given if each.source and each.source.partial]
        return bool(given) and partial == given and not any(each.required for each in given)

    def _is_out(self, who: str) -> bool:
        """Return whether a character is dead or cannot act."""
        status = fighter_status_of(self.state, self.state.sheet(who))
        return status is not None and status.out

    def _is_unfinished(self, who: str) -> bool:
        """Return whether something of a character is still to choose."""
        sheet, game = self.state.sheet(who), game_of(self.state)
        kind = kind_of_stored(sheet, game)
        return kind is not None and bool(open_choices(game, kind, sheet))

    def _is_low(self, who: str, gauge: str) -> bool:
        """Return whether a gauge of a character is below its maximum; always true for no gauge."""
        status = fighter_status_of(self.state, self.state.sheet(who))
        held = status.gauges if status is not None else ()
        return not gauge or any(each.name == gauge and each.value < each.most for each in held)

    def _needed(self, place: Place) -> list[Field]:
        """Return the fields of a place that need a value."""
        declared = self.declared
        if place.name in declared and (record := record_of(declared[place.name].shape)):
            return [field for field in fields_of(record).values() if field.required]
        open_ = [field for field in declared.values() if field.required or field.default is None]
        return [each for each in open_ if _is_of(each, place.name)]

    def _lacking(self, place: Place, who: str) -> int:
        """Return the number of fields of a place that a character's sheet cannot fill."""
        needed = (each for each in self._needed(place) if each.source)
        return sum(not self._has_or_may_have(each, who) for each in needed)

    def _foreign(self, place: Place, who: str) -> int:
        """Return the number of other fields of the members of a list that no sheet of the
        character's kind has, where nothing but a name is needed: an adversary does not rest."""
        needed = [field.source.fields for field in self._needed(place) if field.source]
        if needed != [("nom",)]:
            return 0
        declared, kind = self.declared, type(self.sheets.sheet(who))
        record = record_of(declared[place.name].shape) if place.name in declared else None
        sources = (field.source for field in fields_of(record).values()) if record else ()
        return sum(
            not any(hasattr(kind, each) for each in source.fields) for source in sources if source
        )

    def _unfit(self, place: Place, who: str) -> int:
        """Return the number of required fields of the members of a list that no sheet of the
        character's kind has: an adversary of the Livre des Règles de Base has no dice."""
        if not place.name or place.name in self.roles:  # its values may be typed
            return 0
        kind = type(self.sheets.sheet(who))
        sources = [field.source for field in self._needed(place) if field.source]
        return sum(not any(hasattr(kind, each) for each in one.fields) for one in sources)

    def _has_or_may_have(self, field: Field, who: str) -> bool:
        """Return whether a character's sheet has a value for a field, or may have one."""
        kind = type(self.sheets.sheet(who))  # `NoneType` has no field
        known = field.source is not None and any(
            hasattr(kind, each) for each in field.source.fields
        )
        return known and (not field.required or bool(self.sheets.values(field, who)))

    def _serves(self, place: Place, who: str) -> bool:
        """Return whether a character's sheet has at least one value for a place, if it needs any."""
        needed = self._needed(place)
        return not needed or any(self.sheets.values(each, who) for each in needed)

    def shown(self) -> tuple[Role, ...]:
        """Return the places that the form shows, with the chosen characters."""
        return tuple(self._role(place) for place in self.places if place.name not in self.own)

    def _role(self, place: Place) -> Role:
        """Return a place as the form shows it, without the characters of another kind."""
        words, sheets, picked = self.sheets.words, self.sheets, self.chosen.get(place.name, ())
        several = place.most != 1 or place.name == ""
        label = (
            words.text("À qui ?") if place.name == "" else capital(words.label(place.name, "role"))
        )
        foreign = {
            name: (self._unfit(place, name), self._foreign(place, name)) for name in self.ordered
        }
        least = min(foreign.values(), default=(0, 0))
        who = tuple(
            (name, sheets.name(name), name in picked)
            for name in self.ordered
            if foreign[name] == least or name in picked
        )
        if place.name and place.name in self.roles:  # its values may be typed
            who += (("", words.text("Sans fiche"), not picked),)
        usual = place.name == "" and len(picked) == 1 and _key(place) not in self.pairs
        folded = place.name != "" and not picked and (not place.least or self._may_be_nobody(place))
        portraits = {
            name: f"{name}/{digest_of(self.state.portraits[name])}"
            for name in self.ordered
            if name in self.state.portraits
        }
        return Role(place.name, label, several, usual, folded, who, portraits)


def _is_of(field: Field, role: str) -> bool:
    """Return whether the sheet of a role may give a field its value."""
    return field.source is not None and field.source.role == role


def _key(place: Place) -> str:
    """Return the name of a place in the form."""
    return "to" if place.name == "" else f"cast.{place.name}"
