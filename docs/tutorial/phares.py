"""Les Gardiens de phare : une lampe, de l’huile, du vent et des navires à ramener au port."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal

from tablee import (
    ASK,
    D6,
    YES_NO,
    CampaignRecord,
    Clock,
    FighterStatus,
    Fold,
    Game,
    Gauge,
    Law,
    Meta,
    NumberFrom,
    OneOf,
    Pool,
    Procedure,
    Result,
    Rulings,
    Sheet,
    become,
    choose,
    decide,
    effect,
    hidden,
    note,
    on_sheet,
    refuse,
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
    goals = {"": "garder_la_lampe"}

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

    seats = {"gardien": "", "naufrageur": "naufrageur"}
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


Fond = Annotated[int, Meta(ge=2, le=15, description="ce qu’il faut voir, que seul le meneur sait")]
Croyance = Annotated[
    tuple[tuple[Fond, Annotated[Fraction, Meta(ge=0)]], ...], Meta(min_length=1, max_length=14)
]


class Gardien(Sheet, tag="gardien"):
    """Qui veille à la lampe."""

    huile: Huile = 5
    notes: Annotated[str, Meta(max_length=500, description="ce que l’on veut en retenir")] = ""

    def fighter_status(self) -> FighterStatus:
        return FighterStatus(self.nom, (Gauge("huile", self.huile, 10),))


WORDS |= {"nom": "nom", "notes": "notes"}
ENGLISH |= {
    "nom": "name",
    "notes": "notes",
    "ce que l’on veut en retenir": "what one wants to remember",
}


class Mouillage(Result):
    ancre: bool
    brulees: int


class Sonde(Procedure[Mouillage], id="phares.sonde"):
    """Chercher le fond dans la nuit (PHA-SON-01..03)."""

    huile: Huile
    fond: Fond | Croyance
    brulees: (
        Annotated[int, Meta(ge=0, le=3, description="mesures brûlées pour mieux voir")] | ASK
    ) = "ask"

    seats = {"gardien": ""}
    utilities = {
        "ancrer": lambda sonde, mouillage, siege: mouillage.ancre,
        "menager": lambda sonde, mouillage, siege: 4 * mouillage.ancre - mouillage.brulees,
    }
    goals = {"": "ancrer"}

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset() if seat == "meneur" else frozenset({"fond"})

    def beliefs(self) -> tuple[str, ...]:
        return ("fond",) if isinstance(self.fond, tuple) else ()

    def check(self) -> None:
        if isinstance(self.fond, tuple) and sum(chance for _, chance in self.fond) != 1:
            raise refuse("fond", None, "des chances dont la somme est 1")

    async def rule(self) -> Mouillage:
        vu = sum(await roll(D6, "sonde", Pool(), who="gardien", count=2))
        plus = NumberFrom(0, min(3, self.huile - 1))
        brulees = await decide(self.brulees, "brulees", plus, who="gardien", facts={"vu": vu})
        note("PHA-SON-01 PHA-SON-02", "{vu} aux dés, {plus} par l’huile.", vu=vu, plus=brulees)
        if brulees:
            effect("huile", -brulees)
        fond = await hidden(loi(self.fond), "fond", knows="meneur")
        note("PHA-SON-03", "L’ancre croche-t-elle ? {ancre:^}.", ancre=vu + brulees >= fond)
        return Mouillage(ancre=vu + brulees >= fond, brulees=brulees)


def loi(fond: Fond | Croyance) -> Fond | Law[Fond]:
    """Ce que le meneur sait, ou ce que l’on en croit."""
    return Law.from_fractions(dict(fond)) if isinstance(fond, tuple) else fond


def huile_brulee(jet: Any, effet: Any) -> Iterator[Any]:
    """L’huile brûlée quitte la fiche du gardien."""
    qui = jet.who("gardien")
    if qui is not None:
        reste = jet.sheet(qui).huile + effet.amount
        change = jet.counted(qui, {"huile": reste})
        texte = "{who:=} : il reste {reste:mesure|mesures} d’huile."
        yield jet.consequence(qui, "PHA-SON-02", texte, change, reste=reste)


WORDS |= {
    "phares.sonde": "sonde",
    "fond": "fond",
    "brulees": "mesures brûlées",
    "sonde": "à la sonde",
    "vu": "vu",
    "ancrer": "jeter l’ancre",
    "menager": "ménager l’huile",
    "ancre": "ancre jetée",
}
CLAUSES |= {
    "PHA-SON-01": "On lance deux d6 à la sonde.",
    "PHA-SON-02": "Après les dés, chaque mesure brûlée ajoute 1 ; la dernière reste à la lampe.",
    "PHA-SON-03": "Il faut atteindre le fond, que seul le meneur sait.",
}
ENGLISH |= {
    "sonde": "sounding",
    "fond": "depth",
    "ce qu’il faut voir, que seul le meneur sait": "what must be reached, known to the leader alone",
    "mesures brûlées": "measures burnt",
    "mesures brûlées pour mieux voir": "measures burnt to see better",
    "à la sonde": "with the lead",
    "vu": "seen",
    "jeter l’ancre": "cast anchor",
    "ménager l’huile": "spare the oil",
    "ancre jetée": "anchor cast",
    "On lance deux d6 à la sonde.": "Throw two d6 with the lead.",
    "Après les dés, chaque mesure brûlée ajoute 1 ; la dernière reste à la lampe.": (
        "After the dice, each measure burnt adds 1; the last one stays in the lamp."
    ),
    "Il faut atteindre le fond, que seul le meneur sait.": (
        "The depth, known to the leader alone, must be reached."
    ),
    "{vu} aux dés, {plus} par l’huile.": "{vu} by the dice, {plus} by the oil.",
    "L’ancre croche-t-elle ? {ancre:^}.": "Does the anchor hold? {ancre:^}.",
    "des chances dont la somme est 1": "chances that sum to 1",
    "{who:=} : il reste {reste:mesure|mesures} d’huile.": (
        "{who:=}: {reste:measure|measures} of oil left."
    ),
}

GAME = Game(
    id="phares",
    title="Les Gardiens de phare",
    procedures=(Veille, Naufrageur, Sonde),
    rulings=Regles,
    sheets=(Gardien,),
    ready={"iwan": Gardien(nom="Iwan", huile=7)},
    campaign_record=CampaignRecord(effects={"huile": huile_brulee}),
    clocks=(Clock("navires", 20),),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
