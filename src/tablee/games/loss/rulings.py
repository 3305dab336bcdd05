"""The rulings of Les Chants de Loss: points that its document leaves open."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.ambient import rulings
from tablee.rules.fixed_rulings import fixed, numbered
from tablee.rules.procedure import Rulings


class LossRulings(Rulings):
    """The rulings; the first value of each is its default."""

    explosion_un: Annotated[Literal["un_moins", "zero_moins"], numbered("R-01")] = "un_moins"
    """From what the die after a 1 is subtracted (LOSS-EXP-02)."""
    explosion_sans_exploit: Annotated[Literal["toujours", "jamais"], numbered("R-03")] = "toujours"
    """Whether dice explode without an Exploit (LOSS-EXP-04)."""
    auto_plus_ag: Annotated[bool, numbered("R-06")] = False
    """Whether Augmentations add to the 15 (LOSS-AUT-01)."""
    facile_calme: Annotated[bool, numbered("R-07")] = True
    """Whether an easy Action without a Test asks for calm (LOSS-DIF-04, -05)."""
    somme_jetons: Annotated[bool, numbered("R-09")] = True
    """Whether tokens count for the sum without a die (LOSS-SDE-01)."""
    somme_pnj: Annotated[bool, numbered("R-10")] = True
    """Whether the MJ’s characters may do without the die (LOSS-SDE-01)."""
    somme_trait_pur: Annotated[bool, numbered("R-11")] = True
    """Whether a pure Trait Test may do without the die (LOSS-SDE-01)."""
    exploits_trait_pur: Annotated[bool, numbered("R-12")] = True
    """Whether a pure Trait Test takes Exploits (LOSS-VTT-04)."""
    jetons_apres_de: Annotated[bool, numbered("R-13")] = True
    """Whether tokens may be spent after the die (LOSS-DEC-03)."""
    jetons_max_par_test: Annotated[Annotated[int, Meta(ge=0)] | None, numbered("R-14")] = None
    """The most tokens on one Test (LOSS-DEC-03)."""
    partage_adversaires: Annotated[Literal["total", "chacun"], numbered("R-16")] = "total"
    """What several adversaries receive (LOSS-EXL-05)."""
    choix_mj: Annotated[Literal["depense", "gain"], numbered("R-17")] = "depense"
    """When the MJ says what his tokens are (LOSS-EXL-06)."""
    jetons_pnj: Annotated[Literal["lies", "commun"], numbered("R-18")] = "lies"
    """Whose the tokens of an opposed failure are (LOSS-EXL-05)."""
    priorite_joueurs: Annotated[Literal["tout_a_un", "un_par_un"], numbered("R-19")] = "tout_a_un"
    """How players share what a PNJ cedes (LOSS-EXL-10)."""
    passive_beneficiaire: Annotated[Literal["cible", "mj"], numbered("R-20")] = "cible"
    """Who gains by a lost Opposition passive (LOSS-OPA-03)."""
    desastre_cible: Annotated[Literal["fautif", "libre"], numbered("R-21")] = "fautif"
    """Whom a Désastre may strike (LOSS-EXL-06, LOSS-DES-01)."""
    desastres_joueurs: Annotated[bool, numbered("R-24")] = False
    """Whether players may spend Désastres (LOSS-LIM-02, LOSS-INV-06)."""
    aveugle_exploits: Annotated[Literal["surplus", "tous"], numbered("R-26")] = "surplus"
    """Which Exploits of a blind Test are effects (LOSS-INV-03)."""
    echec_dissimulation: Annotated[Literal["expose", "caches_zero"], numbered("R-27")] = "expose"
    """What a failed Test to conceal leaves (LOSS-INV-01)."""
    de_dissimulation: Annotated[Literal["utile", "toujours"], numbered("R-60")] = "utile"
    """Whether who conceals throws a die that the sum spares (LOSS-SDE-01, LOSS-INV-02)."""
    active_zero: Annotated[Literal["comparaison", "seuil"], numbered("R-29")] = "comparaison"
    """An Opposition active without a bid (LOSS-OAC-01)."""
    repondant_ouvre: Annotated[bool, numbered("R-30")] = False
    """Whether the other side may open the bidding (LOSS-OAE-02)."""
    nul_au_total: Annotated[bool, numbered("R-32")] = False
    """Two successes at one Difficulté (LOSS-OAE-07)."""
    esquive_cede: Annotated[bool, numbered("R-37")] = False
    """The Exploits of an attack that is dodged (LOSS-CBT-01)."""
    qualite_par: Annotated[Literal["exploits", "difficulte"], numbered("R-38")] = "exploits"
    """What the quality of a result is read from (LOSS-DIF-06)."""
    echelle_arrondi: Annotated[Literal["min_un", "plancher"], numbered("R-41")] = "min_un"
    """Rounding towards the greater Échelle (LOSS-ECH-04)."""
    degats_explosent: Annotated[bool, numbered("R-45")] = False
    """Whether the dice of damage explode (LOSS-CBT-03, LOSS-OAE-10)."""
    jetons_transfert: Annotated[bool, numbered("R-46")] = False
    """Whether tokens may be given away (LOSS-JET-01)."""
    scores_adverses: Annotated[Literal["montres", "caches"], numbered("R-61")] = "montres"
    """Whether players read the scores of the MJ’s characters (LOSS-OAC-01, LOSS-OPA-02,
    LOSS-CBT-01). Where they do not, no chance of it is shown to them, and no Difficulté that is
    three times such a score; the gap that tokens may close in a comparison stays known (R-36)."""

    words = {
        "explosion_un": ("ce que compte un premier 1", "what a first 1 counts"),
        "explosion_un.un_moins": ("1 moins la relance", "1 minus the further throw"),
        "explosion_un.zero_moins": ("0 moins la relance", "0 minus the further throw"),
        "explosion_sans_exploit": ("explosion sans Exploit", "explosion without an Exploit"),
        "explosion_sans_exploit.toujours": ("toujours", "always"),
        "explosion_sans_exploit.jamais": ("jamais", "never"),
        "auto_plus_ag": (
            "Augmentations sur une Réussite Automatique",
            "Augmentations on a Réussite Automatique",
        ),
        "facile_calme": ("Action facile au calme seulement", "easy Action in calm only"),
        "somme_jetons": ("jetons comptés dans la somme", "tokens counted in the sum"),
        "somme_pnj": ("somme suffisante pour le MJ aussi", "sum enough for the GM too"),
        "somme_trait_pur": ("somme suffisante en Trait pur", "sum enough in a pure Trait Test"),
        "exploits_trait_pur": ("Exploits en Trait pur", "Exploits in a pure Trait Test"),
        "jetons_apres_de": ("jetons permis après le dé", "tokens allowed after the die"),
        "jetons_max_par_test": ("jetons au plus par Test", "tokens at most a Test"),
        "partage_adversaires": ("partage entre adversaires", "sharing among adversaries"),
        "partage_adversaires.total": ("en tout", "in all"),
        "partage_adversaires.chacun": ("à chacun", "to each"),
        "choix_mj": (
            "choix du MJ entre Augmentation et Désastre",
            "the GM’s choice of Augmentation or Désastre",
        ),
        "choix_mj.depense": ("à la dépense", "when spent"),
        "choix_mj.gain": ("à la réception", "when received"),
        "jetons_pnj": (
            "jetons gagnés par un personnage du MJ",
            "tokens won by a character of the GM",
        ),
        "jetons_pnj.lies": ("à ce personnage", "to that character"),
        "jetons_pnj.commun": ("au fonds commun", "to the common stock"),
        "priorite_joueurs": ("priorité entre joueurs", "priority among players"),
        "priorite_joueurs.tout_a_un": ("tout à un seul", "all to one"),
        "priorite_joueurs.un_par_un": ("un par un", "one by one"),
        "passive_beneficiaire": (
            "bénéficiaire d’une Opposition passive",
            "beneficiary of an Opposition passive",
        ),
        "desastre_cible": ("qui un Désastre peut frapper", "whom a Désastre may strike"),
        "desastre_cible.fautif": ("qui a échoué", "who failed"),
        "desastre_cible.libre": ("n’importe qui", "anybody"),
        "desastres_joueurs": ("Désastres aux joueurs", "Désastres for players"),
        "aveugle_exploits": (
            "Exploits utilisables d’un Test Aveugle",
            "usable Exploits of a Test Aveugle",
        ),
        "aveugle_exploits.surplus": ("le surplus", "the surplus"),
        "aveugle_exploits.tous": ("tous", "all"),
        "echec_dissimulation": ("dissimulation manquée", "failed concealment"),
        "echec_dissimulation.expose": ("à découvert", "exposed"),
        "echec_dissimulation.caches_zero": ("caché par zéro Exploit", "hidden by zero Exploits"),
        "de_dissimulation": ("dé de qui se cache", "die of who hides"),
        "de_dissimulation.utile": ("si la somme ne suffit pas", "where the sum is not enough"),
        "de_dissimulation.toujours": (
            "toujours, pour ne rien trahir",
            "always, so that nothing is given away",
        ),
        "active_zero": ("Opposition sans Exploit engagé", "Opposition without any Exploit engaged"),
        "active_zero.comparaison": ("on compare les totaux", "totals are compared"),
        "active_zero.seuil": ("contre la Difficulté", "against the Difficulté"),
        "repondant_ouvre": ("le répondant peut ouvrir", "the respondent may open"),
        "nul_au_total": ("le total départage", "the total breaks the tie"),
        "esquive_cede": ("une esquive prend les Exploits", "a dodge takes the Exploits"),
        "qualite_par": ("qualité jugée sur", "quality judged by"),
        "qualite_par.difficulte": ("Difficulté atteinte", "Difficulté reached"),
        "echelle_arrondi": ("arrondi des dégâts d’Échelle", "rounding of damage across Échelles"),
        "echelle_arrondi.min_un": ("au moins 1", "at least 1"),
        "echelle_arrondi.plancher": ("vers le bas", "downward"),
        "degats_explosent": ("dés de dégâts explosifs", "exploding damage dice"),
        "jetons_transfert": ("jetons cédés entre joueurs", "tokens handed between players"),
        "scores_adverses": ("scores des personnages du MJ", "scores of the GM’s characters"),
        "scores_adverses.montres": ("montrés à tous", "shown to all"),
        "scores_adverses.caches": (
            "au MJ seul, sans chances pour les joueurs",
            "to the GM alone, without chances for players",
        ),
    }


def only_reader(acteur: str) -> str | None:
    """Return the only seat that may read the scores of a side, None for all (R-61)."""
    hidden = acteur == "mj" and rulings(LossRulings).scores_adverses == "caches"
    return "mj" if hidden else None


FIXED_RULINGS = (
    fixed(
        "R-02",
        "LOSS-EXP-02",
        "Un 1 dans une explosion",
        "A 1 inside an explosion",
        "il n’explose pas : il compte 1",
        "it does not explode: it counts 1",
        "il explose, avec l’autre signe",
        "it explodes, with the other sign",
    ),
    fixed(
        "R-08",
        "LOSS-DIF-08",
        "« Un bon professionnel fait toujours 20 »",
        "“A good professional always makes 20”",
        "une remarque, pas une règle",
        "a remark, not a rule",
        "une règle",
        "a rule",
    ),
    fixed(
        "R-22",
        "LOSS-DES-01",
        "Quand un Désastre se joue",
        "When a Désastre is played",
        "avant le dé, annoncé ; 5 font échouer l’Action sans jet",
        "before the die, announced; 5 make the Action fail without a roll",
        "après le dé",
        "after the die",
    ),
    fixed(
        "R-25",
        "LOSS-INV-05",
        "Les Exploits d’un Test Aveugle",
        "The Exploits of a Test Aveugle",
        "autant que les cachés ou plus : tout est découvert ; un de moins : une intuition",
        "as many as those hidden, or more: all is found; one fewer: an intuition",
        "le nombre exact seul découvre",
        "only the exact number finds all",
    ),
    fixed(
        "R-28",
        "LOSS-INV-02",
        "Un personnage du MJ cherche un personnage-joueur qui se cache",
        "A character of the GM looks for a player’s character who hides",
        "les Exploits du joueur restent secrets jusqu’à ce que le MJ ait annoncé les siens",
        "the player’s Exploits stay secret until the GM has declared his own",
        "le MJ les connaît",
        "the GM knows them",
    ),
    fixed(
        "R-31",
        "LOSS-OAE-03",
        "Une relance d’enchère",
        "A raise in the bidding",
        "d’un Exploit à la fois",
        "one Exploit at a time",
        "d’autant que l’on veut",
        "of any number",
    ),
    fixed(
        "R-33",
        "LOSS-OAE-05",
        "Les jets quand une enchère est refusée",
        "The rolls when a bid is refused",
        "l’un après l’autre : le premier qui échoue perd",
        "one after the other: the first to fail loses",
        "ensemble",
        "together",
    ),
    fixed(
        "R-36",
        "LOSS-OAC-01",
        "Les jetons dans une comparaison",
        "Tokens in a comparison",
        "tour à tour, celui qui perd d’abord ; seul l’écart se voit",
        "in turn, the one who is losing first; only the gap is seen",
        "ensemble, en secret",
        "together, in secret",
    ),
    fixed(
        "R-39",
        "LOSS-PHY-02",
        "Deux fois +50 %",
        "+50% twice",
        "on ajoute : +100 %",
        "it adds up: +100%",
        "on multiplie",
        "it multiplies",
    ),
    fixed(
        "R-43",
        "LOSS-ECH-07",
        "Les masses que deux Échelles partagent",
        "The masses that two Échelles share",
        "au gré du MJ ; à défaut, Hommes jusqu’à 4 tonnes, Machines jusqu’à 1000",
        "as the GM likes; by default Hommes up to 4 tonnes, Machines up to 1000",
        "l’Échelle inférieure",
        "the lower Échelle",
    ),
    fixed(
        "R-44",
        "LOSS-ECH-07",
        "Les Traits qui changent d’Échelle",
        "The Traits that change with the Échelle",
        "la Puissance seule, ou un Trait de force, de masse ou de taille",
        "Puissance alone, or a Trait of strength, mass or size",
        "tous les Traits",
        "all Traits",
    ),
    fixed(
        "R-50",
        "LOSS-DIF-02",
        "Une valeur qui n’est pas dans une table",
        "A value that is not in a table",
        "la plus grande valeur de la table qui ne la dépasse pas",
        "the greatest value of the table that does not exceed it",
        "la plus proche",
        "the nearest",
    ),
    fixed(
        "R-57",
        "LOSS-INV-06",
        "Un Test Aveugle manqué",
        "A Test Aveugle that fails",
        "les jetons vont au MJ, ou au joueur dont le personnage se cache",
        "the tokens go to the GM, or to the player whose character hides",
        "toujours au MJ",
        "always to the GM",
    ),
    fixed(
        "R-58",
        "LOSS-ECH-06",
        "La Puissance de qui n’est pas de la même Échelle",
        "The Puissance of those who are not of one Échelle",
        "elle compte à l’Échelle la plus petite : celle des plus grands est multipliée",
        "it counts at the lowest Échelle: that of the greater ones is multiplied",
        "elle compte à l’Échelle la plus grande",
        "it counts at the highest Échelle",
    ),
    fixed(
        "R-59",
        "LOSS-OAC-01",
        "Une Difficulté plus haute pour un camp, quand les totaux se comparent",
        "A higher Difficulté for one side, where totals are compared",
        "elle se retranche de son total",
        "it is deducted from its total",
        "elle ne compte pas",
        "it does not count",
    ),
)
"""Rulings whose reading is the same in every campaign."""
