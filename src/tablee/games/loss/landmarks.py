"""Examples of the values of a number, shown to the person who has to judge it (T-02, T-04)."""

from __future__ import annotations

from collections.abc import Mapping

Seen = Mapping[int | tuple[int, int], tuple[str, ...]]
"""A value, or the ends of a range of them -> examples."""

DIFFICULTIES_SEEN: Seen = {
    10: (
        "de la routine, qui ne demande presque rien",
        "frapper qui ne s’y attend pas, souvent avec une Augmentation en plus",
        "sauter par-dessus un muret",
        "retenir le blason d’une voiture qui passe au trot",
        "reforger une lame ou redresser une roue, avec du temps et des outils",
    ),
    15: (
        "accessible à qui a appris, dur pour les autres ; la base dès que le temps presse ou que l’enjeu compte",
        "un beau saut en longueur",
        "un petit mensonge pour gagner du temps",
        "toucher sa cible au milieu d’un combat, en règle générale",
        "crocheter une bonne serrure ordinaire",
        "lancer juste une balle ou une dague, dans un concours",
        "lancer habilement une pierre à dix mètres, par l’Athlétisme ou les Armes de jet",
        "courir à toutes jambes dans une rue noire de monde",
        "recharger un pistolet à impulsion sous un feu nourri",
        "arrêter une hémorragie sur un champ de bataille, avec le matériel ; 20 sans lui",
    ),
    20: (
        "il faut du métier, ou un don",
        "viser une cible à quelques mètres dans une foule",
        "le centre d’une cible à trente pas",
        "sauter trois mètres d’un toit à l’autre",
        "la même serrure ordinaire, mais sous la menace",
        "mentir avec aplomb à un magistrat attentif",
        "se défaire de cordes ou de menottes, avec un peu de temps",
        "s’élancer d’une rambarde et se rattraper à une poutre",
        "marcher sur une corde tendue très haut",
    ),
    25: (
        "il faut un haut Talent et un haut Trait ; au-delà commence l’héroïque",
        "traverser une foule en pleine vitesse",
        "changer de personnage au point de tromper un bon enquêteur",
        "planter sa dague dans le manche d’une autre",
        "se libérer de ses liens en un temps record",
        "courir au bord d’un toit ou sur une corde raide",
        "repérer quelqu’un qui s’est camouflé à loisir, avec le matériel voulu",
        "la serrure compliquée d’une salle forte",
        "trancher net une mèche de cheveux",
    ),
    30: (
        "il faut de grands dons, un grand métier ou de la chance",
        "courir sur le toit branlant d’un bâtiment qui s’effondre",
        "sauter d’un cheval au galop sur un autre, en pleine poursuite",
        "un coffre que l’on dit inviolable",
        "une hémorragie, sous le feu et sans matériel",
        "toucher d’un tir un point précis de sa cible, soi-même en plein mouvement",
        "traduire le code d’une machine à communiquer des Anciens",
        "tromper une psyké face à face",
        "monter un draekya",
    ),
    35: (
        "en principe impossible ; difficile à imaginer sans Inspirations",
        "traverser sans s’arrêter un brasier où tout s’écroule",
        "enchaîner des gestes d’arts martiaux sur une corde au-dessus des toits",
        "couper un cheveu de son adversaire quand on se bat contre six",
        "calmer un draekya en colère",
    ),
}
"""T-02 (LOSS-DIF-10, -11), and what each level asks for (LOSS-DIF-07, -09, -12)."""

TRAITS_SEEN: Seen = {
    0: ("la Puissance d’un rat",),
    1: ("la Puissance d’un chat",),
    (1, 2): ("Handicapé : une gêne dans tout ce qui l’emploie, et pas de Réussite Automatique",),
    (2, 3): ("la Puissance d’un enfant de huit ou neuf ans",),
    (3, 4): ("Faible : le bas de la norme, de qui s’exerce peu",),
    (4, 5): (
        "l’Agilité d’un enfant de huit ou neuf ans",
        "la Puissance d’un habitant des villes ; 6 ou plus pour un travailleur de force",
    ),
    5: ("l’Esprit d’un ingénieur",),
    (5, 6): ("Moyen : ni plus ni moins, ou assez bon", "l’Instinct d’un garde de ville"),
    6: ("un guerrier ordinaire, avec autant de Talent",),
    (5, 7): (
        "l’Agilité et la Puissance d’un champion d’arène local",
        "l’Instinct d’un légionnaire",
    ),
    7: ("un vétéran, avec un Talent de 8",),
    (7, 8): ("Vétéran : remarquable, fruit d’un long exercice", "l’Agilité d’un chat"),
    (8, 9): ("l’Esprit d’un jeune génie",),
    9: ("un grand guerrier, avec un Talent de 10",),
    (9, 10): ("Héroïque : rare, et qui frappe les esprits",),
    10: ("l’Instinct d’un chat, à peu près",),
    11: ("Légendaire, à partir de là : hors du commun",),
    12: (
        "la Puissance d’un tigre ou d’un rat géant, au moins",
        "Eïm le Voyageur, le plus grand des guerriers, avec un Talent de 13",
    ),
}
"""T-03, T-04 (LOSS-ECN-01, -03..07, -09)."""

TALENTS_SEEN: Seen = {
    0: (
        "l’Athlétisme d’un enfant de huit ou neuf ans",
        "les Talents de combat d’un habitant des villes",
    ),
    (1, 2): ("Novice : on vient de commencer",),
    (3, 4): (
        "Débutant : on se débrouille bien, mais on apprend encore",
        "un jeune génie dans ce qu’il étudie",
        "une petite frappe ou un élève en escrime, au combat",
    ),
    (4, 5): (
        "l’Athlétisme d’un enfant qui joue à la balle tous les soirs",
        "les Armes à Impulsion d’un garde de ville",
    ),
    (5, 6): (
        "Professionnel : on est du métier, presque toujours sûr de soi",
        "un chat ou un rat qui mord et griffe",
        "un ingénieur dans son métier",
    ),
    6: ("un guerrier ordinaire, avec autant de Trait",),
    (5, 7): ("les Armes à Impulsion d’un légionnaire",),
    (7, 8): (
        "Expert : peu de choses paraissent encore compliquées",
        "le Corps-à-corps d’un champion d’arène local",
    ),
    8: ("un vétéran, avec un Trait de 7",),
    (9, 10): ("Maitre : plus aucun secret",),
    10: ("un grand guerrier, avec un Trait de 9",),
    11: ("Légendaire, à partir de là : comme si l’on avait inventé ce Talent",),
    13: ("Eïm le Voyageur, le plus grand des guerriers, avec un Trait de 12",),
}
"""T-03, T-04 (LOSS-ECN-01, -03, -05..07, -09)."""

SUMS_SEEN: Seen = {
    (10, 11): ("un petit sportif",),
    12: ("un guerrier ordinaire",),
    13: ("un chat qui se bat",),
    (12, 15): ("un bon athlète de la ville",),
    15: ("un vétéran",),
    (16, 18): ("un champion connu",),
    19: ("un sportif de légende, à partir de là", "un grand guerrier"),
    25: ("Eïm le Voyageur, le plus grand des guerriers",),
}
"""T-04, a Trait and a Talent together (LOSS-ECN-03, -08, -09)."""

DISASTERS_SEEN: Seen = {
    1: (
        "un contretemps sans suite, qui ne gêne guère ; +2 à la Difficulté, au besoin",
        "au marché, l’achat le plus cher coûte moitié plus que son prix",
    ),
    2: (
        "de quoi avoir chaud ; +5 au besoin",
        "un bruit met les gardes en éveil, un outil est près de lâcher",
    ),
    3: (
        "un imprévu qui peut coûter cher ; +10 au besoin",
        "les gardes accourent au bon endroit, l’arme se brise",
    ),
    4: (
        "une suite grave et dramatique ; +15 au besoin",
        "une chute, une blessure, un handicap, des Niveaux de Santé perdus, hors de combat",
    ),
    5: (
        "la catastrophe : tout échoue, le matériel est perdu, la blessure est sérieuse",
        "en situation périlleuse, un accident mortel ; à garder pour de rares occasions",
    ),
}
"""T-07, indicative (LOSS-DES-02, -05..09)."""

EXPLOITS_SEEN: Seen = {
    0: (
        "qualité Moyenne : le résultat de base, sous la pression ou pour l’histoire",
        "qualité Médiocre, si la Difficulté n’est que de 10 : du bricolage auquel on ne se fie guère",
    ),
    1: (
        "qualité Correcte : un beau travail de professionnel, ou fait dans de mauvaises conditions",
        "un effet mesurable moitié plus grand, un renseignement de plus, un article à moitié prix",
    ),
    2: (
        "qualité Remarquable : un soin tout particulier, ou des conditions affreuses",
        "un effet mesurable doublé : porter le double de sa limite toute une journée",
    ),
    3: ("qualité Excellente : un chef-d’œuvre, ou des conditions que l’on croirait impossibles",),
    4: (
        "qualité Prodigieuse : un coup de maître, que l’on refait difficilement",
        "un effet mesurable triplé : le triple de sa limite",
    ),
    5: ("qualité Prodigieuse encore ; le plus que l’on puisse déclarer",),
}
"""T-01, the quality of a result, and what is measured (LOSS-DIF-06, LOSS-PHY-01..04, LOSS-SOC-01,
-05, LOSS-EXL-03)."""

EFFECTS_SEEN: Seen = {
    2: ("un saut en longueur moyen, en mètres ; 3 avec un Exploit",),
    33: (
        "ce que porterait la même Puissance, sans le Talent Athlétisme : 100 en sont le triple ; faute "
        "de quatre Exploits, une heure de marche au plus, et pas bien loin",
    ),
    50: (
        "ce que l’on porte tout un jour, en kilos, avec 6 de Puissance et 5 d’Athlétisme ; 100 "
        "demandent deux Exploits, ou l’on va lentement et moins de deux heures au lieu de huit",
    ),
}
"""LOSS-PHY-01, -03, -04."""

USES_SEEN: Mapping[str, tuple[str, ...]] = {
    "effet": (
        "dominer ou effrayer durablement, gagner son public, agir sans que l’on s’en aperçoive avant "
        "longtemps",
    ),
    "demi": (
        "courir moitié plus vite, sauter trois mètres au lieu de deux ; deux Exploits ainsi employés doublent",
    ),
    "information": (
        "un second indice ; de qui l’on piste, la vitesse, le poids ou l’état de santé",
    ),
    "allie": ("mettre un camarade à l’abri avec soi, même s’il a manqué son Test",),
    "obstacle": ("+5 à la Difficulté de qui voudrait s’y opposer",),
    "degats": ("1d10 de plus aux dégâts d’un coup qui porte",),
    "detresse": ("1d10 de Détresse, quand on intimide ou torture, ou par le Haut-Art",),
    "prix": ("un des achats, à la moitié de son prix indicatif",),
    "jeton": (
        "+5 à un Test, d’ici la fin de la Scène : on a étudié un terrain, un plan ou quelqu’un",
    ),
}
"""What an Exploit may become (LOSS-EXL-04, LOSS-DEC-05, LOSS-PHY-01, -02, -05, LOSS-SOC-01, -05, -08,
LOSS-GAG-01, -02, LOSS-CBT-03, LOSS-OPA-04, LOSS-OAE-10)."""

DIFFICULTIES_CLAUSES = "LOSS-DIF-07 LOSS-DIF-09 LOSS-DIF-10 LOSS-DIF-11 LOSS-DIF-12 LOSS-ECN-02"
TRAITS_CLAUSES = "LOSS-ECN-01 LOSS-ECN-03 LOSS-ECN-05 LOSS-ECN-06 LOSS-ECN-07 LOSS-ECN-09"
TALENTS_CLAUSES = "LOSS-ECN-01 LOSS-ECN-03 LOSS-ECN-05 LOSS-ECN-06 LOSS-ECN-07 LOSS-ECN-09"
SUMS_CLAUSES = "LOSS-ECN-03 LOSS-ECN-08 LOSS-ECN-09"
DISASTERS_CLAUSES = (
    "LOSS-DES-02 LOSS-DES-05 LOSS-DES-06 LOSS-DES-07 LOSS-DES-08 LOSS-DES-09 LOSS-SOC-06"
)
EXPLOITS_CLAUSES = (
    "LOSS-DIF-06 LOSS-PHY-02 LOSS-PHY-03 LOSS-PHY-04 LOSS-SOC-01 LOSS-SOC-05 LOSS-EXL-03"
)
USES_CLAUSES = (
    "LOSS-EXL-04 LOSS-DEC-05 LOSS-PHY-01 LOSS-PHY-02 LOSS-PHY-05 LOSS-SOC-01 LOSS-SOC-05 LOSS-SOC-08 "
    "LOSS-GAG-01 LOSS-GAG-02 LOSS-CBT-03 LOSS-OPA-04 LOSS-OAE-10"
)
EFFECTS_CLAUSES = "LOSS-PHY-01 LOSS-PHY-03 LOSS-PHY-04"
"""The clauses that the examples come from."""
