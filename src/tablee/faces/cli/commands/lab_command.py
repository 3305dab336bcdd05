"""`lab`: a study of a TOML file, computed into tables and a report page.

The module parses options and prints; the lab computes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import argument, command, option
from tablee.faces.cli.parser_errors import whole
from tablee.faces.cli.progress import Waiting
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.faces.lab.lab_run import LabResults


@command(
    "Une mesure d’une règle sur toute une étendue de paramètres : results.parquet, results.csv et "
    "report.html. Ce qui est calculé est gardé : la même commande continue.",
    argument("study", "ÉTUDE.toml", "Le fichier de l’étude.", shell_complete=completion.files),
    option(
        "out --out",
        "Le dossier des résultats ; par défaut, à côté de l’étude et de même nom.",
        "DOSSIER",
    ),
    option("workers --workers", "Nombre de processus ; un par cœur par défaut.", "N"),
    option(
        "cluster --cluster",
        "L’adresse d’un ordonnanceur dask, qui calcule à la place.",
        "ADRESSE",
    ),
    epilog="Exemple : tablee lab studies/armes-dieux.toml",
)
def lab_command(
    face: Face, study: str | None, out: str | None, workers: str | None, cluster: str | None
) -> int:
    if study is None:
        raise refuse("study", None, "un fichier TOML qui existe")
    if workers is not None and cluster is not None:
        raise refuse("workers", workers, "rien d’autre avec --cluster : ses processus calculent")
    hands = None if workers is None else whole(workers, "workers", 1, 4 * (os.cpu_count() or 1))
    folder = Path(out) if out is not None else _beside(study)
    results = _computed(face, study, folder, hands, cluster)
    if face.json:
        face.write(results.view(folder))
    else:
        _tell(face, results, folder)
    return 0


def _beside(study: str) -> Path:
    """Return the folder of the results of a study file: its name without the ending."""
    path = Path(study)
    return path.with_suffix("") if path.suffix else path.with_name(f"{path.name}.results")


def _computed(
    face: Face, study: str, folder: Path, workers: int | None, cluster: str | None
) -> LabResults:
    """Compute a study. After Control-C, print how many cells are kept."""
    from tablee.faces.lab.lab_run import lab

    seen = [0, 0]
    with Waiting(face, "Étude") as waiting:

        def tick(done: int, total: int) -> None:
            seen[:] = done, total
            waiting.known(done, total)

        try:
            return lab(
                study, out=folder, workers=workers, cluster=cluster, lang=face.lang, tick=tick
            )
        except KeyboardInterrupt:
            text = "Interrompu : {done} sur {total:cas|cas}, gardés ; la même commande continue."
            if seen[1] and not face.json:
                face.line(face.words.phrase(text, done=seen[0], total=seen[1]))
            raise


def _tell(face: Face, results: LabResults, folder: Path) -> None:
    words = face.words
    face.line(face.bold(results.title(face.lang)))
    parts = [words.phrase("{n:cas|cas}", n=len(results.cells))]
    if results.resumed:
        parts.append(words.phrase("{n:repris|repris}", n=results.resumed))
    if results.refused:
        parts.append(words.phrase("{n:refusé|refusés}", n=results.refused))
    if results.partly_refused:
        parts.append(
            words.phrase("{n:refusé en partie|refusés en partie}", n=results.partly_refused)
        )
    face.line(", ".join(parts))
    if results.refused or results.partly_refused:
        face.line(words.phrase("Refusé : {why:=}", why=results.main_refusal(face.lang)))
    if results.restarted:
        face.line(words.text("L’étude ou la règle a changé : tout a été recalculé."))
    for name, effects in results.effects(face.lang):
        shown = [
            words.phrase("{axis:=} {change:=}", axis=axis, change=change)
            for axis, change in effects
        ]
        face.line(
            words.phrase("{name:=}, ce qui change le plus : {shown:=}", name=name, shown=shown)
        )
    face.line()
    for file in ("report.html", "results.csv", "results.parquet"):
        face.line(f"  {folder / file}")
