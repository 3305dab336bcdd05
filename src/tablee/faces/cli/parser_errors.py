"""Errors of the option parser, turned into refusals.

The module knows click and no procedure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from tablee.faces.strict_input import plain_number
from tablee.rules.refusal import Refusal, refuse, refuse_name, unknown_name

EXTRA = "tablee.extra"
"""Key in the context of a call: the arguments that its command does not take."""


def refusal_of(problem: click.ClickException) -> Refusal:
    """Return an error of the parser as a refusal that names the field and what is allowed."""
    context = getattr(problem, "ctx", None)
    match problem:
        case click.NoSuchOption():
            return unknown_name(problem.option_name, problem.option_name, _options(context))
        case click.exceptions.NoSuchCommand():
            known = context.command.list_commands(context) if context else []
            return refuse_name("command", problem.command_name, known)
        case click.MissingParameter():
            name = problem.param.human_readable_name if problem.param else ""
            return Refusal("param", name, None, "une valeur (obligatoire)")
        case click.BadOptionUsage():
            return Refusal("param", problem.option_name, None, _usage(problem))
        case _:
            return _general(problem, context)


def refuse_repeated(given: Sequence[click.Parameter], values: Mapping[str, object]) -> None:
    """Refuse an option with a single value that is given several times."""
    for param in given:
        single = isinstance(param, click.Option) and not (param.multiple or param.is_flag)
        if single and param.name != "lang" and given.count(param) > 1:
            allowed = "une seule valeur : ce nom est donné deux fois"
            raise refuse(param.opts[-1], values.get(param.name or ""), allowed)


def _usage(problem: click.BadOptionUsage) -> str:
    takes_none = "does not take" in problem.message
    return "aucune valeur : c’est un oui ou rien" if takes_none else "une valeur après l’option"


def _general(problem: click.ClickException, context: click.Context | None) -> Refusal:
    if isinstance(problem, click.UsageError) and context is not None:
        command = context.command_path
        return Refusal(
            "param",
            "arguments",
            " ".join(context.meta.get(EXTRA, [])) or None,
            "les arguments que décrit « {command:=} --help »",
            command=command,
        )
    return Refusal("param", "arguments", problem.message, "un appel comme le décrit « --help »")


def _options(context: click.Context | None) -> list[str]:
    if context is None:
        return ["--help"]
    params = context.command.get_params(context)
    return [param.opts[-1] for param in params if isinstance(param, click.Option)]


def whole(text: str | None, field: str, low: int | None = None, high: int | None = None) -> int:
    """Return an option as a whole number. Raises `Refusal` naming the option and the range."""
    from tablee.rules.shapes import Whole

    shape = Whole(low, high)
    try:
        number = plain_number(text or "")
        if not number or len(number) > 40 or not number.isascii():
            raise ValueError
        return shape.read(int(number), field)
    except ValueError:
        raise shape.no(text, field, "param") from None
