"""Points de Santé, États de Santé and their malus (SAN)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.exil.fields import Attribut, EtatDeSante, Physique
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import CAPITAL, MALUS
from tablee.rules.ambient import note, rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Procedure, Result
from tablee.rules.refusal import refuse

_BANDS: tuple[EtatDeSante, ...] = ("critique", "grave", "serieux", "leger", "pleine_forme")


def wounds(physique: Attribut, pds: int) -> EtatDeSante:
    """Return the État de Santé of a living body, 0 <= pds <= capital (T-20)."""
    return _BANDS[pds // (CAPITAL[physique] // 4)]


def is_dead(pds: int) -> bool:
    """Return whether `pds` means death: below 0, under `death: at_zero` also 0 (R-21)."""
    if pds > 0:
        return False
    return pds < 0 or rulings(ExilRulings).death == "at_zero"


def state_of_health(physique: Attribut, pds: int) -> EtatDeSante:
    """Return the État de Santé, `mort` for the dead (EXIL-SAN-05)."""
    return "mort" if is_dead(pds) else wounds(physique, pds)


def refuse_above_capital(pds: int, highest: int, field: str = "pds") -> None:
    """Raise `Refusal` under `field` for `pds` above `highest`."""
    if pds > highest:
        raise refuse(field, pds, "au plus {high} avec ce Physique", high=highest)


class HealthResult(Result):
    """The État de Santé. `malus` is None for the dead."""

    etat: EtatDeSante
    malus: int | None


class Health(Procedure[HealthResult], id="exil.health"):
    """The État de Santé and the malus for a number of PdS (EXIL-SAN-01, -02, -04, -05, -07).

    Left to the leader: EXIL-SAN-08.
    """

    physique: Physique
    pds: Annotated[
        int, Meta(ge=-1000, le=28, description="Points de Santé restants"), on_sheet("pds_restants")
    ]

    def check(self) -> None:
        refuse_above_capital(self.pds, CAPITAL[self.physique])

    async def rule(self) -> HealthResult:
        etat = state_of_health(self.physique, self.pds)
        malus = MALUS.get(etat)
        note(
            "EXIL-SAN-02 EXIL-SAN-04 EXIL-SAN-07",
            "{pds:Point de Santé|Points de Santé} sur {capital}. État de Santé : {etat}, malus de "
            "{malus:+} à toutes les actions."
            if malus
            else "{pds:Point de Santé|Points de Santé} sur {capital}. État de Santé : {etat}.",
            pds=self.pds,
            capital=CAPITAL[self.physique],
            etat=etat,
            malus=malus,
        )
        return HealthResult(etat=etat, malus=malus)
