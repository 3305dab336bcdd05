"""A person at the terminal: menus, request form, real dice, choices, reasons; patient with slips."""

from __future__ import annotations

import os
import pty
import select
import sys
import time
from contextlib import suppress

import pytest

from tests.kit.command_line import ROOT, call


def _play(*lines: str, arguments: tuple[str, ...] = ("play",)) -> str:
    """What is printed for these lines, typed one after the other; the words then end."""
    reply = call(*arguments, stdin="".join(f"{line}\n" for line in lines))
    assert reply.status == 0
    assert reply.err == ""
    return reply.out.replace("\u00a0", " ").replace("\u202f", " ")


def test_an_evening_with_real_dice() -> None:
    texts = _play("exil", "1", "14", "-5", "", "", "", "vrais", "13", "x", "6", "pourquoi", "q")
    assert "À quel jeu jouez-vous ?" in texts
    assert "Chance de réussite : 75 % (trois chances sur quatre)" in texts
    assert texts.count("1 face de 1 à 12") == 1
    assert "Action réussie, marge de réussite 3" in texts
    assert "La marge se lit en degrés" in texts
    assert texts.endswith("À la prochaine !\n")


def test_changing_keeps_what_was_shown() -> None:
    texts = _play("m", "", "3", "", "", "", "q", arguments=("play", "exil", "simple", "talent=14"))
    assert "votre réponse [14]" in texts
    assert "Talent : 14, difficulté : 3" in texts


def test_again_and_another() -> None:
    texts = _play("", "encore", "autre", "quitter", arguments=("play", "exil.simple", "talent=8"))
    assert texts.count("le d12 donne") == 2
    assert "Exil : que jouez-vous ?" in texts


def test_a_seed_makes_it_repeatable() -> None:
    arguments = ("play", "exil.simple", "talent=8", "--seed", "12")
    assert _play("", "", "", "q", arguments=arguments) == _play(
        "", "", "", "q", arguments=arguments
    )


def test_records_are_requested_one_by_one() -> None:
    texts = _play(
        *("14", "", "", ""),
        *("12", "+3", "", ""),
        *("n", "", "", "q"),
        arguments=("play", "exil", "opposition"),
    )
    assert "Protagonistes, n° 2" in texts
    assert "À la prochaine" in texts


def test_events_are_requested_by_what_they_are() -> None:
    texts = _play(
        *("", "refaire"),
        *("revers", "encaisser", "", "", "", "", "o"),
        *("9", "1", "n"),
        *("", "q"),
        arguments=("play", "armes_dieux.personnage"),
    )
    assert "3  Revers subi" in texts
    assert "Attendu : le mot, ou son numéro de 1 à 5." in texts
    assert "Un Effort : la Tension passe à 2." in texts


def test_quitting_among_events() -> None:
    texts = _play("", "refaire", "q", arguments=("play", "armes_dieux.personnage"))
    assert texts.endswith("À la prochaine !\n")


def test_lists_and_words_are_understood() -> None:
    texts = _play("3", "effort, Aspect", "", "", "", "q", arguments=("play", "armes_dieux.poignee"))
    assert "Bonus : Effort et Aspect" in texts


def test_a_choice_with_its_worth() -> None:
    arguments = ("play", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask", "--seed", "1")
    texts = _play("", "?", "9", "1", "q", arguments=arguments)
    assert "Attendu : un entier de 0 à 3." in texts
    assert "réussite : 0,9" in texts
    assert "choisit : 1 (dés à écarter)." in texts


def test_choices_at_once_are_asked_one_by_one() -> None:
    participants = '[{"id":"a","poignee":3,"sr":8,"ecartes":"ask"},{"id":"b","poignee":2,"sr":7,"ecartes":"ask"}]'
    arguments = ("play", "armes_dieux.opposition", f"participants={participants}")
    texts = _play("", "1", "0", "q", arguments=arguments)
    assert texts.count("un entier de 0 à") >= 2
    assert "À la prochaine" in texts


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("",),
        ("99", "0", "-1", "exil", "zzz"),
        ("exil", "1", "", "abc", "[[[", '{"a": 1}', "99", "14", "…", "\x00", "x" * 10_000),
        ("eclats", "1", "3", "[[1,", "6", "", "", "", "peut-être"),
    ],
)
def test_slips_and_a_sudden_end_are_taken_politely(lines: tuple[str, ...]) -> None:
    assert "À la prochaine !" in _play(*lines)


def test_bytes_that_are_no_text_are_a_slip() -> None:
    reply = call("play", stdin=b"\xff\xfe\nexil\nq\n")
    assert reply.status == 0
    assert "Exil : que" in reply.out.replace("\u00a0", " ")


def test_a_number_is_itself_beside_a_word() -> None:
    """Where a number or a word may be typed, no place in a list is taken for the number."""
    texts = _play("2", "1", "4", "", "", "q", arguments=("play", "eclats", "test"))
    assert "un entier de 1 à 99 ou « inatteignable »" in texts
    assert "seuil : 1" in texts


def test_nothing_is_a_word_too() -> None:
    texts = _play(
        *("10", "", "boss", "celui", "x", "ceux", "q"), arguments=("play", "socle", "duel")
    )
    assert "un entier de 1 à 20 ou « ceux de sa catégorie »" in texts
    assert "null" not in texts
    assert "À la prochaine" in texts


@pytest.mark.parametrize("before", [("",), ("", "2"), ("", "2", "vrais")])
def test_quitting_anywhere(before: tuple[str, ...]) -> None:
    arguments = ("play", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask")
    texts = _play(*before, "q", "never read", arguments=arguments)
    assert texts.endswith("À la prochaine !\n")
    assert "Attendu" not in texts


def test_chances_say_whose_they_are() -> None:
    participants = '[{"id":"Ada","poignee":3,"sr":8},{"id":"Bo","poignee":2,"sr":7}]'
    arguments = ("play", "armes_dieux.opposition", f"participants={participants}")
    assert "L’emporter (Ada) : " in _play("q", arguments=arguments)


def test_english_evening() -> None:
    texts = _play(
        "exil", "1", "14", "-5", "", "", "real", "6", "why", "q", arguments=("play", "--lang", "en")
    )
    assert "Chance of success: 75%" in texts
    assert texts.endswith("See you!\n")


# ── at a real terminal ─────────────────────────────────────────────────────────────────────────
AGAIN = 10.0
"""Seconds after which Ctrl-C is pressed again."""


class _Terminal:
    """A process at a pseudo-terminal."""

    def __init__(self, *arguments: str, **env: str) -> None:
        self.text = ""
        self.process, self.end = pty.fork()
        if self.process == 0:
            os.chdir(ROOT)
            os.environ.update({"TERM": "xterm", **env})
            os.environ.pop("NO_COLOR", None) if "NO_COLOR" not in env else None
            words = [sys.executable, "-m", "tablee.faces.cli.main", *arguments]
            os.execv(sys.executable, words)

    def wait_for(self, text: str) -> None:
        """Read on until `text` has come."""
        limit = time.monotonic() + 30
        while text not in self.text.replace("\u00a0", " ").replace("\u202f", " "):
            assert time.monotonic() < limit, self.text
            ready, _, _ = select.select([self.end], [], [], 1)
            if ready:
                self.text += os.read(self.end, 65536).decode(errors="replace")

    def type(self, line: str) -> None:
        self.text = ""
        os.write(self.end, f"{line}\n".encode())

    def interrupt(self) -> int:
        """Press Ctrl-C until the process ends: a key pressed while the terminal changes its mode is
        lost."""
        limit, pressed = time.monotonic() + 60, -AGAIN
        ended = 0, 0
        while ended == (0, 0):
            assert time.monotonic() < limit, self.text
            if time.monotonic() - pressed > AGAIN:
                os.write(self.end, b"\x03")
                pressed = time.monotonic()
            if select.select([self.end], [], [], 0.1)[0]:
                with suppress(OSError):
                    self.text += os.read(self.end, 65536).decode(errors="replace")
            ended = os.waitpid(self.process, os.WNOHANG)
        os.close(self.end)
        return os.waitstatus_to_exitcode(ended[1])

    def leave(self) -> int:
        """Wait until the process ends by itself."""
        with suppress(OSError):
            while os.read(self.end, 65536):
                pass
        os.close(self.end)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def test_playing_at_a_terminal() -> None:
    seat = _Terminal("play", "exil", "simple", "talent=14")
    seat.wait_for("quitter :")
    assert "\x1b[" in seat.text
    seat.type("vrais dés")
    seat.wait_for("1d12")
    seat.type("6")
    seat.wait_for("superbe réussite")
    seat.wait_for("quitter :")
    seat.type("q")
    assert seat.leave() == 0


def test_resolve_asks_at_a_terminal() -> None:
    seat = _Terminal("resolve", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask", NO_COLOR="1")
    seat.wait_for("chaque option) :")
    assert "\x1b[" not in seat.text
    seat.type("?")
    seat.wait_for("réussite :")
    seat.wait_for("chaque option) :")
    seat.type("99")
    seat.wait_for("Attendu : un entier de 0 à 3.")
    seat.wait_for("chaque option) :")
    seat.type("1")
    seat.wait_for("Graine des dés")
    assert seat.leave() == 0


def test_an_end_of_input_at_a_terminal_is_polite() -> None:
    seat = _Terminal("resolve", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask")
    seat.wait_for("chaque option)")
    os.write(seat.end, b"\x04")
    assert seat.leave() == 0


def test_ctrl_c_at_a_terminal() -> None:
    seat = _Terminal("play")
    seat.wait_for("votre jeu :")
    assert seat.interrupt() == 130


def test_what_takes_long_shows_a_bar() -> None:
    protagonists = str([{"talent": 8 + i % 5} for i in range(9)]).replace("'", '"')
    seat = _Terminal(
        "simulate",
        "exil.opposition",
        f"protagonistes={protagonists}",
        "-n",
        "300000000",
        "--by",
        "case",
    )
    seat.wait_for("Échantillon")
    assert seat.interrupt() in (0, 130)
