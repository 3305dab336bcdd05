"""One exchange of a duel, its tour alone, which a choice of attitudes is weighed by."""

from __future__ import annotations

from tablee.games.exil.fight.fighters import Condition, Duellist, Politique
from tablee.rules.procedure import replace
from tablee.rules.schema import fields_of


def duellist_alone(fighter: Duellist, at: Condition, ramasser: bool) -> Duellist:
    """A fighter as a tour finds him, to choose his attitude and nothing more.

    What he means to do stands in his policy, which the other may not know: it is not kept, but for
    what the tour has told by then of a weapon that is not at hand.
    """
    settled = at.arme == "en_main" or (at.arme == "perdue" and not ramasser)
    weapon = "reprendre" if settled else fighter.politique.arme
    return replace(
        fighter,
        politique=Politique(attitude="ask", arme=weapon),
        reddition="jamais",
        **{name: getattr(at, name) for name in fields_of(Condition)},
    )
