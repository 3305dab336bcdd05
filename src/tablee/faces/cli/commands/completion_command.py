"""`tablee completion SHELL`: the completion script of a shell.

The module only prints the script.
"""

from __future__ import annotations

import click

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command
from tablee.rules.refusal import refuse

SHELLS = ("bash", "zsh", "fish")


@command(
    "Écrit le script qui complète les commandes, les procédures et leurs paramètres.",
    argument("shell", "SHELL", "bash, zsh ou fish."),
    epilog='Pour bash : eval "$(tablee completion bash)"',
)
def completion_command(face: Face, shell: str | None) -> int:
    if shell not in SHELLS:
        raise refuse("shell", shell, "bash, zsh ou fish")
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    script = found(click.get_current_context().command, {}, "tablee", "_TABLEE_COMPLETE")
    source = script.source_template % script.source_vars()
    if face.json:
        face.write({"shell": shell, "script": source})
    else:
        face.line(source)
    return 0
