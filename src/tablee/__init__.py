"""Tablée: rules of tabletop games, written once, then played, computed, advised on, explained.

To ask about a rule of a game:

>>> from tablee import odds, sweep
>>> from tablee.games.exil import Simple
>>> odds(Simple(talent=14, difficulty=-5), by=["success"])
Odds(exil.simple, {(success=False): 1/4, (success=True): 3/4})

To write one (a game is a `Game` with its procedures; see the tutorial):

>>> from tablee import D6, Procedure, Result, note, roll
>>> class Fire(Result):
...     lit: bool
>>> class Kindle(Procedure[Fire], id="feu.allumer"):
...     tinder: int = 0
...     async def rule(self) -> Fire:
...         face = await roll(D6, "briquet", who="joueur")
...         note("", "Le dé donne {face}.", face=face)
...         return Fire(lit=face + self.tinder >= 5)
>>> odds(Kindle(tinder=1))
Odds(feu.allumer, {(lit=False): 1/2, (lit=True): 1/2})

All names are imported when they are asked for, from their own module: `from tablee import odds`.
`help("tablee.roll")` describes one of them. The tutorial (docs/en/tutorial.md) writes a game in one
file, from its first rule to its tables; `tablee new GAME` writes a file to begin with, and `tablee
check FILE` finds what is wrong in it. docs/en/dice.md explains the dice and the reads.

Ask about a rule
    odds, Odds                  the exact law of a result
    resolve, Run                the run that answers lead to, or its next question
    explain, Explanation, Step  the same run in sentences, with the clauses
    advise, Advice, Option      what each answer to the next choice is worth
    simulate, Sample, Count     shares of many random runs
    sweep, Sweep                the law for each value of a parameter
    sweep_table, SweepTable     the law for each pair of values of two parameters
    lab, LabResults             a study in a file, computed on all processors
    Budget                      the limit of a computation
    Refusal, refuse             the error: what was given, and what is allowed

Write a rule
    Procedure, Result, Record   a rule, its result, a group of values in either
    Rulings, rulings            the rulings of a game, and their values within a rule
    replace                     a record with some fields changed
    roll, rolls                 ask for dice
    choose, decide, together    ask for a decision; for simultaneous ones
    hidden                      ask for a secret
    call, call_all, Gather      use other rules, and fold their results
    become                      go on as another rule
    law_of                      the exact law of another rule, within a rule
    note, Thrown, effect        leave a sentence, or a change of a sheet or clock
    wanted, UNWANTED            leave out result fields that nobody asks for
    Utility                     what advice maximises
    Meta                        range, default and help of a parameter
    ASK, AS_OBJECT              marks of a parameter: a person decides; an object in JSON
    shown_when                  the ruling without which forms leave a parameter out
    OneOf, SomeOf, NumberFrom, Share, FreeText, TextAndNumber, YES_NO
                                what a choice offers

Write a game
    Game, load_game, register   a game, from a file, for a program
    Sheet, on_sheet             the sheet of a character, and the parameters that it fills
    Clock, Track                clocks and tracks, ready-made
    Ledger, Event               what happens to a sheet, event by event
    CampaignRecord              what the runs of a campaign leave behind
    OfferedChange, Reservation  a change offered to the leader; an amount that an open run spends
    FighterStatus, Gauge        the status of a fighter on the pages

Dice
    D3, D4, D6, D8, D10, D12, D20, D100, Die, Throw
                                plain dice, and throws of them
    exploding, compounding, penetrating, OpenDie
                                dice that are thrown again on their highest faces
    reroll_once, reroll_while, pushed, ChainDie
                                dice that are thrown again on other faces
    stepped, STEP_DICE          step dice

Reads: what a rule gets from a throw
    FACE, FACES                 one face; all faces in order
    Under, Reaches              tests of one die
    Pool, Highest, Sets, LongestRun
                                the sorted faces, the best, equal ones, runs
    Keep, keep_highest, keep_lowest, drop_highest, drop_lowest
                                the sum of some dice of a pool
    Cancelling, Matching        two pools against each other
    Window, Cuts                an exploding die between bounds, or against levels
    Against                     the sum of a pool against a level, with a count of faces
    Ranking, Podium             several dice under levels, compared
    Gap, Turns                  two dice: their difference; a level for each in turn
    Fold, CountFold, CountRead, Read
                                a read of one's own: die by die, or by counts

Laws
    Law                         outcomes with exact chances
    mix, product, best_of       laws made of others
"""

TYPE_CHECKING = False  # what type checkers take for true; `typing` would have to be imported
if TYPE_CHECKING:
    from msgspec import Meta as Meta

    from tablee.dice.chain_die import ChainDie as ChainDie
    from tablee.dice.changed_dice import STEP_DICE as STEP_DICE
    from tablee.dice.changed_dice import compounding as compounding
    from tablee.dice.changed_dice import exploding as exploding
    from tablee.dice.changed_dice import penetrating as penetrating
    from tablee.dice.changed_dice import pushed as pushed
    from tablee.dice.changed_dice import reroll_once as reroll_once
    from tablee.dice.changed_dice import reroll_while as reroll_while
    from tablee.dice.changed_dice import stepped as stepped
    from tablee.dice.counts import Cancelling as Cancelling
    from tablee.dice.counts import CountFold as CountFold
    from tablee.dice.counts import CountRead as CountRead
    from tablee.dice.counts import Keep as Keep
    from tablee.dice.counts import LongestRun as LongestRun
    from tablee.dice.counts import Matching as Matching
    from tablee.dice.counts import Pool as Pool
    from tablee.dice.counts import Sets as Sets
    from tablee.dice.counts import drop_highest as drop_highest
    from tablee.dice.counts import drop_lowest as drop_lowest
    from tablee.dice.counts import keep_highest as keep_highest
    from tablee.dice.counts import keep_lowest as keep_lowest
    from tablee.dice.die import D3 as D3
    from tablee.dice.die import D4 as D4
    from tablee.dice.die import D6 as D6
    from tablee.dice.die import D8 as D8
    from tablee.dice.die import D10 as D10
    from tablee.dice.die import D12 as D12
    from tablee.dice.die import D20 as D20
    from tablee.dice.die import D100 as D100
    from tablee.dice.die import Die as Die
    from tablee.dice.die import OpenDie as OpenDie
    from tablee.dice.die import Throw as Throw
    from tablee.dice.gap import Gap as Gap
    from tablee.dice.gap import Turns as Turns
    from tablee.dice.law import Law as Law
    from tablee.dice.law import best_of as best_of
    from tablee.dice.law import mix as mix
    from tablee.dice.law import product as product
    from tablee.dice.ranking import Podium as Podium
    from tablee.dice.ranking import Ranking as Ranking
    from tablee.dice.reads import FACE as FACE
    from tablee.dice.reads import FACES as FACES
    from tablee.dice.reads import Fold as Fold
    from tablee.dice.reads import Highest as Highest
    from tablee.dice.reads import Reaches as Reaches
    from tablee.dice.reads import Read as Read
    from tablee.dice.reads import Under as Under
    from tablee.dice.tails import Cuts as Cuts
    from tablee.dice.tails import Window as Window
    from tablee.dice.tally import Against as Against
    from tablee.faces.lab.lab_run import LabResults as LabResults
    from tablee.faces.lab.lab_run import lab as lab
    from tablee.faces.library.estimates import advise as advise
    from tablee.faces.library.estimates import simulate as simulate
    from tablee.faces.library.library_laws import Odds as Odds
    from tablee.faces.library.library_laws import odds as odds
    from tablee.faces.library.library_runs import Explanation as Explanation
    from tablee.faces.library.library_runs import Run as Run
    from tablee.faces.library.library_runs import explain as explain
    from tablee.faces.library.library_runs import resolve as resolve
    from tablee.faces.library.sweeps import Sweep as Sweep
    from tablee.faces.library.sweeps import SweepTable as SweepTable
    from tablee.faces.library.sweeps import sweep as sweep
    from tablee.faces.library.sweeps import sweep_table as sweep_table
    from tablee.rules.ambient import Thrown as Thrown
    from tablee.rules.ambient import effect as effect
    from tablee.rules.ambient import note as note
    from tablee.rules.ambient import rulings as rulings
    from tablee.rules.ambient import wanted as wanted
    from tablee.rules.authoring.game_file import load_game as load_game
    from tablee.rules.campaign_declaration import CampaignRecord as CampaignRecord
    from tablee.rules.campaign_declaration import OfferedChange as OfferedChange
    from tablee.rules.campaign_declaration import Reservation as Reservation
    from tablee.rules.clocks import Clock as Clock
    from tablee.rules.clocks import Track as Track
    from tablee.rules.field_marks import AS_OBJECT as AS_OBJECT
    from tablee.rules.field_marks import on_sheet as on_sheet
    from tablee.rules.field_marks import shown_when as shown_when
    from tablee.rules.fighter_status import FighterStatus as FighterStatus
    from tablee.rules.fighter_status import Gauge as Gauge
    from tablee.rules.forms import YES_NO as YES_NO
    from tablee.rules.forms import FreeText as FreeText
    from tablee.rules.forms import NumberFrom as NumberFrom
    from tablee.rules.forms import OneOf as OneOf
    from tablee.rules.forms import Share as Share
    from tablee.rules.forms import SomeOf as SomeOf
    from tablee.rules.forms import TextAndNumber as TextAndNumber
    from tablee.rules.game import Game as Game
    from tablee.rules.ledger import Event as Event
    from tablee.rules.ledger import Ledger as Ledger
    from tablee.rules.procedure import UNWANTED as UNWANTED
    from tablee.rules.procedure import Procedure as Procedure
    from tablee.rules.procedure import Record as Record
    from tablee.rules.procedure import Result as Result
    from tablee.rules.procedure import Rulings as Rulings
    from tablee.rules.procedure import Utility as Utility
    from tablee.rules.procedure import replace as replace
    from tablee.rules.questions import ASK as ASK
    from tablee.rules.questions import Gather as Gather
    from tablee.rules.questions import become as become
    from tablee.rules.questions import call as call
    from tablee.rules.questions import call_all as call_all
    from tablee.rules.questions import choose as choose
    from tablee.rules.questions import decide as decide
    from tablee.rules.questions import hidden as hidden
    from tablee.rules.questions import law_of as law_of
    from tablee.rules.questions import roll as roll
    from tablee.rules.questions import rolls as rolls
    from tablee.rules.questions import together as together
    from tablee.rules.readings.advice.given_advice import Advice as Advice
    from tablee.rules.readings.advice.given_advice import Option as Option
    from tablee.rules.readings.budget import Budget as Budget
    from tablee.rules.readings.explain import Step as Step
    from tablee.rules.readings.simulate import Count as Count
    from tablee.rules.readings.simulate import Sample as Sample
    from tablee.rules.refusal import Refusal as Refusal
    from tablee.rules.refusal import refuse as refuse
    from tablee.rules.registry import register as register
    from tablee.rules.sheet import Sheet as Sheet
else:
    import sys

    _HOMES = {
        "msgspec": "Meta",
        # what a program asks
        "tablee.faces.library.library_laws": "Odds odds",
        "tablee.faces.library.library_runs": "Explanation Run explain resolve",
        "tablee.faces.library.sweeps": "Sweep SweepTable sweep sweep_table",
        "tablee.faces.library.estimates": "advise simulate",
        "tablee.faces.lab.lab_run": "LabResults lab",
        "tablee.rules.readings.advice.given_advice": "Advice Option",
        "tablee.rules.readings.budget": "Budget",
        "tablee.rules.readings.explain": "Step",
        "tablee.rules.readings.simulate": "Count Sample",
        "tablee.rules.refusal": "Refusal refuse",
        # how a rule is written
        "tablee.rules.ambient": "Thrown effect note rulings wanted",
        "tablee.rules.campaign_declaration": "CampaignRecord OfferedChange Reservation",
        "tablee.rules.clocks": "Clock Track",
        "tablee.rules.forms": "YES_NO FreeText NumberFrom OneOf Share SomeOf TextAndNumber",
        "tablee.rules.game": "Game",
        "tablee.rules.authoring.game_file": "load_game",
        "tablee.rules.registry": "register",
        "tablee.rules.fighter_status": "Gauge FighterStatus",
        "tablee.rules.ledger": "Event Ledger",
        "tablee.rules.procedure": "UNWANTED Procedure Record Result Rulings Utility replace",
        "tablee.rules.questions": (
            "ASK Gather become call call_all choose decide hidden law_of roll rolls together"
        ),
        "tablee.rules.field_marks": "AS_OBJECT on_sheet shown_when",
        "tablee.rules.sheet": "Sheet",
        # dice and laws
        "tablee.dice.chain_die": "ChainDie",
        "tablee.dice.changed_dice": (
            "STEP_DICE compounding exploding penetrating pushed reroll_once reroll_while stepped"
        ),
        "tablee.dice.counts": (
            "Cancelling CountFold CountRead Keep LongestRun Matching Pool Sets drop_highest "
            "drop_lowest keep_highest keep_lowest"
        ),
        "tablee.dice.die": "D3 D4 D6 D8 D10 D12 D20 D100 Die OpenDie Throw",
        "tablee.dice.gap": "Gap Turns",
        "tablee.dice.law": "Law best_of mix product",
        "tablee.dice.ranking": "Podium Ranking",
        "tablee.dice.reads": "FACE FACES Fold Highest Reaches Read Under",
        "tablee.dice.tails": "Cuts Window",
        "tablee.dice.tally": "Against",
    }
    _HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

    def __getattr__(name):
        if name == "__all__" and sys._getframe(1).f_globals.get("__name__") != "pydoc":
            return [*_HOME]  # for star imports; pydoc would print every member of every class in it
        if name not in _HOME:
            raise AttributeError(f"module 'tablee' has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(_HOME[name]), name)
        return found

    def __dir__():
        return sorted({*globals(), *_HOME})
