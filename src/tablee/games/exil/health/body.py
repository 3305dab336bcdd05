"""A body over time: PdS, current ills, recovery, and the effect of hours on them (SAN, MAL, SOI)."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.exil.fields import Attribut, Physique
from tablee.games.exil.health.harm import Failures
from tablee.games.exil.health.ills import Loss, Malignite, Period
from tablee.games.exil.health.states import refuse_above_capital, state_of_health
from tablee.games.exil.tables import CAPITAL, HEALS_AS, RECOVERY
from tablee.rules.field_marks import DAYS, HOURS, on_sheet
from tablee.rules.procedure import Record, replace
from tablee.rules.refusal import refuse

DAY = 24
"""The hours of a day."""
Name = Annotated[str, Meta(min_length=1, max_length=100, description="nom du mal")]
Hours = Annotated[Fraction, Meta(ge=0), HOURS]

_QUARTERS: dict[str, int] = {"legere": 3, "serieuse": 2, "grave": 1}
"""The quarters of the capital that each malignité leaves (R-58, EXIL-MAL-04)."""


def floor_of(physique: Attribut, malignite: str) -> int | None:
    """Return the least PdS that a malignité leaves: None for mortelle, the capital for bénigne."""
    if malignite == "mortelle":
        return None
    return CAPITAL[physique] // 4 * _QUARTERS.get(malignite, 4)


def losses_due(
    delay: Fraction, period: Fraction | None, hour: Fraction, cured: Fraction | None
) -> int:
    """Return the number of losses up to `hour` and before the cure: one at the end of the delay,
    then one each period (EXIL-MAL-03, R-59, R-60)."""
    if period is None or hour < delay:
        return 0
    due = int((hour - delay) // period) + 1
    if cured is None:
        return due
    return min(due, max(0, -int((delay - cured) // period)))


# ── the state ──────────────────────────────────────────────────────────────────────────────────
class Ill(Record):
    """A disease, a poison or a bleeding since the hour `debut` (EXIL-MAL-03, EXIL-BLE-01). Its
    losses up to the current hour have been applied."""

    nom: Name
    sorte: Annotated[
        Literal["maladie", "poison", "hemorragie"], Meta(description="de quelle sorte de mal")
    ]
    debut: Annotated[Hours, Meta(description="heure où il a commencé")]
    delai: Annotated[Hours, Meta(description="heures de là jusqu’à la première perte")]
    periode: Period
    perte: Loss = 1
    malignite: Malignite
    soignable: Annotated[bool, Meta(description="lui connaît-on un remède ?")] = True
    fin: Annotated[
        Hours | None, Meta(description="heure où il guérit de lui-même, null sans cela")
    ] = None
    """The end of a natural healing (EXIL-GUE-01)."""

    def losses(self, hour: Fraction) -> int:
        """Return the number of losses from its beginning up to an hour of the clock."""
        healed = None if self.fin is None else self.fin - self.debut
        return losses_due(self.delai, self.periode, hour - self.debut, healed)

    @property
    def heals_as(self) -> str | None:
        """Return the gravity whose healing time without care counts; None for what does not heal
        (EXIL-GUE-01)."""
        return None if self.sorte == "hemorragie" else HEALS_AS.get(self.malignite)

    def wears_on(self, hour: Fraction) -> bool:
        """Return whether its losses have begun and go on until care ends them."""
        begun = self.debut + self.delai <= hour
        return self.periode is not None and self.heals_as is None and begun

    def next_after(self, hour: Fraction) -> Fraction | None:
        """Return the hour of the first loss after an hour of the clock, before it heals."""
        if self.periode is None:
            return None
        coming = self.debut + self.delai + self.periode * self.losses(hour)
        return coming if self.fin is None or coming < self.fin else None


class OngoingRecovery(Record):
    """A recovery since the hour `depuis`: under care by the rate of the Physique (EXIL-SOI-05), or
    naturally, `points` spread evenly over `jours` (EXIL-GUE-01, R-65).

    `points`: those that were missing when it began. 0 under care: no wound interrupts it."""

    depuis: Annotated[Hours, Meta(description="heure où il a commencé")]
    jours: Annotated[
        Annotated[Fraction, Meta(gt=0), DAYS] | None,
        Meta(description="jours d’une guérison naturelle, null sous des soins"),
    ] = None
    points: Annotated[
        int, Meta(ge=0, le=28, description="points qui manquaient quand il a commencé")
    ] = 0


Clock = Annotated[Hours, Meta(description="heures écoulées à l’horloge"), on_sheet("heure")]
Ills = Annotated[
    tuple[Ill, ...], Meta(max_length=50, description="maux en cours"), on_sheet("maux")
]
Recovery = Annotated[
    OngoingRecovery | None,
    Meta(description="soins ou guérison en cours, null sans cela"),
    on_sheet("retablissement"),
]


class Body(Record):
    """A body at an hour of its clock. `pds` is below 0 for the dead."""

    physique: Physique = "moyen"
    pds: Annotated[
        Annotated[int, Meta(le=28)] | None,
        Meta(description="Points de Santé, le capital à défaut"),
        on_sheet("pds"),
    ] = None
    heure: Clock = Fraction(0)
    maux: Ills = ()
    retablissement: Recovery = None
    echecs: Failures = 0

    def check(self) -> None:
        """Raise `Refusal` under `etat` for a state that no events can lead to."""
        refuse_above_capital(self.points, self.capital, "etat.pds")
        begun = [(f"etat.maux[{place}].debut", mal.debut) for place, mal in enumerate(self.maux)]
        if self.retablissement is not None:
            begun.append(("etat.retablissement.depuis", self.retablissement.depuis))
        for field, hour in begun:
            if hour > self.heure:
                raise refuse(
                    field, hour, "au plus {now:hours}, l’heure de l’horloge", now=self.heure
                )

    @property
    def capital(self) -> int:
        return CAPITAL[self.physique]

    @property
    def points(self) -> int:
        return self.capital if self.pds is None else self.pds

    @property
    def etat(self) -> str:
        return state_of_health(self.physique, self.points)

    @property
    def dead(self) -> bool:
        return self.etat == "mort"

    def mal(self, nom: str) -> Ill:
        """Return the ill of a name. Raises `Refusal` under `nom`."""
        for each in self.maux:
            if each.nom == nom:
                return each
        known = ", ".join(each.nom for each in self.maux) or "–"
        raise refuse("nom", nom, "un mal en cours : {known:=}", known=known)

    def without(self, mal: Ill) -> Body:
        return replace(self, maux=tuple(each for each in self.maux if each is not mal))

    def with_mal(self, mal: Ill) -> Body:
        """Return the body with one more ill and its immediate loss."""
        if any(each.nom == mal.nom for each in self.maux):
            raise refuse("nom", mal.nom, "un nom qu’aucun mal en cours ne porte")
        if len(self.maux) == 50:
            raise refuse("type", mal.sorte, "50 maux au plus")
        etat = replace(self, maux=(*self.maux, mal))
        return etat.losing(mal) if mal.losses(self.heure) else etat

    def healing_from(self, nom: str, hour: Fraction) -> Body:
        """Return the body that an ill leaves without care at an hour (EXIL-GUE-01)."""
        healed = tuple(replace(m, fin=hour) if m.nom == nom else m for m in self.maux)
        return replace(self, maux=healed)

    def losing(self, mal: Ill) -> Body:
        """Return the body after one loss of an ill, within the limit of its malignité
        (EXIL-MAL-04)."""
        if not self.suffers(mal):
            return self
        floor = floor_of(self.physique, mal.malignite)
        left = self.points - mal.perte
        return replace(self, pds=left if floor is None else max(floor, left))

    def suffers(self, mal: Ill) -> bool:
        """Return whether a loss of this ill takes a point."""
        floor = floor_of(self.physique, mal.malignite)
        return not self.dead and mal.perte > 0 and (floor is None or self.points > floor)

    def left_to_heal(self) -> list[dict[str, str]]:
        """Return what heals without care and has no healing yet, as parameters of
        `exil.natural_healing`: each ill whose effects have begun, then the wounds (EXIL-GUE-01), unless
        an ill goes on taking points until care ends it (EXIL-MAL-05, EXIL-BLE-01)."""
        if self.dead:
            return []
        found = [
            {"gravite": mal.heals_as, "mal": mal.nom}
            for mal in self.maux
            if mal.heals_as and mal.fin is None and mal.debut + mal.delai <= self.heure
        ]
        wears = any(mal.wears_on(self.heure) and self.suffers(mal) for mal in self.maux)
        if self.points < self.capital and self.retablissement is None and not wears:
            found.append({"gravite": self.etat})
        return found

    # ── recovery ───────────────────────────────────────────────────────────────────────────────
    def given_back(self, hour: Fraction) -> int:
        """Return the whole points that the recovery has given back by an hour (EXIL-SOI-05, R-64,
        R-65)."""
        back = self.retablissement
        if back is None:
            return 0
        days = (hour - back.depuis) / DAY
        if back.jours is None:
            return math.floor(RECOVERY[self.physique] * math.floor(days))
        return min(back.points, math.floor(back.points * days / back.jours))

    def next_given_back(self) -> Fraction | None:
        """Return the hour at which the recovery gives back the next point."""
        back, so_far = self.retablissement, self.given_back(self.heure)
        if back is None or self.dead or (back.jours is not None and so_far >= back.points):
            return None
        if back.jours is None:
            return back.depuis + DAY * math.ceil((so_far + 1) / RECOVERY[self.physique])
        return back.depuis + DAY * back.jours * (so_far + 1) / back.points

    def beyond(self, care: OngoingRecovery) -> bool:
        """Return whether the state is worse than the one that a care was given for
        (EXIL-SOI-02)."""
        quarter = self.capital // 4
        return care.points > 0 and self.points // quarter < (self.capital - care.points) // quarter

    # ── time ───────────────────────────────────────────────────────────────────────────────────
    def at(self, hour: Fraction, lost: Counter[str]) -> Body:
        """Return the body at a later hour: losses and recovered points apply in order of their
        hours.

        `lost`: the points that each ill takes are added to it.
        """
        etat = self
        while (back := etat.next_given_back()) is not None and back <= hour:
            gained = etat.given_back(back) - etat.given_back(etat.heure)
            etat = etat._worn_until(back, lost)._regaining(gained)
        return etat._worn_until(hour, lost)

    def _worn_until(self, hour: Fraction, lost: Counter[str]) -> Body:
        """Return the body with the losses up to an hour; losses that take no point are skipped."""
        etat = self
        while coming := [
            when
            for mal in etat.maux
            if etat.suffers(mal)
            and (when := mal.next_after(etat.heure)) is not None
            and when <= hour
        ]:
            first = min(coming)
            struck = [mal for mal in etat.maux if mal.next_after(etat.heure) == first]
            for mal in struck:
                before, etat = etat.points, etat.losing(mal)
                lost[mal.nom] += before - etat.points
            etat = replace(etat, heure=first)
        running = tuple(mal for mal in etat.maux if mal.fin is None or mal.fin > hour)
        return replace(etat, heure=hour, maux=running)

    def _regaining(self, points: int) -> Body:
        """Return the body with points given back, up to the capital (EXIL-SAN-06); a recovery
        without further points ends."""
        if self.dead:
            return self
        etat = replace(self, pds=min(self.capital, self.points + points))
        if etat.points == self.capital or etat.next_given_back() is None:
            return replace(etat, retablissement=None)
        return etat
