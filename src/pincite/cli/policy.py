"""`pincite policy`: show the policy that decides, or check a file that replaces it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import click

from pincite.checks import Policy
from pincite.cli.judging import load_policy
from pincite.records import Decision

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(name="policy")
def command() -> None:
    """Show the policy that turns findings into decisions, or check a file that replaces it."""


@command.command(name="show")
@click.argument("file", type=_FILE, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
def show(*, file: Path | None, as_json: bool) -> None:
    """Print the policy of FILE with every key, else the default one, as TOML."""
    policy = load_policy(file)
    if as_json:
        from pincite.codec import SCHEMA, dumps

        value = {"schema": SCHEMA, "policy": policy.settings(), "policy_sha256": policy.sha256}
        click.echo(dumps(value))
        return
    click.echo(policy.to_toml(), nl=False)


@command.command(name="check")
@click.argument("file", type=_FILE)
def check(*, file: Path) -> None:
    """Say what FILE changes of the default policy; exit with status 2 where it is no policy."""
    policy, default = load_policy(file), Policy()
    changed = [
        (field.name, getattr(default, field.name), getattr(policy, field.name))
        for field in fields(Policy)
        if getattr(default, field.name) != getattr(policy, field.name)
    ]
    for name, before, after in changed:
        click.echo(f"{name}: {_shown(before)} -> {_shown(after)}")
    if not changed:
        click.echo("nothing is changed: this is the default policy")
    click.echo(f"policy_sha256 {policy.sha256}")


def _shown(value: object) -> str:
    return value.value if isinstance(value, Decision) else str(value)
