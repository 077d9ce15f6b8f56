"""How a command was called, written so that it can be called again; knows no command.

Folders are left out, since where somebody keeps files is theirs, and so is what stands for a user
in an address.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator
from pathlib import Path

import click
from click.core import ParameterSource

__all__ = ["command_line", "options_line"]

_USER = re.compile(r"(?<=://)[^/?#\s@]*@")


def command_line() -> str:
    """The command that runs now with all that was given to it.

    Files are named without their folders; a data root is `ROOT`.
    """
    context = click.get_current_context()
    return f"{_called(context)} {options_line()}".rstrip()


def options_line(*, without: Collection[str] = ()) -> str:
    """Arguments, then options, of the command that runs now, in the order it declares them.

    Args:
        without: Names of parameters to leave out.
    """
    context = click.get_current_context()
    given = [
        parameter
        for parameter in context.command.params
        if parameter.name not in without
        and context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    ]
    given.sort(key=lambda parameter: not isinstance(parameter, click.Argument))
    words = [word for parameter in given for word in _words(parameter, context)]
    return shlex.join(words)


def _called(context: click.Context) -> str:
    """`pincite score`, also where the command is run by itself."""
    names = [context.info_name or ""]
    while context.parent is not None:
        context = context.parent
        names.insert(0, context.info_name or "")
    return " ".join(names if names[0] == "pincite" else ["pincite", *names])


def _words(parameter: click.Parameter, context: click.Context) -> Iterator[str]:
    value = context.params[parameter.name or ""]
    option = max(parameter.opts, key=len)
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(parameter, click.Argument):
            yield _shown(one)
        elif isinstance(parameter, click.Option) and parameter.is_flag:
            yield option
        else:
            yield from (option, "ROOT" if parameter.metavar == "ROOT" else _shown(one))


def _shown(value: object) -> str:
    if isinstance(value, Path):
        return value.name
    text = _USER.sub("", str(value))
    return Path(text).name if "://" not in text and Path(text).exists() else text
