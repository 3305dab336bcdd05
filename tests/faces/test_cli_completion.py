"""What the shell offers: commands, procedures, parameters and their values, fields, switches."""

from __future__ import annotations

import pytest

from tests.kit.command_line import call, process


def _offered(words: str) -> list[str]:
    """What bash is offered after `tablee ` and these words (the last one is unfinished)."""
    env = {
        "_TABLEE_COMPLETE": "bash_complete",
        "COMP_WORDS": f"tablee {words}",
        "COMP_CWORD": str(len(words.split(" "))),
    }
    reply = process(env=env)
    assert reply.status == 0, reply.err
    return [line.split(",", 1)[1] for line in reply.out.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "some"),
    [
        ("", "resolve"),
        ("re", "resolve"),
        ("odds exil.si", "exil.simple"),
        ("odds exil.simple ta", "talent="),
        ("resolve armes_dieux.jet maitrise=", "maitrise=true"),
        ("odds exil.simple talent=14 --by ma", "margin"),
        ("odds exil.simple --by success,m", "success,margin"),
        ("odds exil.simple --ruling equal=", "equal=fails"),
        ("advise exil.simple --for re", "reussite"),
        ("procedures ec", "eclats"),
        ("show loss.", "loss.action"),
        ("odds --la", "--lang"),
        ("odds --lang ", "fr"),
    ],
)
def test_the_shell_offers(words: str, some: str) -> None:
    offered = _offered(words)
    assert some in offered
    last = words.rpartition(" ")[2]
    assert all(word.startswith(last) for word in offered)


def test_a_parameter_is_offered_once() -> None:
    assert "talent=" not in _offered("odds exil.simple talent=14 ta")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(shell: str) -> None:
    texts = call("completion", shell)
    assert texts.status == 0
    assert "_TABLEE_COMPLETE" in texts.out
    assert call("completion", shell, "--json").json["shell"] == shell
