"""Errors of the option parser, turned into refusals.

The module knows click and no procedure.
"""

from __future__ import annotations

import click

from tablee.faces.json_input import plain_number
from tablee.rules.refusal import Refusal


def refusal_of(problem: click.ClickException) -> Refusal:
    """Return an error of the parser as a refusal that names the field and what is allowed."""
    context = getattr(problem, "ctx", None)
    match problem:
        case click.NoSuchOption():
            options = ", ".join(_options(context))
            return Refusal(
                "param", problem.option_name, None, "une option parmi : {known:=}", known=options
            )
        case click.exceptions.NoSuchCommand():
            known = context.command.list_commands(context) if context else []
            return Refusal(
                "param",
                "command",
                problem.command_name,
                "une commande parmi : {known:=}",
                known=", ".join(known),
            )
        case click.MissingParameter():
            name = problem.param.human_readable_name if problem.param else ""
            return Refusal("param", name, None, "une valeur (obligatoire)")
        case click.BadOptionUsage():
            return Refusal("param", problem.option_name, None, _usage(problem))
        case _:
            return _general(problem, context)


def _usage(problem: click.BadOptionUsage) -> str:
    takes_none = "does not take" in problem.message
    return "aucune valeur : c’est un oui ou rien" if takes_none else "une valeur après l’option"


def _general(problem: click.ClickException, context: click.Context | None) -> Refusal:
    extra = context.args if context and context.args else []
    if isinstance(problem, click.UsageError) and context is not None:
        command = context.command_path
        return Refusal(
            "param",
            "arguments",
            " ".join(extra) or None,
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
