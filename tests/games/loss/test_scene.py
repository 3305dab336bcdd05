"""Whole Scènes of Loss of hundreds of steps: Tests at random, their tokens kept in the ledger.

Each Test is resolved with the tokens that its side holds by then; what it spends, wins and loses
goes into `loss.jetons` as the other procedures tell it (invariants 5, 6, 7 and 8).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.kit.runs import random_run

Params = dict[str, Any]
PLAYERS, LED = ("Mira", "Sorn"), ("garde", "chien")
STEPS = 200
rulings = st.fixed_dictionaries(
    {},
    optional={
        "jetons_pnj": st.just("commun"),
        "partage_adversaires": st.just("chacun"),
        "priorite_joueurs": st.just("un_par_un"),
        "desastre_cible": st.just("libre"),
        "passive_beneficiaire": st.just("mj"),
        "explosion_un": st.just("zero_moins"),
        "jetons_max_par_test": st.integers(1, 3),
    },
)


class Table:
    """A Scène under way; `log`: all events so far, `balance`: tokens received less tokens spent."""

    def __init__(self, seed: int, rules: Mapping[str, Any]) -> None:
        self.rng, self.rules = random.Random(seed), rules
        self.log: list[Params] = []
        self.state: Params = {
            "reserves": dict.fromkeys(PLAYERS, 0),
            "mj": {"libres": {}, "ag": dict.fromkeys(LED, 0)},
        }
        self.start = dict(self.state)
        self.balance = 0

    def resolved(self, procedure: str, params: Params) -> Any:
        question = ask_about(procedure, params, self.rules)
        run = random_run(question, self.rng.randrange(10**6))
        assert run.done
        return run.result

    def happens(self, worth: int, **event: Any) -> None:
        """An event that the ledger must take, and the tokens that it brings or takes."""
        self.log.append(event)
        params = {"etat": self.state, "evenements": [event]}
        self.state = show(Session(ask_about("loss.jetons", params, self.rules)).result)["etat"]
        self.balance = 0 if event["type"] == "fin_scene" else self.balance + worth
        pools = (self.state["reserves"], *self.state["mj"].values())
        assert all(n >= 0 for pool in pools for n in pool.values())
        assert sum(sum(pool.values()) for pool in pools) == self.balance

    def tokens(self, who: str) -> int:
        """How many tokens somebody may spend on a Test of his."""
        if who in PLAYERS:
            return int(self.state["reserves"][who])
        mj = self.state["mj"]
        return int(sum(mj["libres"].values()) + mj["ag"].get(who, 0) + mj["ag"].get("*", 0))

    # ── a step ─────────────────────────────────────────────────────────────────────────────────
    def step(self, place: int) -> None:
        roll = self.rng.random()
        if roll < 0.04:
            self.happens(0, type="fin_scene")
        elif roll < 0.12:
            self._disaster()
        else:
            self._test(f"Test {place}")

    def _disaster(self) -> None:
        libres = self.state["mj"]["libres"]
        struck = [name for name, n in libres.items() if n]
        if struck:
            name = self.rng.choice(struck)
            n = self.rng.randint(1, min(5, libres[name]))
            self.happens(-n, type="desastre", player=name, n=n)

    def _test(self, name: str) -> None:
        who = self.rng.choice(PLAYERS + LED)
        led = who in LED
        foe = None if self.rng.random() < 0.4 else self.rng.choice(PLAYERS if led else LED)
        params: Params = {
            "acteur": "mj" if led else "pj",
            "trait": self.rng.randint(2, 9),
            "talent": self.rng.randint(0, 9),
            "exploits": self.rng.choice(["ask", 0, 1, 2]),
            "jetons": min(self.tokens(who), 50),
            "jetons_avant": self.rng.choice(["ask", 0]),
            "ag_permanentes": self.rng.randint(0, 1),
        }
        if foe is not None:
            params["adversaire"] = "pj" if foe in PLAYERS else "pnj"
        passive = foe is not None and self.rng.random() < 0.4
        procedure = "loss.passive" if passive else "loss.action"
        done = self.resolved(procedure, params | ({"cible": 5} if passive else {}))
        assert done.exploits == 0 or done.exploits_cedes == 0
        assert (done.beneficiaire == "personne") == (done.exploits_cedes == 0)
        self._spent(who, done.jetons_depenses, name)
        if done.exploits:
            self._won(who, done.exploits)
        if done.exploits_cedes:
            self._lost(who, foe, done)

    def _spent(self, who: str, n: int, name: str) -> None:
        if n:
            key = {"type": "depense", "player": who}
            if who in LED:
                key = {"type": "depense_mj", "pnj": who}
            self.happens(-n, **key, n=n, test=name)

    def _won(self, who: str, n: int) -> None:
        """Each Exploit won goes to an effect; those kept as tokens are written down."""
        used = self.resolved("loss.exploits", {"exploits": n})
        if used.jetons_gagnes:
            camp = "pnj" if who in LED else "pj"
            self.happens(
                used.jetons_gagnes, type="gain", holder=who, n=used.jetons_gagnes, camp=camp
            )

    def _lost(self, who: str, foe: str | None, done: Any) -> None:
        """What a failure cedes goes where `loss.echec` says, as it says it."""
        led = who in LED
        assert done.beneficiaire == "joueurs" if led else done.beneficiaire in ("mj", "adversaire")
        against = foe if done.beneficiaire == "adversaire" else None
        foes = [{"id": against, "camp": "pnj"}] if against else []
        if against and self.rng.random() < 0.5:
            foes.append({"id": next(name for name in LED if name != against), "camp": "pnj"})
        params: Params = {
            "exploits": done.exploits_cedes,
            "acteur": "mj" if led else "pj",
            "auteur": who,
            "adversaires": foes,
            "cible": foe,
            "reserves": self.state["reserves"] if led else {},
        }
        texts = show(self.resolved("loss.echec", params))
        ceded = sum(texts["attributions"].values())
        each = self.rules.get("partage_adversaires") == "chacun" and len(foes) > 1
        assert ceded == done.exploits_cedes * (len(foes) if each else 1)
        kept = {name: params[name] for name in ("exploits", "acteur", "auteur", "adversaires")}
        self.happens(ceded, type="echec", **kept, **texts)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), rulings)
def test_tokens_are_neither_made_nor_lost_until_they_expire(
    seed: int, rules: dict[str, Any]
) -> None:
    table = Table(seed, rules)
    for place in range(STEPS):
        table.step(place)
    whole = {"etat": table.start, "evenements": table.log}
    again = show(Session(ask_about("loss.jetons", whole, rules)).result)["etat"]
    assert again == table.state, "the same log gives the same Scène"
    table.happens(0, type="fin_scene")
    assert table.balance == 0
