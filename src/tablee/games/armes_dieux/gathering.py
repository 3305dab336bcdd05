"""What each participant of an opposition brings together, before dice are set aside (OPP)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from tablee.games.armes_dieux import fields, tables
from tablee.games.armes_dieux.contest import PARTICIPANT, Entered
from tablee.games.armes_dieux.fields import LEADER, PLAYER
from tablee.games.armes_dieux.landmarks import FIGURANTS_SEEN
from tablee.games.armes_dieux.pool import (
    Gathered,
    Pool,
    Raised,
    after_malus,
    at_least_minimum,
    note_raised,
    raised,
    reads_scores,
    score_reader,
)
from tablee.rules.ambient import effect, note
from tablee.rules.field_marks import landmarks, on_sheet
from tablee.rules.forms import Form
from tablee.rules.procedure import Record, replace
from tablee.rules.questions import OWNER, call, choose, nonzero, together
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.same_fields import fields_from
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
        Meta(
            ge=0,
            le=12,
            description="score du Domaine, ou Valeur d’un Figurant, avant hausses et Malus",
        ),
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
    theirs = any(each.seat == LEADER for each in sides)
    return frozenset({"participants"} if theirs and not reads_scores(seat) else ())


class Participant(Side):
    """A side of one opposition (AD-OPP-01): each protagonist makes a whole Test. To the dice of
    `poignee`, his Domaine, come Bonus, Renfort and a Malus as in `armes_dieux.poignee`; to those of a
    Figurant raises, a reduction and a Malus as in `armes_dieux.poignee_figurant` (AD-FIG-02..05).
    """

    bonus: fields.Bonus = ()
    bonus_disponibles: fields.BonusDisponibles = tables.BONUS
    renfort: Annotated[fields.Renfort, on_sheet("renfort")] = 0
    renfort_reserve: Annotated[fields.RenfortReserve, on_sheet("renfort")] = 0
    reserve_combat: fields.ReserveCombat = 0
    malus: fields.Malus = 0
    plusieurs: Annotated[fields.Plusieurs, on_sheet("hausses", partial=True)] = False
    avantage: Annotated[fields.Avantage, on_sheet("hausses", partial=True)] = False
    magique: Annotated[fields.Magique, on_sheet("hausses", partial=True)] = False
    reduction: Annotated[fields.Reduction, on_sheet("reduction", partial=True)] = 0

    def pool(self) -> Apport:
        """Return the parts of the Poignée; those of a Figurant after raises and reduction."""
        size = self.size()
        own = {"domaine": size.gathered, "malus": self.malus + size.late}
        return Apport(**fields_from(self, Apport) | own)

    def raises(self) -> tuple[bool, bool, bool]:
        """Return what raises the Poignée of a Figurant (AD-FIG-02)."""
        return self.plusieurs, self.avantage, self.magique

    def size(self) -> Raised:
        """Return the dice before Bonus and Malus; those of a character are his score."""
        return raised(self.poignee, self.raises(), self.reduction)


class Apport(Pool[Gathered], id="armes_dieux.apport"):
    """What one participant brings together for an opposition, all of it chosen (AD-OPP-01). Not a
    test by itself."""

    ecartes: fields.Ecartes = 0

    def set_aside(self) -> fields.Ecartes:
        return self.ecartes

    async def rule(self) -> Gathered:
        return await self.gather(owner=PARTICIPANT)


def check_participants(participants: Sequence[Participant]) -> None:
    """Refuse two participants of one name, and what a participant may not combine."""
    names = [each.id for each in participants]
    for place, name in enumerate(names):
        if name in names[:place]:
            raise refuse(f"participants[{place}].id", name, "des noms tous différents")
        _check(place, participants[place])


def _check(place: int, each: Participant) -> None:
    """Refuse a Poignée that cannot be; a Figurant takes no Bonus and no Renfort, a character has
    no raises (R-08)."""
    paths = _paths(place)
    if each.acteur == "figurant":
        for name, none in (("bonus", ()), ("renfort", 0), ("renfort_reserve", 0)):
            given = getattr(each, name)
            if given != none:
                shown = list(given) if isinstance(given, tuple) else given
                raise refuse(paths[name], shown, "rien : un Figurant n’a ni Bonus ni Renfort")
    else:
        for name in ("plusieurs", "avantage", "magique", "reduction"):
            if getattr(each, name):
                path = f"participants[{place}].{name}"
                raise refuse(path, getattr(each, name), "rien : un personnage a des Bonus")
    try:
        each.pool().check()
    except Refusal as refusal:
        raise refusal.moved(paths) from None


class Ready(NamedTuple):
    """A participant once the Poignée is gathered: the dice drawn from the Réserve for it, and the
    Tension that an Effort has cost."""

    entered: Entered
    drawn: int = 0
    tension: int = 0


async def gather_all(participants: Sequence[Participant]) -> tuple[Ready, ...]:
    """Return the Poignée of each participant; Bonus, then dice of the Réserve, are chosen at
    once."""
    pools = [each.pool() for each in participants]
    bonus = await _chosen(participants, pools, "bonus")
    pools = [replace(pool, bonus=taken) for pool, taken in zip(pools, bonus, strict=True)]
    drawn = await _chosen(participants, pools, "renfort_reserve")
    ready = []
    for p, pool, dice in zip(participants, pools, drawn, strict=True):
        ready.append(await _entering(p, replace(pool, renfort_reserve=dice)))
    return tuple(ready)


async def _chosen(
    participants: Sequence[Participant],
    pools: Sequence[Apport],
    name: Literal["bonus", "renfort_reserve"],
) -> list[Any]:
    """Ask each participant what it takes, unless its parameters fix it; the choices are unseen by
    each other (R-22)."""
    found = [getattr(pool, name) for pool in pools]
    asked = []
    for place, (p, pool) in enumerate(zip(participants, pools, strict=True)):
        if found[place] != "ask":
            continue
        form: Form[Any] = pool.bonus_form() if name == "bonus" else pool.drawn_form(len(pool.bonus))
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


def _paths(place: int) -> dict[str, str]:
    """Return the parameters of a Poignée as those of a participant."""
    return {name: f"participants[{place}].{name}" for name in fields_of(Apport)} | {
        "domaine": f"participants[{place}].poignee"
    }


async def _entering(p: Participant, pool: Apport) -> Ready:
    """Return a participant with the Poignée, all being chosen."""
    if p.acteur == "figurant" and (pool.malus or p.reduction or any(p.raises())):
        return Ready(_entered(p, _sized(p)))
    if pool.bonus or pool.renfort or pool.renfort_reserve or pool.malus:
        note("AD-OPP-01", "{who:=^} réunit sa Poignée.", who=p.id)
        gathered = await call(pool, seats={PLAYER: p.seat, OWNER: p.id, PARTICIPANT: p.id})
        drawn = pool.renfort_reserve
        assert drawn != "ask"
        return Ready(_entered(p, gathered.poignee), drawn, gathered.tension)
    if p.malus_report:
        note(
            "AD-REV-04 AD-MAL-01",
            "{who:=^} : le Malus reporté est de {malus:dé|dés}.",
            to=score_reader() if p.seat == LEADER else None,
            malus=p.malus_report,
            who=p.id,
        )
    return Ready(_entered(p, at_least_minimum(p.poignee - p.malus_report)))


def _entered(p: Participant, poignee: int) -> Entered:
    return Entered(**fields_from(p, Entered) | {"poignee": poignee})


def _sized(p: Participant) -> int:
    """Return the Poignée of a Figurant who is raised or reduced, or under a Malus: he has no score
    of a Domaine (AD-CAD-09, AD-FIG-02..05)."""
    to = score_reader()
    size = p.size()
    note("AD-OPP-01", "{who:=^} réunit sa Poignée.", to=to, who=p.id)
    note_raised(size, to)
    if p.malus_report:
        effect("malus_report", 0, who=p.id)
    return after_malus(size.gathered, p.malus + size.late, p.malus_report, to)
