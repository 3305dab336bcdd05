"""Development when only d6 are used (chapter SIX)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.socle.fields import Niveau
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import AS_OBJECT, on_sheet
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import ASK, decide
from tablee.rules.refusal import refuse
from tablee.rules.sheets.sheet_params import folded

Level = Literal["maitre", "entraine", "novice", "sans"]
Levels = Annotated[tuple[tuple[str, Niveau], ...], AS_OBJECT]
NEXT: dict[Level, Level] = {"sans": "novice", "novice": "entraine", "entraine": "maitre"}
"""Level -> the one above it (T-07); nothing is above `maitre`."""
MOST = 20
"""Cœurs, or Mana, that a sheet holds; nothing is above it here either."""


class DeveloppementD6Result(Result):
    """The choice, and the character after it."""

    choix: str
    niveaux: Levels
    coeurs_max: int
    mana_max: int


class DeveloppementD6(Procedure[DeveloppementD6Result], id="socle.developpement_d6"):
    """One level, one Cœur or one Mana more, when the MJ says so (SOC-SIX-06; R-20).

    `choix`: `niveau:NOM` for the Caractéristique of that name, `coeur` or `mana`.
    """

    niveaux: Annotated[
        Levels, Meta(description="niveau de chaque Caractéristique"), on_sheet("niveaux")
    ]
    coeurs_max: Annotated[
        int, Meta(ge=1, le=MOST, description="Cœurs au plus, avant"), on_sheet("coeurs_max")
    ] = 5
    mana_max: Annotated[
        int, Meta(ge=0, le=MOST, description="Mana au plus, avant"), on_sheet("mana_max")
    ] = 3
    choix: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=300,
                description="ce qui progresse : une Caractéristique, les Cœurs ou le Mana",
            ),
        ]
        | ASK
    ) = "ask"

    def check(self) -> None:
        if any(not name for name, _ in self.niveaux):
            raise refuse("niveaux", dict(self.niveaux), "un nom pour chaque Caractéristique")
        if not self._options():
            raise refuse(
                "coeurs_max", self.coeurs_max, "moins de {most}, ou un niveau à élever", most=MOST
            )

    def sides(self) -> dict[str, str]:
        return {"player": "heros"}

    def _options(self) -> tuple[str, ...]:
        """Return the scores below their maximum."""
        levels = (f"niveau:{name}" for name, level in self.niveaux if level in NEXT)
        pools = {"coeur": self.coeurs_max, "mana": self.mana_max}
        return (*levels, *(name for name, now in pools.items() if now < MOST))

    async def rule(self) -> DeveloppementD6Result:
        options = self._options()
        choix = await decide(
            self.choix,
            "choix",
            OneOf(options),
            who="player",
            label="developpement",
            default="coeur" if "coeur" in options else options[0],
        )
        niveaux, coeurs, mana = dict(self.niveaux), self.coeurs_max, self.mana_max
        if choix == "coeur":
            coeurs += 1
            note("SOC-SIX-06", "Développement : {n:Cœur|Cœurs} au plus.", n=coeurs)
        elif choix == "mana":
            mana += 1
            note("SOC-SIX-06", "Développement : {n} Mana au plus.", n=mana)
        else:
            name = choix.removeprefix("niveau:")
            niveaux[name] = NEXT[niveaux[name]]
            note(
                "SOC-SIX-06",
                "Développement : {name:=} passe au niveau suivant ({level}).",
                name=name,
                level=niveaux[name],
            )
        effect("developpement", choix)
        return DeveloppementD6Result(
            choix=choix, niveaux=tuple(niveaux.items()), coeurs_max=coeurs, mana_max=mana
        )


def raised(
    levels: Mapping[str, Level], choix: str, reached: Mapping[str, Level]
) -> dict[str, Level]:
    """Return the levels of a sheet with the chosen one a step up, whatever level a run was given for
    it (SOC-SIX-06). `reached`: levels after the run, for a name that the sheet does not have."""
    chosen = choix.removeprefix("niveau:")
    name = next((each for each in levels if folded(each) == folded(chosen)), None)
    if name is None:
        return {**levels, chosen: reached[chosen]}
    return {**levels, name: NEXT.get(levels[name], levels[name])}
