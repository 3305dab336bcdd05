"""The words of Exil: identifier -> French text."""

from __future__ import annotations

from tablee.games.exil.fight.attack_words import COMBAT_WORDS
from tablee.games.exil.fight.fight_words import FIGHT_WORDS
from tablee.games.exil.life.life_words import LIFE_WORDS
from tablee.games.exil.tables import DIFFICULTIES

_MENUS = {
    "Agir": "simple successive opposition",
    "Dans la durée": "extended",
    "Avant le combat": "potential",
    "Tenir": "states harm care ailments convalescence",
    "Se battre": "assaut multiple_attacks duel melee",
    "Tirer": "shot burst mishaps",
    "Apprendre": "learning progress",
    "Se détacher": "detachment fading",
    "La campagne": "campaign_record",
}
"""Title of a menu -> its chapters."""

_PLAIN = """
acteur adversaire ajustement apprentissage arc arme_de_tir armure assimilation assommante
blessure bouclier bouclier_durun bout_portant cesser choc cible classement conscience
couteau_de_lancer critique cuir_souple depuis description difficile distance domination dommages
effacement encombrement enseignement excellente facile fouet fronde fusil_de_chasse
fusil_de_sport fusil_militaire fusil_sonique gagnants grave hache hache_de_jet hauteur
incubation indemne insister jour mains_nues mal maladie maux minute mois
mort mortelle munitions niveau nom notes obstacle origine participants pavois_scov personnage
perte pertes pistolet_de_poche plancher pleine_forme points poison protagonistes rafale repos
retour sabre sans_test santé sarbacane secondes soignable soins sorte
standard surface terre traitements valeur vecteur
"""
"""Identifiers that are their own French words, with spaces for `_`."""

WORDS: dict[str, str] = (
    COMBAT_WORDS
    | FIGHT_WORDS
    | LIFE_WORDS
    | {name: name.replace("_", " ") for name in _PLAIN.split()}
    | {f"chapitre.{name}": title for title, names in _MENUS.items() for name in names.split()}
    | {f"p{place}": f"protagoniste {place}" for place in range(1, 13)}
    | {f"defenseur{place}": f"défenseur {place}" for place in range(1, 9)}
    | {f"le.defenseur{place}": f"le défenseur {place}" for place in range(1, 9)}
    | {f"le.cible{place}": f"la cible {place}" for place in range(1, 21)}
    | {f"difficulty.{step}": word for word, step in DIFFICULTIES.items()}
    | {
        # procedures
        "exil.simple": "Jet de Talent",
        "exil.successive": "Tentatives successives",
        "exil.pure": "Action pure",
        "exil.opposition": "Action d’opposition",
        "exil.extended": "Action étendue",
        "exil.cooperation": "Coopération",
        "exil.pc": "Potentiel de Combat",
        "exil.health": "État de Santé",
        "exil.range_band": "Portée d’un tir",
        "exil.rafale_cibles": "Cibles d’une rafale",
        "exil.shock": "Chocs",
        "exil.fall": "Chute",
        "exil.asphyxia": "Asphyxie",
        "exil.care": "Soins",
        "exil.teaching": "Enseignement",
        "exil.book": "Étude d’un ouvrage",
        "exil.detachment": "Test de Détachement",
        "exil.detachment_creation": "Détachement à la création",
        "exil.detachment_absence": "Détachement après une absence",
        "exil.campagne": "Chronique d’une campagne",
        # seats and asks
        "gm": "Meneur de jeu",
        "le.gm": "le Meneur",
        "le.acteur": "le personnage",
        "le.patient": "le patient",
        "le.apprenti": "l’apprenti",
        "le.a": "A",
        "le.b": "B",
        "detachement": "Détachement",
        "levels": "niveaux",
        # parameters and result fields of actions
        "talent": "Talent",
        "autre_talent": "autre Talent",
        "external_autre": "autres modificateurs, avec l’autre Talent",
        "external_autre.None": "les mêmes",
        "duree.None": "non comptée",
        "difficulty": "difficulté",
        "external": "autres modificateurs",
        "minimal_margin": "marge minimale",
        "attempt": "essai",
        "retry_penalty": "malus par échec",
        "malus_essais": "malus du nouvel essai",
        "success": "réussite",
        "margin": "marge",
        "degree": "degré",
        "complete": "complète",
        "max_attempts": "essais au plus",
        "permis": "nouvel essai permis",
        "attempts": "essais faits",
        "attribut": "Attribut",
        "egalite": "égalité",
        "tous_echouent": "si tous échouent",
        "case": "cas",
        "gagnants.#": "protagoniste {n}",
        "classement.#": "protagoniste {n}",
        "taches": "tâches",
        "cumul": "travail accompli",
        "abandon": "seuil d’abandon",
        "abandon.None": "jamais",
        "max_periodes": "périodes au plus",
        "suite": "tâche suivante",
        **{f"suite.{place}": f"tâche {place + 1}" for place in range(6)},
        "periodes": "périodes",
        "cible.None": "aucune",
        "periode.None": "aucune",
        "soignee_a.None": "aucune",
        "participants.None": "personne d’autre",
        "mode": "façon de coopérer",
        "meneur": "qui lance le dé",
        "meneur.#": "participant {n}",
        "meneur.None": "le plus fort",
        "duree": "durée",
        # parameters and result fields of fighters, health and care
        "maniabilite_2": "maniabilité de la seconde arme",
        "malus": "malus de santé",
        "circonstance": "circonstances",
        "pc": "Potentiel de Combat",
        "pds": "Points de Santé",
        "pds.None": "le capital",
        "etat": "état",
        "valeurs": "valeurs des chocs",
        "echecs": "échecs contre des chocs",
        "acrobate": "Acrobate",
        "sportif": "Sportif",
        "souffle_par_point": "souffle par point de marge",
        "medecin": "Médecin",
        "gravite": "gravité",
        "gravite.None": "selon l’État de Santé",
        "materiel": "matériel",
        "hygiene": "hygiène",
        "aide": "médecin aidé",
        "jours": "délai jusqu’à la pleine forme",
        # parameters and result fields of learning and detachment
        "professeur": "niveau du professeur",
        "eleve": "niveau de l’élève",
        "hors_eleve": "élève hors de combat",
        "hors_cible": "cible hors de combat",
        "orateur": "Orateur",
        "mental": "Mental",
        "lettre": "Lettré",
        "eligible": "étude possible",
        "naturel": "événement naturel",
        "ecart": "écart",
        # what is absent, after a feminine noun
        "passe.None": "aucune",
        "arme_a.None": "aucune",
        "arme_b.None": "aucune",
        "initiative.None": "aucune",
        "ratio.None": "aucune",
        "autre_arme.None": "aucune",
        "egare.None": "aucune",
        "passe_tir.None": "aucune",
        "rafale.None": "aucune",
        "munitions.None": "sans compte",
        "fin.None": "aucune",
        "hemorragie.None": "aucune",
        "perte.None": "aucune",
        "malignite.None": "aucune",
        "letalite_min.None": "aucune",
        "portees.None": "aucune",
        "seconde.None": "aucune",
        "seconde.True": "tirée pendant le combat",
        "seconde.False": "sans changement",
        "arme_de_tir.None": "aucune",
        "margin.None": "aucune",
        # utilities
        "reussite": "réussir",
        "complet": "réussir complètement",
        "marge": "marge moyenne",
        "victoire": "l’emporter",
        "rapidite": "finir vite",
        "eviter": "limiter les dégâts",
        "exil.extended.acheve": "achever",
        "exil.assaut.attaquant": "toucher pleinement",
        "exil.assaut.defenseur": "éviter un coup plein",
        "exil.assaut.touche": "toucher pleinement",
        "exil.attaques_multiples.une_touche": "toucher pleinement au moins une cible",
        "exil.shot.touche": "toucher",
        "exil.detachment.impassible": "rester de marbre",
        "exil.tir_perdu.allie_epargne": "épargner l’allié",
        "une_touche": "toucher au moins une cible",
        # values of actions
        "desastre": "désastre",
        "echec_total": "échec total",
        "echec_consequent": "échec conséquent",
        "echec_mineur": "échec mineur",
        "reussie_de_justesse": "action réussie de justesse",
        "reussie": "action réussie",
        "belle_reussite": "belle réussite",
        "superbe_reussite": "superbe réussite",
        "reussite_extraordinaire": "réussite extraordinaire",
        "egalite.reussite": "réussite",
        "echec": "échec",
        "nul": "Nul",
        "faible": "Faible",
        "moyen": "Moyen",
        "bon": "Bon",
        "excellent": "Excellent",
        "comparer": "comparer les échecs",
        "relancer": "tout relancer",
        "egalite.partage": "match nul",
        "departage": "nouvelle manche entre ex æquo",
        "case.tous_echouent": "personne ne réussit",
        "une_reussite": "un seul réussit",
        "plusieurs_reussites": "plusieurs réussissent",
        "ordre": "dans l’ordre",
        "acheve": "achevé",
        "outcome.abandon": "abandonné",
        "inacheve": "inachevé",
        "marges": "additionner les marges",
        "mode.duree": "partager la durée",
        # values of health, harm and care
        "leger": "léger",
        "serieux": "sérieux",
        "benigne": "bénigne",
        "legere": "légère",
        "serieuse": "sérieuse",
        "hors_portee": "hors de portée",
        "secouru": "avec des secours",
        "rester_conscient": "garder conscience",
        "inconscient": "sans connaissance",
        "etourdi": "« étourdi »",
        "sonne": "« sonné »",
        "paille_neige": "paille ou neige",
        "pierre_metal": "pierre ou métal",
        "inadapte": "inadapté",
        "deplorable": "déplorable",
        # values of learning and detachment
        "modere": "modéré",
        "trouble": "trouble",
        "impassible": "de marbre",
        "exil": "Exil",
        "forge": "Forge",
        # weapons
        "arbalete": "arbalète",
        "flechettes": "fléchettes",
        "revolver": "revolver d’ordonnance",
        "pistolet_a_aiguilles": "pistolet à aiguilles",
        "fusil_a_arc": "fusil à arc",
        "dague": "dague ou poignard",
        "epieu": "épieu ou pique",
        "gourdin": "gourdin ou matraque",
        "casse_tete": "casse-tête",
        "canne_plombee": "canne plombée",
        "rasoir": "rasoir ou couteau",
        "baton_electrique": "bâton électrique",
        "epee": "épée",
        "rapiere": "rapière",
        "baton_long": "bâton long",
        "canne_epee": "canne-épée",
    }
)
