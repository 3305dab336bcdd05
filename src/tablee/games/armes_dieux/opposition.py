"""Tests en opposition: several Tests at once, most Qualités wins (OPP)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.games.armes_dieux import fields, tables
from tablee.games.armes_dieux.contest import PARTICIPANT, Contest, Entered, OppositionResult
from tablee.games.armes_dieux.fields import LEADER, PLAYER
from tablee.games.armes_dieux.landmarks import FIGURANTS_SEEN
from tablee.games.armes_dieux.pool import Gathered, Pool, after_malus, at_least_minimum
from tablee.games.armes_dieux.rulings import scores_hidden
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import landmarks, on_sheet
from tablee.rules.forms import Form
from tablee.rules.procedure import Procedure, Record, Utility, replace
from tablee.rules.questions import OWNER, become, call, choose, nonzero, together
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import fields_of


class Side(Record):
    """One side of an opposition: an id of its own, and a roll as in `armes_dieux.jet`.

    `malus_report` is taken off the Poignée (AD-REV-04).
    """

    id: Annotated[
        str,
        Meta(min_length=1, max_length=100, description="nom du participant"),
        on_sheet("nom"),
    ]
    poignee: Annotated[
        int,
        Meta(ge=0, le=12, description="score du Domaine, ou dés d’un Figurant, avant le Malus"),
        landmarks(FIGURANTS_SEEN, "AD-FIG-01 AD-FIG-07"),
        on_sheet("valeur", "domaines", partial=True),
    ]
    """The Meneur may size that of a Figurant as he likes (AD-FIG-02, -04, -06)."""
    sr: fields.Seuil
    sang: fields.Sang = 0
    maitrise: fields.Maitrise = False
    ecartes: fields.Ecartes = 0
    acteur: fields.Acteur = "personnage"
    malus_report: fields.MalusReport = 0

    @property
    def seat(self) -> str:
        """Return the seat that rolls and chooses: the Meneur for a Figurant (R-21)."""
        return self.id if self.acteur == "personnage" else LEADER


def concealed_scores(sides: Sequence[Side], seat: str) -> frozenset[str]:
    """Return the parameters that a seat may not see where the scores of Figurants are hidden
    (R-27)."""
    theirs = seat != LEADER and any(each.seat == LEADER for each in sides)
    return frozenset({"participants"} if theirs and scores_hidden() else ())


class Participant(Side):
    """A side of one opposition. To the dice of `poignee`, then his Domaine, come Bonus, Renfort and
    a Malus as in `armes_dieux.poignee` (AD-OPP-01): each protagonist makes a whole Test."""

    bonus: fields.Bonus = ()
    bonus_disponibles: fields.BonusDisponibles = tables.BONUS
    renfort: Annotated[fields.Renfort, on_sheet("renfort")] = 0
    renfort_reserve: Annotated[fields.RenfortReserve, on_sheet("renfort")] = 0
    reserve_combat: fields.ReserveCombat = 0
    malus: fields.Malus = 0

    def pool(self) -> Apport:
        """Return the parts of the Poignée."""
        own = {name: getattr(self, name) for name in fields_of(Apport) if name != "domaine"}
        return Apport(domaine=self.poignee, **own)


class Apport(Pool[Gathered], id="armes_dieux.apport"):
    """What one participant brings together for an opposition, all of it chosen (AD-OPP-01). Not a
    test by itself."""

    ecartes: fields.Ecartes = 0

    def set_aside(self) -> fields.Ecartes:
        return self.ecartes

    async def rule(self) -> Gathered:
        return await self.gather(owner=PARTICIPANT)


def _won(procedure: Opposition, result: OppositionResult, seat: str) -> bool:
    return any(p.id == result.gagnant and p.seat == seat for p in procedure.participants)


_UTILITIES: dict[str, Utility] = {
    "reussite": lambda asked, result, seat: int(_won(asked, result, seat)),
    "sans_revers": lambda asked, result, seat: int(
        _won(asked, result, seat) and result.issue in ("reussite", "exceptionnelle")
    ),
    "exceptionnelle": lambda asked, result, seat: int(
        _won(asked, result, seat) and result.issue == "exceptionnelle"
    ),
    "qualites": lambda asked, result, seat: result.qualites if _won(asked, result, seat) else 0,
}


class Opposition(Procedure[OppositionResult], id="armes_dieux.opposition"):
    """Two to six participants test, the one success with the most Qualités wins (AD-OPP-01..05,
    AD-BON-01..07, AD-REN-01..04, AD-MAX-01, AD-MAL-01, AD-REV-04).

    All who are asked choose at once their Bonus, then dice of their Réserve, then the dice that
    they set aside; each rolls in the order of the list. Effects, each with its participant: as
    `armes_dieux.poignee`.
    """

    participants: Annotated[
        tuple[Participant, ...],
        Meta(min_length=2, max_length=6, description="ceux qui s’opposent, dans l’ordre"),
    ]
    additionnel: fields.Additionnel = "jamais"

    endings = ("cause", "issue")
    utilities = _UTILITIES

    def check(self) -> None:
        names = self.ids()
        for place, name in enumerate(names):
            if name in names[:place]:
                raise refuse(f"participants[{place}].id", name, "des noms tous différents")
            self._check(place, self.participants[place])

    def _check(self, place: int, each: Participant) -> None:
        """Refuse what a participant may not combine; a Figurant takes no Bonus and no Renfort
        (R-08)."""
        paths = _paths(place)
        if each.acteur == "figurant":
            for name, none in (("bonus", ()), ("renfort", 0), ("renfort_reserve", 0)):
                given = getattr(each, name)
                if given != none:
                    shown = list(given) if isinstance(given, tuple) else given
                    allowed = "rien : un Figurant n’a ni Bonus ni Renfort"
                    raise refuse(paths[name], shown, allowed)
        try:
            each.pool().check()
        except Refusal as refusal:
            raise refusal.moved(paths) from None

    async def rule(self) -> OppositionResult:
        ready = await self._gathered()
        entered = tuple(
            Entered(
                id=p.id,
                seat=p.seat,
                poignee=poignee,
                sr=p.sr,
                sang=p.sang,
                maitrise=p.maitrise,
                ecartes=p.ecartes,
            )
            for p, poignee in zip(self.participants, ready, strict=True)
        )
        return await become(Contest(participants=entered, additionnel=self.additionnel))

    async def _gathered(self) -> tuple[int, ...]:
        """Return the Poignée of each participant; Bonus, then dice of the Réserve, are chosen at
        once."""
        pools = [each.pool() for each in self.participants]
        bonus = await self._chosen(pools, "bonus")
        pools = [replace(pool, bonus=taken) for pool, taken in zip(pools, bonus, strict=True)]
        drawn = await self._chosen(pools, "renfort_reserve")
        ready = []
        for p, pool, dice in zip(self.participants, pools, drawn, strict=True):
            ready.append(await _entering(p, replace(pool, renfort_reserve=dice)))
        return tuple(ready)

    async def _chosen(
        self, pools: Sequence[Apport], name: Literal["bonus", "renfort_reserve"]
    ) -> list[Any]:
        """Ask each participant what it takes, unless its parameters fix it; the choices are unseen
        by each other (R-22)."""
        found = [getattr(pool, name) for pool in pools]
        asked = []
        for place, (p, pool) in enumerate(zip(self.participants, pools, strict=True)):
            if found[place] != "ask":
                continue
            form: Form[Any] = (
                pool.bonus_form() if name == "bonus" else pool.drawn_form(len(pool.bonus))
            )
            facts = {"participant": p.id, **pool.facts(p.sr)}
            if name != "bonus":
                facts |= nonzero(bonus=pool.bonus) | {"reserve_combat": pool.reserve_combat}
            only = form.only()
            if only is not None:
                found[place] = only[0]
                continue
            path = f"participants[{place}].{name}"
            least = next(form.values())
            ask = choose(name, form, who=p.seat, facts=facts, parameter=path, default=least)
            asked.append((place, ask))
        chosen = await together(*(ask for _, ask in asked))
        for (place, _), value in zip(asked, chosen, strict=True):
            found[place] = value
        return found

    def concealed(self, seat: str) -> frozenset[str]:
        return concealed_scores(self.participants, seat)

    def ids(self) -> tuple[str, ...]:
        return tuple(p.id for p in self.participants)

    def led_by(self, seat: str) -> tuple[str, ...]:
        return tuple(each.id for each in self.participants if each.seat == seat)

    def sides(self) -> dict[str, str]:
        return {p.seat: p.seat for p in self.participants}


def _paths(place: int) -> dict[str, str]:
    """Return the parameters of a Poignée as those of a participant."""
    return {name: f"participants[{place}].{name}" for name in fields_of(Apport)} | {
        "domaine": f"participants[{place}].poignee"
    }


async def _entering(p: Participant, pool: Apport) -> int:
    """Return the Poignée with which a participant enters, all being chosen."""
    if p.acteur == "figurant" and pool.malus:
        return _sized(p)
    if pool.bonus or pool.renfort or pool.renfort_reserve or pool.malus:
        note("AD-OPP-01", "{who:=^} réunit sa Poignée.", who=p.id)
        gathered = await call(pool, seats={PLAYER: p.seat, OWNER: p.id, PARTICIPANT: p.id})
        return gathered.poignee
    if p.malus_report:
        note(
            "AD-REV-04 AD-MAL-01",
            "{who:=^} : le Malus reporté est de {malus:dé|dés}.",
            to=LEADER if p.seat == LEADER and scores_hidden() else None,
            malus=p.malus_report,
            who=p.id,
        )
    return at_least_minimum(p.poignee - p.malus_report)


def _sized(p: Participant) -> int:
    """Return the Poignée of a Figurant under a Malus: he has no score of a Domaine (AD-CAD-09)."""
    to = LEADER if scores_hidden() else None
    note(
        "AD-OPP-01",
        "{participant:=^} : {poignee:aucun dé|dé|dés} dans la Poignée.",
        to=to,
        participant=p.id,
        poignee=p.poignee,
    )
    if p.malus_report:
        effect("malus_report", 0, who=p.id)
    return after_malus(p.poignee, p.malus, p.malus_report, to)
