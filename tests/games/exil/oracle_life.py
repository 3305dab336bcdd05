"""The ledgers of health, experience and Détachement, written from the catalogue alone.

No module of the game is imported here. Every hour at which something happens is listed first,
then applied in order.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

Row = tuple[dict[str, Any], Fraction]
Given = Mapping[str, Any]
CAPITAL = {"nul": 12, "faible": 16, "moyen": 20, "bon": 24, "excellent": 28}
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
A_DAY: dict[str, Any] = {"nul": HALF, "faible": 1, "moyen": 2, "bon": 3, "excellent": 4}
WORST = {"legere": 3 * QUARTER, "serieuse": HALF, "grave": QUARTER}
CARE = {"benigne": 0, "legere": 0, "serieuse": -3, "grave": -5, "mortelle": -12}


def _dead(pds: int, rulings: Given) -> bool:
    return pds <= 0 if rulings.get("death") == "at_zero" else pds < 0


def _state(physique: str, pds: int, rulings: Given) -> str:
    if _dead(pds, rulings):
        return "mort"
    share = Fraction(pds, CAPITAL[physique])
    names = ["critique", "grave", "serieux", "leger", "pleine_forme"]
    return names[int(4 * share)]


def _struck(physique: str, pds: int, malignite: str, perte: int, rulings: Given) -> int:
    """Return the PdS after one loss."""
    if _dead(pds, rulings) or malignite == "benigne":
        return pds
    if malignite == "mortelle":
        return pds - perte
    floor = int(CAPITAL[physique] * WORST[malignite])
    return pds if pds <= floor else max(floor, pds - perte)


def _instants(delay: Fraction, period: Any, until: Fraction) -> list[Fraction]:
    """Return the hours since contagion of the losses up to `until`."""
    found = []
    when = delay
    while period is not None and when <= until:
        found.append(when)
        when += Fraction(period)
    return found


def _ill(params: Given, delay: str, rulings: Given) -> tuple[int, int]:
    physique = params["physique"]
    pds = params["pds"] if params.get("pds") is not None else CAPITAL[physique]
    felt = 0
    cured = params.get("soignee_a")
    for when in _instants(Fraction(params[delay]), params["periode"], Fraction(params["heure"])):
        if cured is not None and when >= Fraction(cured):
            break
        after = _struck(physique, pds, params["malignite"], params.get("perte", 1), rulings)
        felt += after < pds
        pds = after
    return pds, felt


def disease(params: Given, rulings: Given) -> Iterator[Row]:
    pds, felt = _ill(params, "incubation", rulings)
    etat = _state(params["physique"], pds, rulings)
    yield {"pds": pds, "etat": etat, "pertes": felt}, Fraction(1)


def poison(params: Given, rulings: Given) -> Iterator[Row]:
    physique = params["physique"]
    pds, _ = _ill(params, "assimilation", rulings)
    lost = {"secouru": False, "pds": pds, "etat": _state(physique, pds, rulings)}
    if not params.get("secours"):
        yield lost, Fraction(1)
        return
    whole = params["pds"] if params.get("pds") is not None else CAPITAL[physique]
    level = params["medecin"] + params.get("difficulty", 0) + params.get("external", 0)
    level += CARE[params["malignite"]]
    least = 1 if rulings.get("equal") == "fails" else 0
    for die in range(1, 13):
        saved = level - die >= least
        safe = {"secouru": True, "pds": whole, "etat": _state(physique, whole, rulings)}
        yield (safe if saved else lost), Fraction(1, 12)


DAYS = {"leger": (3, 4), "serieux": (7, 14), "grave": (14, 28), "critique": (28, 56)}
TIMES = {"repos": Fraction(1), "normale": Fraction(2), "repos_surveille": Fraction(1, 2)}


def natural_healing(params: Given, rulings: Given) -> Iterator[Row]:
    times = TIMES[params.get("activite", "repos")]
    low, high = (str(days * times) for days in DAYS[params["gravite"]])
    yield {"jours_min": low, "jours_max": high}, Fraction(1)


# ── experience ─────────────────────────────────────────────────────────────────────────────────
EASY = {
    "excellent": [1, 2, 3, 4, 8, 11, 16],
    "bon": [2, 3, 5, 8, 13, 18, 21],
    "moyen": [3, 4, 7, 11, 18, 25, 29],
    "faible": [4, 5, 9, 14, 23, 32, 37],
    "nul": [5, 6, 11, 17, 28, 39, 45],
}
LOWEST = {1: [6, 7, 13, 20, 33, 46, 53], 2: [7, 8, 15, 23, 38, 53, 61]}
FALLING = ["excellent", "bon", "moyen", "faible", "nul"]
STEPS = {"facile": 0, "modere": 1, "difficile": 2}


def _cost(niveau: int, attribut: str, steps: int, part: Fraction, rulings: Given) -> int:
    """Return the cost of a level; a harder Talent shifts the row of the Attribut."""
    row = FALLING.index(attribut) + steps
    costs = EASY[FALLING[row]] if row < 5 else LOWEST[row - 4]
    column = 6 if niveau >= 19 else max(0, niveau - 1) // 3
    price = costs[column]
    if rulings.get("xp_table") == "printed" and steps == 1:
        price = {("moyen", 6): 29, ("bon", 5): 26}.get((attribut, column), price)
    return math.ceil(price * part)


def progression(params: Given, rulings: Given) -> Iterator[Row]:
    low = params["niveau"]
    high = params.get("cible") or low + 1
    total = 0
    for niveau in range(low, high):
        steps = STEPS[params["apprentissage"]]
        if params.get("enseignement") and niveau == low:
            steps = max(0, steps - 1)
        part = Fraction(params.get("part", 1))
        total += _cost(niveau, params["attribut"], steps, part, rulings)
    yield {"cout": total, "scenarios": high - low}, Fraction(1)


TEXTS = {"acrobate": ("physique", "modere"), "escrimeur": ("physique", "modere")}
TEXTS |= {"bagarreur": ("physique", "difficile")}
POOLS = ["physique", "mental", "social", "adaptabilite", "realisation"]


def experience(params: Given, rulings: Given) -> Iterator[Row]:
    given = copy.deepcopy(dict(params.get("etat", {})))
    xp = {pool: given.get("xp", {}).get(pool, 0) for pool in POOLS}
    attributs = {pool: given.get("attributs", {}).get(pool, "moyen") for pool in POOLS}
    blank: dict[str, Any] = {"niveau": 0, "attribut": None, "apprentissage": None}
    blank |= {"monte": False, "enseignement": False}
    talents: dict[str, Any] = {
        name: each if isinstance(each, int) else blank | each
        for name, each in given.get("talents", {}).items()
    }
    for event in params.get("evenements", []):
        talent = dict(blank)
        if "talent" in event:
            name = event["talent"]
            kept = talents.get(name, 0)
            talent |= {"niveau": kept} if isinstance(kept, int) else kept
            attribut, apprentissage = TEXTS.get(name.lower(), (None, None))
            talent["attribut"] = talent["attribut"] or attribut
            talent["apprentissage"] = talent["apprentissage"] or apprentissage
            talents[name] = talent
        match event["type"]:
            case "scenario":
                for pool, points in event.get("xp", {}).items():
                    xp[pool] += points
                for each in talents.values():
                    if not isinstance(each, int):
                        each["monte"] = False
            case "enseigner":
                talent["enseignement"] = True
            case "monter":
                for name in ("attribut", "apprentissage"):
                    talent[name] = talent[name] or event[name]
                steps = STEPS[talent["apprentissage"]] - talent["enseignement"]
                level = attributs[talent["attribut"]]
                part = Fraction(event.get("part", 1))
                xp[talent["attribut"]] -= _cost(
                    talent["niveau"], level, max(0, steps), part, rulings
                )
                talent |= {"niveau": talent["niveau"] + 1, "monte": True, "enseignement": False}
    yield {"etat": {"xp": xp, "attributs": attributs, "talents": talents}}, Fraction(1)


# ── Détachement ────────────────────────────────────────────────────────────────────────────────
HOURS: dict[str, Any] = {"tour": Fraction(1, 720), "minute": Fraction(1, 60)}
HOURS |= {"heure": 1, "jour": 24, "mois": 720}


def effacement(params: Given, rulings: Given) -> Iterator[Row]:
    etat = {"points": 0, "hors_exil": False, "mois": 0, "signes": []} | params.get("etat", {})
    etat["signes"] = list(etat["signes"])
    away = Fraction(etat["mois"])
    for event in params.get("evenements", []):
        match event["type"]:
            case "test":
                etat["points"] += (event["de"] == 1) - (event["de"] == 12)
            case "decision":
                etat["points"] += event.get("points", 0)
            case "depart" | "retour":
                etat["hors_exil"] = event["type"] == "depart"
                away = Fraction(0)
            case "signe":
                etat["signes"].append(event["texte"])
            case "temps" if etat["hors_exil"]:
                longer = away + Fraction(event.get("n", 1)) * HOURS[event["unite"]] / 720
                etat["points"] -= sum(away < 3 * k <= longer for k in range(1, 200))
                away = longer
        etat["points"] = min(12, max(0, etat["points"]))
    yield {"etat": etat | {"mois": str(away)}}, Fraction(1)


# ── a health over time ─────────────────────────────────────────────────────────────────────────
TABLE = {
    "mort_blanche": (24, "24", 1, "mortelle", False),
    "abces": (2, None, 0, "legere", True),
    "cholera": (None, "72", 1, "mortelle", True),
}


def _shown(mal: dict[str, Any]) -> dict[str, Any]:
    """Return an ill as JSON: its hours are texts."""
    period = mal["periode"] and str(Fraction(mal["periode"]))
    hours = {name: str(Fraction(mal[name])) for name in ("debut", "delai")}
    healed = None if mal.get("fin") is None else str(Fraction(mal["fin"]))
    return mal | hours | {"periode": period, "fin": healed}


class _Body:
    """A body whose clock goes from one instant to the next."""

    def __init__(self, etat: Given, rulings: Given) -> None:
        self.rulings = rulings
        self.physique = etat.get("physique", "moyen")
        self.capital = CAPITAL[self.physique]
        self.pds: int | None = etat.get("pds")
        self.now = Fraction(etat.get("heure", 0))
        self.maux: list[dict[str, Any]] = [
            {"perte": 1, "soignable": True} | dict(each) for each in etat.get("maux", [])
        ]
        self.echecs: int = etat.get("echecs", 0)
        self.back: dict[str, Any] | None = None
        if etat.get("retablissement"):
            self.back = {"jours": None, "points": 0} | etat["retablissement"]

    @property
    def points(self) -> int:
        return self.capital if self.pds is None else self.pds

    def view(self) -> dict[str, Any]:
        back = self.back and self.back | {
            "depuis": str(Fraction(self.back["depuis"])),
            "jours": None if self.back["jours"] is None else str(Fraction(self.back["jours"])),
        }
        return {
            "physique": self.physique,
            "pds": self.pds,
            "heure": str(self.now),
            "maux": [_shown(mal) for mal in self.maux],
            "retablissement": back,
            "echecs": self.echecs,
        }

    def lose(self, mal: Given) -> None:
        after = _struck(self.physique, self.points, mal["malignite"], mal["perte"], self.rulings)
        if after != self.points:
            self.pds = after

    def catch(self, mal: dict[str, Any]) -> None:
        self.maux.append(mal | {"debut": self.now})
        if Fraction(mal["delai"]) == 0 and mal["periode"] is not None:
            self.lose(self.maux[-1])

    def pass_to(self, hour: Fraction) -> None:
        """Return all events after now and up to an hour, losses before recovered points."""
        due: list[tuple[Fraction, int, int]] = []
        for place, mal in enumerate(self.maux):
            begun = Fraction(mal["debut"])
            delay = Fraction(mal["delai"])
            instants = [begun + when for when in _instants(delay, mal["periode"], hour - begun)]
            end = mal.get("fin")
            due += [(when, 0, place) for when in instants if end is None or when < end]
        due += [(when, 1, n) for when, n in self.returns(hour)]
        for when, kind, number in sorted(due):
            if when <= self.now:
                continue
            if kind == 0:
                self.lose(self.maux[number])
            elif self.back is not None and not _dead(self.points, self.rulings):
                self.pds = min(self.capital, self.points + number)
                ended = self.back["jours"] is not None and when == self.last
                if self.pds == self.capital or ended:
                    self.back = None
        self.now = hour
        self.maux = [mal for mal in self.maux if mal.get("fin") is None or mal["fin"] > hour]

    def returns(self, hour: Fraction) -> Iterator[tuple[Fraction, int]]:
        """Yield (hour, points) that the recovery gives back."""
        if self.back is None:
            return
        begun = Fraction(self.back["depuis"])
        if self.back["jours"] is None:
            rate, day = Fraction(A_DAY[self.physique]), 1
            while begun + 24 * day <= hour:
                points = math.floor(rate * day) - math.floor(rate * (day - 1))
                if points:
                    yield begun + 24 * day, points
                day += 1
            return
        count = self.back["points"]
        step = 24 * Fraction(self.back["jours"]) / count
        self.last = begun + step * count
        for place in range(1, count + 1):
            if begun + step * place <= hour:
                yield begun + step * place, 1

    def befall(self, event: Given) -> None:
        if event["type"] not in ("choc", "scene"):
            self.pds = self.points
        match event["type"]:
            case "temps":
                self.pass_to(self.now + Fraction(event.get("n", 1)) * HOURS[event["unite"]])
            case "blessure":
                self.pds = self.points - event["dommages"]
                alive = not _dead(self.points, self.rulings)
                if self.back and event["dommages"] and alive and not event.get("malgre"):
                    cared = self.capital - int(self.back["points"])
                    worse = 4 * self.points // self.capital < 4 * cared // self.capital
                    if self.back["jours"] is not None or (self.back["points"] and worse):
                        self.back = None
                if event.get("hemorragie"):
                    self.bleed(event)
            case "maladie" | "poison":
                self.fall_ill(event)
            case "secours" | "remede":
                self.maux = [mal for mal in self.maux if mal["nom"] != event["nom"]]
            case "choc":
                self.echecs += event.get("echecs", 1)
            case "scene":
                self.echecs = 0
            case "soins":
                self.back = {
                    "depuis": self.now,
                    "jours": None,
                    "points": self.capital - self.points,
                }
            case "guerison" if event.get("nom"):
                (ill,) = [each for each in self.maux if each["nom"] == event["nom"]]
                ill["fin"] = self.now + 24 * Fraction(event["jours"])
            case "guerison":
                missing = self.capital - self.points
                self.back = {"depuis": self.now, "jours": event["jours"], "points": missing}
            case "decision":
                self.pds = self.points + event.get("pds", 0)
                if event.get("cesser"):
                    self.back = None

    def bleed(self, event: Given) -> None:
        period = event["hemorragie"]["periode"]
        self.catch(
            {
                "nom": event.get("nom", "hémorragie"),
                "sorte": "hemorragie",
                "delai": period,
                "periode": period,
                "perte": event["hemorragie"].get("perte", 1),
                "malignite": "mortelle",
                "soignable": True,
            }
        )

    def fall_ill(self, event: Given) -> None:
        delay, period, loss, malignite, curable = TABLE.get(
            event.get("modele", ""), (None, None, 1, None, True)
        )
        self.catch(
            {
                "nom": event["nom"],
                "sorte": event["type"],
                "delai": event.get("delai", delay),
                "periode": event.get("periode") or period,
                "perte": event.get("perte", loss),
                "malignite": event.get("malignite") or malignite,
                "soignable": event.get("soignable", curable),
            }
        )


def suivi(params: Given, rulings: Given) -> Iterator[Row]:
    body = _Body(params.get("etat", {}), rulings)
    for event in params.get("evenements", []):
        body.befall(event)
    yield {"etat": body.view()}, Fraction(1)


LIFE_ORACLES: dict[str, Callable[[Given, Given], Iterator[Row]]] = {
    "exil.disease": disease,
    "exil.poison": poison,
    "exil.natural_healing": natural_healing,
    "exil.progression": progression,
    "exil.experience": experience,
    "exil.suivi": suivi,
    "exil.effacement": effacement,
}
