"""The law beside a form where every open choice takes its best answer.

`best_pane` is a task of a worker (`faces.workers.tasks`).
"""

from __future__ import annotations

from msgspec.structs import replace

from tablee.faces.pictures.study import Study
from tablee.faces.web.panes.law_pane import LawView, NoLaw, view_of
from tablee.faces.workers.pipe import Ticker
from tablee.faces.workers.tasks import Options
from tablee.rules.contract_json import RunJson
from tablee.rules.readings.advice.advise import utility_of
from tablee.rules.readings.advice.best_play import odds_of_best_play
from tablee.rules.readings.budget import Budget
from tablee.rules.run_input import read_run
from tablee.rules.texts.words import Words


def best_pane(run: RunJson, options: Options, tick: Ticker | None = None) -> LawView | NoLaw:
    """Return the law of what follows a run where the seat that chooses next takes its best answers.

    Options: `lang`, `by` as for `law_pane`. Raises `Refusal` where two sides choose against each other.
    """
    question = read_run(run)
    words = Words(question.game, options.get("lang", "fr"))
    name, _ = utility_of(question, None)
    law = odds_of_best_play(question, name, budget=Budget(tick=tick))
    study = Study([question], lambda: Budget(tick=tick), [law])
    pane = view_of(study, str(options.get("by") or ""), words)
    if isinstance(pane, NoLaw):
        return pane
    aim = words.label(name, question.procedure.id)
    caption = words.phrase("À chaque choix, la meilleure réponse pour ce but : {aim:=}.", aim=aim)
    title = words.text("Vos chances, en jouant au mieux")
    return replace(pane, title=title, captions=[*pane.captions, caption])
