"""A d100 under a skill: degrees, bonus and penalty tens, and a push that may cost more."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    YES_NO,
    Die,
    Game,
    Meta,
    Pool,
    Procedure,
    Result,
    call,
    decide,
    note,
    roll,
)

Degree = Literal["desastre", "echec", "simple", "grand", "extreme", "critique"]
DEGREES: tuple[Degree, ...] = ("desastre", "echec", "simple", "grand", "extreme", "critique")
TENS = Die(10, lowest=0)


class Outcome(Result):
    """Ce que donne un jet. `pousse`: the roll was pushed."""

    degre: Degree
    pousse: bool


class Number(Result):
    """Ce que donnent les dés une fois."""

    degre: Degree


Skill = Annotated[int, Meta(ge=1, le=99, description="compétence, en pour cent")]
Bonus = Annotated[int, Meta(ge=-2, le=2, description="dés de dizaine en bonus ou malus")]


class Once(Procedure[Number], id="abime.des"):
    """Les dés, une fois (ABI-01..03). A rule of its own: its law is computed once for both throws."""

    competence: Skill
    bonus: Bonus = 0

    async def rule(self) -> Number:
        tens = await roll(TENS, "dizaines", Pool(), who="joueur", count=1 + abs(self.bonus))
        units = await roll(TENS, "unites", who="joueur")
        values = [(10 * each + units) or 100 for each in tens]
        number = max(values) if self.bonus < 0 else min(values)
        degree = degree_of(number, self.competence)
        note(
            "ABI-01 ABI-02 ABI-03",
            "{number} sous {skill} : {degre}.",
            number=number,
            skill=self.competence,
            degre=degree,
        )
        return Number(degre=degree)


class Percentile(Procedure[Outcome], id="abime.jet"):
    """Un jet sous une compétence (ABI-01..04)."""

    competence: Skill = 50
    bonus: Bonus = 0
    pousser: Annotated[bool, Meta(description="risquer un second jet")] | ASK = "ask"

    utilities = {
        "reussir": lambda jet, outcome, seat: DEGREES.index(outcome.degre) >= 2,
        "prudence": lambda jet, outcome, seat: (
            2 * (DEGREES.index(outcome.degre) >= 2)
            - (outcome.pousse and DEGREES.index(outcome.degre) < 2)
        ),
    }

    async def rule(self) -> Outcome:
        once = Once(competence=self.competence, bonus=self.bonus)
        degree = (await call(once)).degre
        if degree != "echec" or not await decide(
            self.pousser, "pousser", YES_NO, who="joueur", facts={"degre": degree}, default=False
        ):
            return Outcome(degre=degree, pousse=False)
        note("ABI-04", "On pousse le jet : un second échec coûtera davantage.")
        return Outcome(degre=(await call(once)).degre, pousse=True)


def degree_of(number: int, skill: int) -> Degree:
    """Return the degree of a number from 1 to 100."""
    if number == 1:
        return "critique"
    if number == 100 or (number >= 96 and skill < 50):
        return "desastre"
    if number > skill:
        return "echec"
    return "extreme" if number <= skill // 5 else "grand" if number <= skill // 2 else "simple"


WORDS = {
    "abime.jet": "jet",
    "abime.des": "dés",
    "joueur": "joueur",
    "competence": "compétence",
    "bonus": "bonus",
    "pousser": "pousser",
    "dizaines": "dizaines",
    "unites": "unités",
    "degre": "degré",
    "pousse": "jet poussé",
    "desastre": "désastre",
    "echec": "échec",
    "simple": "réussite",
    "grand": "grande réussite",
    "extreme": "réussite extrême",
    "critique": "critique",
    "reussir": "réussir",
    "prudence": "réussir sans empirer",
}
CLAUSES = {
    "ABI-01": "Un d100 sous la compétence réussit ; sous la moitié et le cinquième, mieux encore.",
    "ABI-02": "1 est un critique ; 100, et dès 96 sous 50 de compétence, un désastre.",
    "ABI-03": "Chaque dé de bonus ou de malus est une dizaine de plus, dont on garde la bonne.",
    "ABI-04": "Un échec peut être poussé une fois ; s’il échoue encore, cela coûte davantage.",
}
ENGLISH = {
    "jet": "roll",
    "dés": "dice",
    "joueur": "player",
    "compétence": "skill",
    "compétence, en pour cent": "skill, in percent",
    "bonus": "bonus",
    "dés de dizaine en bonus ou malus": "dice of tens as bonus or penalty",
    "pousser": "push",
    "risquer un second jet": "risk a second roll",
    "dizaines": "tens",
    "unités": "units",
    "degré": "degree",
    "jet poussé": "pushed roll",
    "désastre": "fumble",
    "échec": "failure",
    "réussite": "success",
    "grande réussite": "hard success",
    "réussite extrême": "extreme success",
    "critique": "critical",
    "réussir": "succeed",
    "réussir sans empirer": "succeed and not make it worse",
    "On pousse le jet : un second échec coûtera davantage.": (
        "The roll is pushed: a second failure will cost more."
    ),
    "{number} sous {skill} : {degre}.": "{number} under {skill}: {degre}.",
    CLAUSES["ABI-01"]: "A d100 under the skill succeeds; under its half and fifth, still better.",
    CLAUSES["ABI-02"]: "1 is a critical; 100, and from 96 with a skill under 50, a fumble.",
    CLAUSES["ABI-03"]: "Each bonus or penalty die is one more die of tens; the right one is kept.",
    CLAUSES["ABI-04"]: "A failure may be pushed once; if it fails again, it costs more.",
}
GAME = Game(
    id="abime",
    title="L’Abîme",
    procedures=(Percentile, Once),
    usual=("jet",),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
