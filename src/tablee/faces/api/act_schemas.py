"""The schemas of the acts, made from their records; sheets and events from the games' own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from tablee.rules.game import Game
from tablee.rules.registry import games
from tablee.rules.sheet import kinds_of, sheets_of
from tablee.rules.words import Words
from tablee.table.acts import records as acts
from tablee.table.acts.hand_changes import by_hand

Json = dict[str, Any]
ACTS: Mapping[type[acts.Act], str] = {
    acts.RequestRun: "Demander un jet. À qui mène.",
    acts.Again: "Demander le même jet encore une fois. À qui mène.",
    acts.TakeOff: "Demander un jet autrement, sans un de ses modificateurs, tant que rien n’y est "
    "joué. À qui mène.",
    acts.Answer: "Répondre à ce qu’un jet attend : les faces de vrais dés, ou un choix.",
    acts.Throw: "Laisser la maison lancer ce qu’un jet attend.",
    acts.Seal: "Sa part de choix simultanés, que personne ne voit avant que tous y soient.",
    acts.Undo: "Reprendre son choix scellé, ou les derniers choix d’un jet, jusqu’au dernier lancer.",
    acts.Withdraw: "Annuler un jet tout entier. À qui mène.",
    acts.Reveal: "Montrer à tous un jet secret. À qui mène.",
    acts.Overrule: "Décider autrement d’un jet fini. À qui mène.",
    acts.Keep: "Inscrire un changement dans la chronique.",
    acts.Decline: "Refuser un changement de cette scène.",
    acts.Restore: "Reprendre un changement refusé.",
    acts.Instead: (
        "Choisir autrement un changement de cette scène que les règles laissent ouvert, à qui il "
        "touche ou à qui mène."
    ),
    acts.PutSheet: "Faire un personnage, ou réécrire sa fiche.",
    acts.Give: "Donner un personnage à un siège, ou en prendre un qui est libre.",
    acts.BeginScene: "Commencer une scène. À qui mène.",
    acts.EndScene: "Finir la scène : ce qui lui revient est inscrit, la graine de ses dés montrée. "
    "À qui mène.",
    acts.Note: "Écrire une note.",
    acts.AddSeat: "Ajouter un siège. À qui mène.",
    acts.ChangeSeat: "Changer ce qu’un siège choisit pour lui-même.",
    acts.RemoveSeat: "Retirer un siège. À qui mène.",
    acts.HandOver: "Confier la partie à un autre siège. À qui mène.",
    acts.LetAdvise: "Permettre ou non aux joueurs chances et conseils. À qui mène.",
    acts.Archive: "Archiver la campagne, ou la reprendre. À qui mène.",
}
"""What each act does."""
FIELDS: Mapping[str, str] = {
    "procedure": "le nom d’une procédure du jeu",
    "params": "ses paramètres, comme dans le composant « PROCÉDURE.params » ; ce que les fiches "
    "donnent peut manquer",
    "cast": "rôle, ou paramètre qui prend une fiche : le personnage, ou les personnages",
    "to": "les personnages, ou le siège, à qui cela revient",
    "frame.to": "les personnages qui en font un chacun",
    "secret": "derrière l’écran : seule la personne qui mène voit ce qui en sort",
    "decides": "laisser aux joueurs ce qui peut l’être",
    "title": "ce que la table lit au-dessus",
    "run": "l’identifiant d’un jet",
    "all": "à tous à qui il a été demandé à la fois, non à un seul",
    "place": "combien de réponses il a, tel que la vue le dit : une réponse à autre chose est refusée",
    "instead.place": "la place, à partir de 0, parmi ce que le changement peut être d’autre",
    "answer": "la réponse",
    "values": "la place de chaque choix parmi ceux qui se font à la fois : la réponse",
    "reason": "pourquoi",
    "field": "un champ du résultat ; vide : le jet entier",
    "value": "ce qu’il vaut désormais",
    "event": "un changement, comme dans le composant « JEU.event »",
    "booking": "l’identifiant d’un changement",
    "character": "l’identifiant d’un personnage ; celui que fait un joueur reçoit le nom de son "
    "siège devant le sien",
    "sheet": "sa fiche, comme dans le composant « JEU.sheet »",
    "seat": "l’identifiant d’un siège",
    "put_sheet.seat": "le siège qui le joue ; null : qui mène",
    "free": "qui veut peut le prendre",
    "text": "le texte",
    "private": "pour ses propres yeux",
    "name": "un nom",
    "dice": "qui lance les dés de ce siège : la maison, ou lui-même",
    "word": "son mot dans les tirages de la maison",
    "allowed": "permis",
    "archived": "archivée",
}
"""What each field is, by its name; `ACT.FIELD` where it is something else in that act."""


def act_schemas(words: Words) -> Iterator[tuple[str, Json]]:
    """(component, schema): `Act`, one of the `act.NAME`."""
    refs: dict[str, str] = {}
    for kind in get_args(acts.AnyAct):
        tag = str(kind.__struct_config__.tag)
        refs[tag] = f"#/components/schemas/act.{tag}"
        yield f"act.{tag}", _act(kind, tag, words)
    yield (
        "Act",
        {
            "oneOf": [{"$ref": ref} for ref in refs.values()],
            "discriminator": {"propertyName": "type", "mapping": refs},
        },
    )


def _act(kind: type[acts.Act], tag: str, words: Words) -> Json:
    _, components = msgspec.json.schema_components([kind])
    schema: Json = components[kind.__name__]
    schema["title"] = tag
    schema["description"] = words.text(ACTS[kind])
    for name, field in schema["properties"].items():
        if name != "type":
            field["description"] = words.text(FIELDS.get(f"{tag}.{name}") or FIELDS[name])
    inner = {"sheet": "sheet", "event": "event"}
    for name, part in inner.items():
        if name in schema["properties"]:
            refs = [{"$ref": f"#/components/schemas/{game.id}.{part}"} for game in _playable()]
            schema["properties"][name] = {
                "description": schema["properties"][name]["description"],
                "anyOf": refs,
            }
    if kind is acts.Answer:
        schema["properties"]["answer"]["oneOf"] = [
            {"$ref": f"#/components/schemas/answer.{how}"} for how in ("dice", "choose")
        ]
    return schema


def _playable() -> list[Game]:
    """The games with sheets: those that a table can play."""
    return [game for game in games() if kinds_of(game)]


def kept_schemas(words: Words) -> Iterator[tuple[str, Json]]:
    """(component, schema) of what is kept: `GAME.sheet`, a sheet of any kind; `GAME.event`, an
    event of its chronicle that may be written by hand."""
    for game in _playable():
        own = Words(game, words.lang)
        yield f"{game.id}.sheet", sheets_of(game).json_schema(own)
        yield f"{game.id}.event", by_hand(game).json_schema(own)
