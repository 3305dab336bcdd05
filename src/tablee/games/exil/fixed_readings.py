"""The rulings of Exil that no campaign may choose (see `rulings` for the others)."""

from __future__ import annotations

from tablee.rules.fixed_rulings import fixed_table

FIXED_RULINGS = fixed_table("""
R-03 EXIL-LEX-03: Le signe d’une marge | The sign of a margin
  le niveau moins le dé ; une marge d’échec se dit sans signe
    | the level less the die; a margin of failure is named without a sign
  toujours positive | always positive
R-13 EXIL-CBT-06: Une moitié qui n’est pas entière | A half that is not whole
  on arrondit vers le bas | it is rounded down
  on arrondit vers le haut | it is rounded up
R-14 EXIL-CBT-04: Un Potentiel de Combat que les malus font passer sous 0
    | A combat potential that penalties take below 0
  il vaut 0 | it counts as 0
  on partage un nombre négatif | a negative number is split
R-15 EXIL-CBT-05: Les attitudes du tour | The attitudes of a tour
  choisies ensemble, puis montrées | chosen together, then shown
  annoncées à voix haute | announced aloud
R-18 EXIL-CON-08: Une Pdef plus grande que la Poff | A Pdef greater than the Poff
  la différence négative compte dans les dommages | the negative difference counts in the damage
  la différence vaut 0 au moins | the difference is at least 0
R-19 EXIL-CON-08: Le bonus de Physique et la létalité | The bonus of Physique and the lethality
  toujours comptés, même négatifs, avec les armes de contact et de jet
    | always counted, even negative, with contact and thrown weapons
  l’attaquant choisit | the attacker chooses
R-24 EXIL-PAS-08: Un adversaire sans armure, pour une Faille
    | An adversary without armour, for a Faille
  sa protection vaut 0 au départ | the protection is 0 to begin with
  il ne porte rien qui protège | nothing protective is worn
R-25 EXIL-PAS-09: L’initiative après un Impact | The initiative after an Impact
  l’attaque encore due du défenseur est perdue ; sinon l’attaquant a la prochaine initiative
    | the defender’s attack is lost if still due; otherwise the attacker has the next initiative
  selon qui avait l’initiative du tour | by who had the initiative of the tour
R-26 EXIL-PAS-10: Les 3 points de Poff d’un mauvais positionnement
    | The 3 points of Poff of a bad position
  pour le jet, les dommages et la tranche ; pas pour l’initiative
    | for the roll, the damage and the bracket; not for the initiative
  pour le jet seul | for the roll alone
R-28 EXIL-PAS-12: Un Coup perdu | A stray blow (Coup perdu)
  jet à pleine Poff, dommages à la moitié, aucune passe
    | rolled at full Poff, damage at half of it, no passe
  une attaque entière | a whole attack
R-29 EXIL-PAS-13: Désarmer un adversaire d’un Talent égal ou meilleur
    | Disarming an adversary of an equal or better Talent
  ni désarmé ni blessé | neither disarmed nor wounded
  blessé sans être désarmé | wounded without being disarmed
R-30 EXIL-PAS-14: La condition de Touche et désarmement | The condition of Touche et désarmement
  la même que pour un désarmement | the same as for disarming
  aucune | none
R-31 EXIL-PAS-15: Une arme coincée | A weapon that is stuck
  l’attaque due est perdue et le tour suivant sert à la dégager ; on peut aussi la lâcher
    | the attack due is lost and the next tour frees the weapon; it may be dropped instead
  seule l’attaque due est perdue | only the attack due is lost
R-33 EXIL-PAS-13: La Poff d’un combattant désarmé pendant le tour
    | The Poff of a fighter disarmed during the tour
  le Potentiel recalculé, moins la Pdef engagée, 0 au moins
    | the potential worked out again, less the Pdef already engaged, at least 0
  la Poff annoncée | the Poff announced
R-34 EXIL-PAS-13: Ramasser une arme | Picking up a weapon
  l’action d’un tour, si le meneur le permet | the action of a tour, if the leader permits it
  un geste gratuit | a free gesture
  impossible pendant le combat | impossible during the fight
R-35 EXIL-PAS-05: En confiance contre plusieurs adversaires | Confident against several adversaries
  2 points à part, contre cet adversaire seul | 2 points kept apart, against that adversary alone
  2 points de Potentiel pour tous | 2 points of potential for all
R-40 EXIL-SAN-09: Les malus que l’adrénaline fait oublier
    | The penalties that adrenaline makes one forget
  –1 et –3 ; –6 et –12 comptent en entier | -1 and -3; -6 and -12 count in full
  tous | all
R-41 EXIL-TIR-02: Une arme à distance dans la mêlée | A ranged weapon in the mêlée
  les passes du contact, sans le Physique pour les armes à feu, les arcs et les arbalètes
    | the passes of contact, without the Physique for firearms, bows and crossbows
  les règles du tir | the rules of shooting
R-48 EXIL-INC-02: Les tranches du tir perdu | The brackets of a stray shot
  « 10 et plus » va jusqu’à 12 ; une Poff de 0 compte comme 1 à 3
    | “10 and more” goes up to 12; a Poff of 0 counts as 1 to 3
  aucun effet à Poff 0 | no effect at Poff 0
R-49 EXIL-INC-01: Un incident et un tir perdu sur le même échec
    | A mishap and a stray shot on the same failure
  l’incident d’abord ; le tir perdu seulement s’il n’y en a pas
    | the mishap first; the stray shot only if there is none
  les deux | both
R-51 EXIL-ARM-13: Les cibles d’une rafale sous le niveau 4 | The targets of a burst below level 4
  une au moins, toutes différentes ; le magasin est vide ensuite
    | one at least, all different; the magazine is empty afterwards
  aucune | none
R-52 EXIL-INC-05: L’armure contre l’explosion d’une arme | Armour against the explosion of a weapon
  elle ne protège pas ; une armure diminuée de moitié est arrondie vers le bas
    | it does not protect; a halved armour is rounded down
  elle protège comme d’un coup | it protects as from a blow
R-54 EXIL-CHO-04: Les effets des échecs au choc | The effects of failures against a choc
  aucun chiffre ; ils comptent pour la scène et ne coûtent pas de PdS
    | no number; they count for the scene and cost no PdS
  une perte de PdS | a loss of PdS
R-55 EXIL-CHO-01: Un coup à mains nues | A blow with bare hands
  des PdS, à moins que l’attaquant ne retienne son coup | PdS, unless the attacker holds back
  un choc | a choc
R-58 EXIL-MAL-04: La perte « majorée » par la malignité | The loss that the malignity “bounds”
  l’état ne descend pas plus bas que la malignité | the state goes no lower than the malignity
  la perte augmente | the loss grows
R-59 EXIL-MAL-03: La première perte d’une maladie | The first loss of a disease
  à la fin de l’incubation | at the end of the incubation
  une période plus tard | a period later
R-60 EXIL-MAL-03: Une maladie sans périodicité | A disease without a period
  aucune perte de PdS | no loss of PdS
  au jugement du meneur | as the leader judges
R-63 EXIL-SOI-04: La ligne des soins | The row of care
  l’état présent pour une blessure, la malignité pour une maladie
    | the present state for a wound, the malignity for a disease
  la malignité pour les deux | the malignity for both
R-64 EXIL-SOI-05: Des soins progressifs | Progressive care
  des points entiers, jusqu’au capital ; ils remplacent la guérison naturelle
    | whole points, up to the capital; they take the place of natural healing
  en plus de la guérison naturelle | besides natural healing
R-65 EXIL-GUE-01: La durée de la guérison naturelle | The time of natural healing
  de l’état à la pleine santé, d’un pas égal | from the state to full health, evenly
  jusqu’à l’état suivant | to the next state
R-68 EXIL-XP-06: Le coût depuis le niveau 0 et au-delà de 20 | The cost from level 0, and beyond 20
  le niveau 0 comme les niveaux 1 à 3 ; rien au-delà de 20
    | level 0 as the levels 1 to 3; nothing beyond 20
  sans coût | at no cost
R-69 EXIL-XP-06: La moitié d’un coût impair | Half of an odd cost
  on arrondit vers le haut | it is rounded up
  on arrondit vers le bas | it is rounded down
R-70 EXIL-APP-04: Un professeur et un livre pour le même niveau
    | A teacher and a book for the same level
  une seule réduction | one reduction
  deux réductions | two reductions
R-76 EXIL-ARM-02: Le bâton électrique et le fusil sonique
    | The bâton électrique and the fusil sonique
  mortels ou non, au choix à chaque attaque ; sinon les dommages sont un choc
    | deadly or not, chosen at each attack; otherwise the damage is a choc
  toujours mortels | always deadly
R-77 EXIL-CBT-15: Fuir et se rendre | Fleeing and surrendering
  au jugement du meneur | as the leader judges
  une opposition | an opposition
R-78 EXIL-TIR-08: La visée | Aiming
  elle compte dans l’initiative ; un tir, une autre cible ou une autre action la fait perdre
    | it counts in the initiative; a shot, another target or another action loses it
  elle compte pour le jet seul | it counts for the roll alone
R-80 EXIL-PRO-05: L’encombrement d’un bouclier | The encumbrance of a shield
  un malus de 1 | a penalty of 1
  un bonus de 1 | a bonus of 1
R-82 EXIL-ARM-04: La passe d’un fouet | The passe of a whip
  le fouet tient une partie du corps au lieu de désarmer, sans condition ni blessure
    | the whip holds a part of the body instead of disarming, without condition or wound
  il tient et désarme | it holds and disarms
R-83 EXIL-CBT-15: Un adversaire hors de combat | An adversary out of the fight
  mort, inconscient, en échec ou rendu | dead, unconscious, in check or surrendered
  dès l’état critique | from the critical state on
R-86 EXIL-CON-02: Rendre la main que l’on a laissée | Giving back the hand
  non : le tour doit avancer | no: the tour must go on
  oui | yes
R-87 EXIL-INC-07: Le temps pour débloquer une arme | The time to clear a jammed weapon
  un essai par tour ; la difficulté est celle du meneur, 0 par défaut
    | one try a tour; the difficulty is the leader’s, 0 by default
  tout le combat | the whole fight
R-88 EXIL-INC-06: La Poff d’après un long feu | The Poff after a hang fire
  celle de la prochaine attaque du tireur : jet, dommages, tranche et initiative
    | that of the shooter’s next attack: roll, damage, bracket and initiative
  celle du tir suivant seul | that of the next shot alone
R-90 EXIL-INC-05: Une arme à feu qui manque au contact | A firearm that misses in contact
  c’est un tir manqué : le Meneur peut en faire un incident
    | it is a missed shot: the leader may make an incident of it
  aucun incident | no incident
R-91 EXIL-INC-01: Les projectiles qui se perdent | The projectiles that go astray
  ceux de tout tir manqué, chaque coup d’une rafale compris ; une attaque manquée au contact n’en a pas
    | those of every missed shot, each shot of a burst included; a missed attack in contact has none
  ceux d’un tir seul | those of a single shot
""")
"""Rulings whose reading is the same in every campaign."""
