"""`pincite train`: train, export and calibrate the verifier."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["command"]

_FOLDER = click.Path(file_okay=False, path_type=Path)
_EXISTING = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group("train")
def command() -> None:
    """Train what pincite ships; needs `pincite[train]`."""


@command.command("verifier")
@click.option("--data", "root", metavar="ROOT", type=_EXISTING, required=True, help="Data sets.")
@click.option(
    "--backbone",
    metavar="FOLDER",
    type=_EXISTING,
    required=True,
    help="A BERT-like encoder: config.json, model.safetensors, tokenizer.json.",
)
@click.option("--out", metavar="FOLDER", type=_FOLDER, required=True, help="For checkpoints.")
@click.option("--start", metavar="FOLDER", type=_EXISTING, help="Go on from this verifier.")
@click.option("--seed", default=0, show_default=True, help="Of everything drawn.")
@click.option("--minutes", metavar="M", type=float, help="Stop then; the same call goes on.")
def verifier(
    root: Path, backbone: Path, out: Path, *, start: Path | None, seed: int, minutes: float | None
) -> None:
    """Train the cross-encoder, from the last checkpoint if there is one."""
    import math

    from pincite.train.export import exported_weights
    from pincite.train.pairs import pairs
    from pincite.train.verifier import FURTHER, STAGES, train

    done = train(
        pairs(root, seed=seed),
        backbone,
        out,
        stages=FURTHER if start else STAGES,
        start=exported_weights(start, backbone) if start else None,
        seed=seed,
        minutes=math.inf if minutes is None else minutes,
    )
    click.echo(f"{out / 'verifier.pt'} is trained" if done else "stopped; the same call goes on")


@command.command("export")
@click.argument("weights", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--backbone", metavar="FOLDER", type=_EXISTING, required=True, help="As trained.")
@click.option("--out", metavar="FOLDER", type=_FOLDER, required=True, help="For the model.")
def export(weights: Path, backbone: Path, out: Path) -> None:
    """Write WEIGHTS as an eight-bit ONNX model."""
    from pincite.train.export import export as write

    write(weights, backbone, out)
    size = (out / "model.onnx").stat().st_size
    click.echo(f"{out / 'model.onnx'}: {size / 1e6:.1f} MB")


@command.command("calibrate")
@click.argument("folder", type=_FOLDER)
@click.option("--data", "root", metavar="ROOT", type=_EXISTING, required=True, help="Data sets.")
@click.option("--verifier", metavar="NAME", help="Fit this one, and write FOLDER to name it by.")
@click.option("--n", metavar="N", type=click.IntRange(1), help="Pairs of each data set, at most.")
def calibrate(folder: Path, root: Path, verifier: str | None, n: int | None) -> None:
    """Fit the combination with the checks for the model in FOLDER, or for any verifier.

    With --verifier, a later `--verifier FOLDER` is that verifier, calibrated.
    """
    from pincite.train.calibrate import PER_SET
    from pincite.train.calibrate import calibrate as fit

    for name, weight in fit(root, folder, verifier=verifier, n=n or PER_SET).items():
        click.echo(f"{name:18} {weight:+.3f}")
