"""Les Gardiens de phare : une lampe, de l’huile, du vent et des navires à ramener au port."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    D6,
    YES_NO,
    Fold,
    Game,
    Meta,
    OneOf,
    Procedure,
    Result,
    Rulings,
    Sheet,
    become,
    choose,
    decide,
    effect,
    note,
    on_sheet,
    replace,
    roll,
    rulings,
    together,
)


class Nuit(Result):
    navires: int
    lampe: Literal["allumee", "eteinte"]


def compter(vu: tuple[int, int], jet: int, face: int) -> tuple[int, int]:
    """(navires, souffles) : un 5 ou un 6 guide un navire, un 1 est un souffle."""
    navires, souffles = vu
    return navires + (face >= 5), souffles + (face == 1)


Huile = Annotated[
    int, Meta(ge=1, le=10, description="mesures d’huile : autant de dés"), on_sheet("huile")
]


class Regles(Rulings):
    naufrage: Literal["tous", "moitie"] = "tous"


def sauves(navires: int) -> int:
    """Combien de navires rentrent quand la lampe s’éteint."""
    return navires // 2 if rulings(Regles).naufrage == "moitie" else 0


class Veille(Procedure[Nuit], id="phares.veille"):
    """Une nuit à la lampe (PHA-VEI-01..04)."""

    huile: Huile
    vent: Annotated[int, Meta(ge=1, le=4, description="souffles qui éteignent la lampe")] = 3
    attiser: Annotated[bool, Meta(description="relancer les braises, toujours ou jamais")] | ASK = (
        False
    )
    navires: Annotated[int, Meta(ge=0, le=10, description="navires déjà en vue")] = 0
    souffles: Annotated[int, Meta(ge=0, le=3, description="souffles déjà essuyés")] = 0

    utilities = {
        "navires": lambda veille, nuit, siege: nuit.navires,
        "garder_la_lampe": lambda veille, nuit, siege: nuit.lampe == "allumee",
    }

    async def rule(self) -> Nuit:
        compte = Fold((self.navires, self.souffles), compter, tuple)
        navires, souffles = await roll(D6, "huile", compte, who="gardien", count=self.huile)
        braises = self.huile - (navires - self.navires) - (souffles - self.souffles)
        vu = {"navires": navires, "souffles": souffles, "braises": braises}
        note(
            "PHA-VEI-01 PHA-VEI-02",
            "{navires:navire|navires} en vue, {souffles:souffle|souffles}, "
            "{braises:braise|braises}.",
            **vu,
        )
        if souffles >= self.vent:
            rentres = sauves(navires)
            note("PHA-VEI-04", "La lampe s’éteint : {n:navire rentre|navires rentrent}.", n=rentres)
            return Nuit(navires=rentres, lampe="eteinte")
        if braises > 1 and await decide(self.attiser, "attiser", YES_NO, who="gardien", facts=vu):
            note("PHA-VEI-03", "Une braise brûle, {n:dé repart|dés repartent}.", n=braises - 1)
            suite = replace(self, huile=braises - 1, navires=navires, souffles=souffles)
            return await become(suite)
        effect("navires", navires)
        return Nuit(navires=navires, lampe="allumee")


WORDS = {
    "phares.veille": "veille",
    "gardien": "gardien",
    "huile": "mesures d’huile",
    "vent": "vent",
    "vent.1": "tempête",
    "vent.2": "grand vent",
    "vent.3": "brise",
    "vent.4": "calme plat",
    "attiser": "attiser les braises",
    "navires": "navires",
    "souffles": "souffles",
    "braises": "braises",
    "garder_la_lampe": "garder la lampe allumée",
    "lampe": "lampe",
    "allumee": "allumée",
    "eteinte": "éteinte",
}
CLAUSES = {
    "PHA-VEI-01": "On lance un d6 par mesure d’huile : chaque 5 ou 6 met un navire en vue.",
    "PHA-VEI-02": "Chaque 1 est un souffle, et assez de souffles éteignent la lampe.",
    "PHA-VEI-03": "Les 2, 3 et 4 sont des braises : attiser en brûle une et relance les autres.",
    "PHA-VEI-04": "Une lampe éteinte ne ramène plus personne.",
}
ENGLISH = {
    "veille": "watch",
    "gardien": "keeper",
    "mesures d’huile": "measures of oil",
    "mesures d’huile : autant de dés": "measures of oil: as many dice",
    "vent": "wind",
    "tempête": "storm",
    "grand vent": "high wind",
    "brise": "breeze",
    "calme plat": "dead calm",
    "souffles qui éteignent la lampe": "gusts that blow out the lamp",
    "attiser les braises": "stir the embers",
    "relancer les braises, toujours ou jamais": "throw the embers again, always or never",
    "navires": "ships",
    "navires déjà en vue": "ships in sight already",
    "souffles": "gusts",
    "souffles déjà essuyés": "gusts weathered already",
    "braises": "embers",
    "garder la lampe allumée": "keep the lamp lit",
    "lampe": "lamp",
    "allumée": "lit",
    "éteinte": "out",
    "On lance un d6 par mesure d’huile : chaque 5 ou 6 met un navire en vue.": (
        "Throw a d6 for each measure of oil: each 5 or 6 brings a ship in sight."
    ),
    "Chaque 1 est un souffle, et assez de souffles éteignent la lampe.": (
        "Each 1 is a gust, and enough gusts blow out the lamp."
    ),
    "Les 2, 3 et 4 sont des braises : attiser en brûle une et relance les autres.": (
        "Each 2, 3 and 4 is an ember: stirring burns one and throws the others again."
    ),
    "Une lampe éteinte ne ramène plus personne.": "A lamp that is out brings nobody home.",
    "{navires:navire|navires} en vue, {souffles:souffle|souffles}, {braises:braise|braises}.": (
        "{navires:ship|ships} in sight, {souffles:gust|gusts}, {braises:ember|embers}."
    ),
    "La lampe s’éteint : {n:navire rentre|navires rentrent}.": (
        "The lamp goes out: {n:ship comes|ships come} home."
    ),
    "Une braise brûle, {n:dé repart|dés repartent}.": (
        "An ember burns, {n:die is|dice are} thrown again."
    ),
}


WORDS |= {
    "naufrage": "une lampe éteinte perd",
    "tous": "tous les navires",
    "moitie": "la moitié des navires",
}
ENGLISH |= {
    "une lampe éteinte perd": "a lamp that goes out loses",
    "tous les navires": "all ships",
    "la moitié des navires": "half of the ships",
}

Cap = Literal["nord", "passe", "sud"]
ECUEILS: dict[Cap, int] = {"nord": 2, "passe": 4, "sud": 6}


class Passage(Result):
    sauve: bool


class Naufrageur(Procedure[Passage], id="phares.naufrageur"):
    """Un gardien, un naufrageur, trois caps (PHA-NAU-01..03)."""

    garde: Annotated[Cap, Meta(description="cap que surveille le gardien")] | ASK = "ask"
    feux: Annotated[Cap, Meta(description="cap des faux feux")] | ASK = "ask"

    utilities = {"reussite": lambda nuit, passage, siege: passage.sauve == (siege == "gardien")}

    def sides(self) -> dict[str, str]:
        return {"gardien": "phare", "naufrageur": "récifs"}

    async def rule(self) -> Passage:
        garde, feux = await together(
            choose("garde", caps(self.garde), who="gardien", parameter="garde"),
            choose("feux", caps(self.feux), who="naufrageur", parameter="feux"),
        )
        note("PHA-NAU-01", "Garde : {garde} ; faux feux : {feux}.", garde=garde, feux=feux)
        if garde == feux:
            note("PHA-NAU-02", "Le naufrageur s’enfuit, le navire passe.")
            return Passage(sauve=True)
        face = await roll(D6, "barre", who="gardien")
        sauve = face >= ECUEILS[feux]
        note("PHA-NAU-03", "Le navire passe-t-il ? {sauve:^}.", sauve=sauve)
        return Passage(sauve=sauve)


def caps(choix: Cap | ASK) -> OneOf[Cap]:
    """Les caps entre lesquels il reste à choisir."""
    return OneOf(tuple(ECUEILS)) if choix == "ask" else OneOf((choix,))


WORDS |= {
    "phares.naufrageur": "nuit du naufrageur",
    "naufrageur": "naufrageur",
    "garde": "cap surveillé",
    "feux": "cap des faux feux",
    "barre": "à la barre",
    "nord": "le nord",
    "passe": "la passe",
    "sud": "le sud",
    "reussite": "arriver à ses fins",
    "sauve": "navire sauvé",
}
CLAUSES |= {
    "PHA-NAU-01": "Gardien et naufrageur choisissent chacun un cap, en même temps.",
    "PHA-NAU-02": "Au même cap, le naufrageur s’enfuit et le navire passe.",
    "PHA-NAU-03": "Sinon il faut sur un d6 au moins 2 au nord, 4 dans la passe, 6 au sud.",
}
ENGLISH |= {
    "nuit du naufrageur": "the wrecker’s night",
    "naufrageur": "wrecker",
    "cap surveillé": "headland guarded",
    "cap que surveille le gardien": "headland that the keeper guards",
    "cap des faux feux": "headland of the false lights",
    "à la barre": "at the helm",
    "le nord": "the north",
    "la passe": "the strait",
    "le sud": "the south",
    "arriver à ses fins": "get one’s way",
    "navire sauvé": "ship saved",
    "Gardien et naufrageur choisissent chacun un cap, en même temps.": (
        "Keeper and wrecker each choose a headland, at the same time."
    ),
    "Au même cap, le naufrageur s’enfuit et le navire passe.": (
        "At the same headland the wrecker runs away and the ship passes."
    ),
    "Sinon il faut sur un d6 au moins 2 au nord, 4 dans la passe, 6 au sud.": (
        "Otherwise a d6 must show at least 2 in the north, 4 in the strait, 6 in the south."
    ),
    "Garde : {garde} ; faux feux : {feux}.": "Guarded: {garde}; false lights: {feux}.",
    "Le naufrageur s’enfuit, le navire passe.": "The wrecker runs away, the ship passes.",
    "Le navire passe-t-il ? {sauve:^}.": "Does the ship pass? {sauve:^}.",
}


class Gardien(Sheet, tag="gardien"):
    """Qui veille à la lampe."""

    huile: Huile = 5
    notes: Annotated[str, Meta(max_length=500, description="ce que l’on veut en retenir")] = ""


WORDS |= {"notes": "notes"}
ENGLISH |= {"ce que l’on veut en retenir": "what one wants to remember"}

GAME = Game(
    id="phares",
    title="Les Gardiens de phare",
    procedures=(Veille, Naufrageur),
    rulings=Regles,
    sheets=(Gardien,),
    ready={"iwan": Gardien(nom="Iwan", huile=7)},
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
