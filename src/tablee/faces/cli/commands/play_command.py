"""`play`: a person at the terminal picks a game, prepares a run, throws and reads the outcome.

The module asks and prints; the session of the readings drives the run. It knows no table.
"""

from __future__ import annotations

from typing import Any

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import RULINGS, SEED, argument, command
from tablee.faces.cli.commands.odds_command import tell_chances
from tablee.faces.cli.commands.resolve_command import ask_person, new_seed
from tablee.faces.cli.option_values import read_params, read_rulings
from tablee.faces.cli.parser_errors import whole
from tablee.faces.cli.run_dialog import frame
from tablee.faces.cli.run_output import tell_clauses, tell_effects, tell_result, tell_trace
from tablee.faces.cli.terminal_prompts import ask_faces, ask_line, folded, pick
from tablee.faces.messages import format_params, refusal_text, sentence
from tablee.rules.contract_json import RulingsJson
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Session, answer_played, play
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_procedure, games, known_game
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.run_json import run_view


@command(
    "Jouer au terminal : choisir un jeu, poser un jet dans ses mots, voir la chance, lancer "
    "(dés de la maison ou vrais dés), choisir, lire ce qui arrive et pourquoi.",
    argument(
        "game",
        "[JEU]",
        "Un jeu, ou une procédure (« exil.simple »).",
        shell_complete=completion.game_names,
    ),
    argument("words", "[PROCÉDURE] [NOM=VALEUR]…", "Ce qui est déjà décidé.", nargs=-1),
    RULINGS,
    SEED,
    epilog="Exemple : tablee play exil simple talent=14",
)
def play_command(
    face: Face, game: str | None, words: tuple[str, ...], rulings: tuple[str, ...], seed: str | None
) -> int:
    if face.json:
        raise refuse("--json", None, "« play » se joue au terminal ; « resolve » parle JSON")
    number = new_seed() if seed is None else whole(seed, "seed")
    try:
        Evening(face, HouseDice(number), rulings).begin(game, list(words))
    except EOFError:
        face.line()
    face.line(face.words.text("À la prochaine !"))
    return 0


class Evening:
    """One session at the terminal: the game, the procedure with its last parameters, the house
    dice."""

    def __init__(self, face: Face, house: HouseDice, rulings: tuple[str, ...]) -> None:
        self.face = face
        self.house = house
        self.rulings = rulings
        self.real = False

    # ── choosing what to play ──────────────────────────────────────────────────────────────────
    def begin(self, name: str | None, rest: list[str]) -> None:
        """Play until the person stops. Raises `EOFError` at the end of the input."""
        if name is not None and "." in name:
            name, rest = name.partition(".")[0], [name, *rest]
        game = self._game(name)
        if rest and "=" not in rest[0]:
            full = rest[0] if "." in rest[0] else f"{game.id}.{rest[0]}"
            kind = find_procedure(full)
            chosen_rulings = self._read_rulings(game)
            params, _ = read_params(kind, rest[1:], rulings=chosen_rulings, places=self.face.places)
            question = ask_about(kind.id, params, chosen_rulings) if params else None
            if self._rounds(game, kind, question):
                return
        elif rest:
            raise refuse("procedure", rest[0], "le nom d’une procédure avant ses paramètres")
        while not self._rounds(game, self._procedure(game), None):
            pass

    def _game(self, name: str | None) -> Game:
        if name is None:
            known = games()
            self.face.line(self.face.bold(self.face.words.text("À quel jeu jouez-vous ?")))
            prompt = self.face.words.text("votre jeu :")
            name = pick(self.face, prompt, [(game.id, game.title) for game in known])
        game = known_game(name)
        self.face.game = game
        self._read_rulings(game)
        return game

    def _read_rulings(self, game: Game) -> RulingsJson:
        return read_rulings(game.rulings, self.rulings)

    def _procedure(self, game: Game) -> type[Procedure[Any]]:
        if not game.procedures:
            raise refuse("game", game.id, "un jeu qui a des procédures")
        words = self.face.words
        self.face.line()
        self.face.line(self.face.bold(words.phrase("{game:=} : que jouez-vous ?", game=game.title)))
        options = [(p.id, sentence(words, words.label(p.id))) for p in game.procedures]
        return find_procedure(pick(self.face, words.text("votre jet :"), options))

    # ── rounds of one procedure ────────────────────────────────────────────────────────────────
    def _rounds(self, game: Game, kind: type[Procedure[Any]], question: RunInput | None) -> bool:
        """Prepare and play one procedure repeatedly. Return True to stop for good."""
        face, words = self.face, self.face.words
        face.line()
        face.line(face.bold(sentence(words, words.label(kind.id))))
        prepared, again = question, False
        while True:
            if prepared is None:
                before = {} if question is None else question.given
                prepared = frame(face, kind, before, self._read_rulings(game))
            question = prepared
            choice = "throw" if again else self._before(question)
            if choice == "throw":
                try:
                    choice = self._after(self._play(question))
                except Refusal as refusal:
                    face.line(refusal_text(words, refusal))
                    choice = "change"
            if choice in ("other", "quit"):
                return choice == "quit"
            again = choice == "again"
            prepared = question if again else None

    def _before(self, question: RunInput) -> str:
        """Print the chance, then ask whether to throw, change, pick another procedure, or quit."""
        face, words = self.face, self.face.words
        face.line()
        if question.given:
            face.line(sentence(words, format_params(words, question.given)))
        tell_chances(self.face, question)
        menu = {
            "throw": words.text("lancer"),
            "real": words.text("vrais dés") if not self.real else words.text("dés de la maison"),
            "change": words.text("modifier"),
            "other": words.text("autre jet"),
            "quit": words.text("quitter"),
        }
        choice = self._menu(menu)
        if choice == "real":
            self.real = not self.real
            return "throw"
        return choice

    def _play(self, question: RunInput) -> Session:
        face = self.face
        session = play(question)
        shown_entries = 0
        while session.pending is not None:
            shown_entries = self._print_new_entries(session, shown_entries)
            if not isinstance(session.pending, Throw):
                answer = ask_person(face, session)
            elif self.real:
                who = session.outer(session.pending.who)
                answer = {"dice": list(ask_faces(face, session.pending, who))}
            else:
                answer = {"dice": list(self.house.throw(session.pending))}
            answer_played(session, answer)
        self._print_new_entries(session, shown_entries)
        return session

    def _print_new_entries(self, session: Session, already: int) -> int:
        """Print the new entries of the trace."""
        self.face.use_names_in(session)
        steps = explain(session, self.face.words, since=already)
        tell_trace(self.face, [step.view() for step in steps])
        return len(session.trace)

    def _after(self, session: Session) -> str:
        self.face.use_names_in(session)
        face, words = self.face, self.face.words
        view = run_view(session, words)
        face.line()
        tell_result(face, view["result"])
        tell_effects(face, view["effects"])
        face.line()
        menu = {
            "again": words.text("encore"),
            "change": words.text("modifier"),
            "why": words.text("pourquoi"),
            "other": words.text("autre jet"),
            "quit": words.text("quitter"),
        }
        while True:
            choice = self._menu(menu)
            if choice != "why":
                return choice
            tell_clauses(face, view["trace"])

    def _menu(self, menu: dict[str, str]) -> str:
        """Return one of the words of a menu, matched by its beginning; Enter takes the first."""
        first, *others = menu.values()
        prompt = self.face.words.phrase(
            "[Entrée] {first:=}, {others:=} :", first=first, others=", ".join(others)
        )
        while True:
            line = folded(ask_line(self.face, prompt))
            if not line:
                return next(iter(menu))
            found = [key for key, word in menu.items() if folded(word).startswith(line)]
            if found:
                return found[0]
            self.face.line(self.face.words.text("Un des mots proposés, ou Entrée."))
