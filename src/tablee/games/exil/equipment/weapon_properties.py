"""Properties of a sheet that read a Talent, or the weapons in use."""

from __future__ import annotations

from typing import Any


def level_of(talent: str, awake: bool = False) -> property:
    """Return a property: the level of a Talent, None if the sheet does not have it. `awake`: None
    also for a character who is out of action (EXIL-CHO-04)."""
    return property(lambda self: None if awake and self.hors_de_combat else self.level(talent))


def of_hand(field: str) -> property:
    """Return a property: a field of the weapon in hand."""
    return property(lambda self: getattr(self._hand, field))


def of_striking(field: str) -> property:
    """Return a property: a field of the weapon whose létalité counts among those that he strikes
    with (EXIL-OPT-04)."""

    def value(self: Any) -> Any:
        weapons = self._striking
        return getattr(max(weapons, key=lambda each: each.level_at(self.reglage)), field)

    return property(value)


def of_gun(field: str) -> property:
    """Return a property: a field of the weapon that is shot, None without one."""
    return property(lambda self: None if self._gun is None else getattr(self._gun, field))


def of_deadliest_gun(field: str) -> property:
    """Return a property: a field of the weapon whose létalité counts among those shot together, None
    without one (EXIL-OPT-04)."""

    def value(self: Any) -> Any:
        deadliest = max(self._guns, key=lambda each: each.letalite, default=None)
        return None if deadliest is None else getattr(deadliest, field)

    return property(value)


def of_guns(field: str) -> property:
    """Return a property: the highest value of a field among the weapons shot together, None without
    one."""
    return property(lambda self: max((getattr(each, field) for each in self._guns), default=None))


def in_contact(field: str, without: bool | None) -> property:
    """Return a property: a field of the weapon that is shot where that is the one in hand, else
    `without`."""
    return property(lambda self: getattr(self, field) if self._shoots_in_contact else without)
