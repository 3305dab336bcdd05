"""Commands in the language of the reader, and the options that several commands share.

The module builds on click. It knows no procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import Any

import click

from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.parser_errors import EXTRA, refuse_repeated
from tablee.faces.cli.run_sources import Given
from tablee.faces.strict_input import seat_name
from tablee.rules.refusal import refuse
from tablee.rules.texts.words import Words


class _Spoken(click.Command):
    """A command whose help has titles in the language of the reader."""

    face: Face

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        title = self.face.words.text("Usage :")
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{title} ")

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing; `format_options` writes the arguments too."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        params = self.get_params(ctx)
        for title, kind in (("Arguments", click.Argument), ("Options", click.Option)):
            rows = [
                record
                for param in params
                if isinstance(param, kind) and (record := param.get_help_record(ctx)) is not None
            ]
            if rows:
                with formatter.section(self._titled(title)):
                    formatter.write_dl(rows)

    def _titled(self, title: str) -> str:
        """Return the title of a section, with the space before the colon that the formatter adds."""
        words = self.face.words
        return words.text(title) + ("\u00a0" if words.lang == "fr" else "")


class Command(_Spoken):
    """One command. After parsing, `ordered` holds the options in the order given."""

    def __init__(
        self,
        face: Face,
        name: str,
        callback: Callable[..., int],
        params: Sequence[click.Parameter],
        help: str,
        epilog: str = "",
    ) -> None:
        words = face.words
        self.face = face
        super().__init__(
            name,
            callback=callback,
            params=_in_words([*params, *COMMON], words),
            help=words.text(help),
            epilog=words.text(epilog) if epilog else None,
            options_metavar=words.text("[OPTIONS]"),
            add_help_option=False,
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        values, extra, order = self.make_parser(ctx).parse_args(list(args))
        ctx.meta["tablee.order"] = [param.name for param in order]
        ctx.meta[EXTRA] = extra
        left = super().parse_args(ctx, args)
        refuse_repeated(order, values)
        return left


class Group(_Spoken, click.Group):
    """All commands. Each one is built, and its imports run, only when it is called."""

    def __init__(
        self, face: Face, summaries: dict[str, str], load: Callable[[str], Command]
    ) -> None:
        self.face = face
        self.summaries = summaries
        self.load = load
        words = face.words
        super().__init__(
            "tablee",
            params=_in_words([*COMMON, VERSION], words),
            help=words.text(
                "Les règles de cinq jeux de rôle français : jouées, calculées, conseillées, "
                "simulées, expliquées."
            ),
            epilog=words.text("Pour commencer : « tablee play », ou « tablee games »."),
            options_metavar=words.text("[OPTIONS]"),
            subcommand_metavar=words.text("COMMANDE [ARGUMENTS]…"),
            add_help_option=False,
            invoke_without_command=True,
            callback=self._bare,
        )

    def _bare(self, **_: Any) -> int:
        context = click.get_current_context()
        if context.invoked_subcommand is None:
            if self.face.json:
                raise click.exceptions.NoSuchCommand("", ctx=context)
            self.face.line(context.get_help())
        return 0

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.load(cmd_name) if cmd_name in self.summaries else None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        words = self.face.words
        with formatter.section(self._titled("Commandes")):
            formatter.write_dl([(name, words.text(text)) for name, text in self.summaries.items()])

    def shell_complete(
        self, ctx: click.Context, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        return completion.commands(self.face, self.summaries, incomplete) + (
            click.Command.shell_complete(self, ctx, incomplete)
        )


def command(
    help: str, *params: click.Parameter, epilog: str = ""
) -> Callable[[Callable[..., int]], Callable[[Face], Command]]:
    """Declare a command by its function `NAME_command`, which gets the face and the values of
    `params`, and returns the exit status."""

    def declared(call: Callable[..., int]) -> Callable[[Face], Command]:
        name = call.__name__.removesuffix("_command")
        return lambda face: Command(face, name, partial(call, face), params, help, epilog)

    return declared


# ── options ────────────────────────────────────────────────────────────────────────────────────
def _in_words(params: Sequence[click.Parameter], words: Words) -> list[click.Parameter]:
    """Return the parameters with their texts in the language of the reader."""
    found = [copy(param) for param in params]
    for param in found:
        assert isinstance(param, click.Option | click.Argument)
        param.help = words.text(param.help or "")
        param.metavar = words.text(param.metavar or "") or None
    return [*found]


def option(names: str, help: str, metavar: str = "", **more: Any) -> click.Option:
    """Return an option with a value; `names` is `"seat --as"` (the inner name, then the outer
    ones)."""
    return click.Option(names.split(), help=help, metavar=metavar, **more)


def flag(names: str, help: str, **more: Any) -> click.Option:
    """Return an option without a value."""
    return click.Option(names.split(), is_flag=True, help=help, **more)


def argument(name: str, metavar: str, help: str, **more: Any) -> click.Argument:
    more.setdefault("required", False)
    return click.Argument([name], metavar=metavar, help=help, **more)


def _help(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        click.echo(context.get_help())
        context.exit()


def _version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from importlib import metadata

        click.echo(f"tablee {metadata.version('tablee')}")
        context.exit()


EAGER: dict[str, Any] = {"is_eager": True, "expose_value": False}
COMMON = (
    flag("json --json", "Répondre en JSON.", expose_value=False),
    option(
        "lang --lang",
        "Langue : fr (par défaut) ou en ; aussi par TABLEE_LANG.",
        "LANGUE",
        expose_value=False,
        shell_complete=completion.langs,
    ),
    option(
        "game_files --game",
        "Ajouter le jeu que déclare ce fichier Python.",
        "FICHIER.py",
        expose_value=False,
        multiple=True,
        shell_complete=completion.files,
    ),
    flag("help --help", "Montrer cette aide.", callback=_help, **EAGER),
)
"""Options of every command, which may precede or follow it."""
VERSION = flag("version --version", "Montrer la version.", callback=_version, **EAGER)
GAME = argument("game", "[JEU]", "Un jeu (« tablee games »).", shell_complete=completion.game_names)
RULINGS = option(
    "rulings --ruling",
    "Choix de la campagne sur un point que la règle laisse ouvert.",
    "NOM=VALEUR",
    multiple=True,
    shell_complete=completion.rulings,
)
ASKED = (
    argument(
        "procedure",
        "[PROCÉDURE]",
        "Nom d’une procédure (« tablee procedures » les donne toutes).",
        shell_complete=completion.procedures,
    ),
    argument(
        "params",
        "[NOM=VALEUR]…",
        "Paramètres ; une liste ou un objet en JSON, ou @FICHIER.json. Un chemin change une valeur "
        "à l’intérieur : a=@jeanne a.politique.attitude=ask.",
        nargs=-1,
        shell_complete=completion.parameters,
    ),
    option(
        "run --run",
        "Lire un jet en JSON dans un fichier (« - » : l’entrée standard) ; un .jsonl tient un "
        "jet par ligne et donne une réponse par ligne.",
        "FICHIER",
    ),
    RULINGS,
)
"""Options of every command that takes a procedure."""
SEAT = option(
    "seat --as",
    "Ne montrer que ce que voit ce siège (un siège inconnu ne voit que le public).",
    "SIÈGE",
)
SEED = option("seed --seed", "La graine des dés de la maison.", "N")
BY = option(
    "by --by",
    "Ne garder que ces champs du résultat.",
    "CHAMP[,CHAMP]",
    multiple=True,
    shell_complete=completion.fields,
)


def fields_named(by: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the fields of `--by a,b`, None without the option."""
    return tuple(name.strip() for text in by for name in text.split(",")) if by else None


def given_of(
    procedure: str | None,
    params: tuple[str, ...],
    run: str | None,
    rulings: tuple[str, ...],
    seat: str | None = None,
) -> Given:
    """Return the values of the shared options. Raises `Refusal` for an invalid seat name."""
    if procedure is not None and run is not None and "=" in procedure:
        params, procedure = (procedure, *params), None
    if run is not None and params:
        raise refuse("params", params[0], "rien d’autre avec --run : les paramètres y sont")
    return Given(procedure, params, run, rulings, None if seat is None else seat_name(seat))
