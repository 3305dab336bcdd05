"""What each procedure of Exil does, in a sentence."""

from __future__ import annotations

ABOUTS: dict[str, str] = {
    "exil.simple.about": "Un d12 sous un Talent changé par la difficulté ; l’écart, la marge, dit de combien on réussit ou l’on échoue.",
    "exil.successive.about": "Le même Jet de Talent recommencé après chaque échec, plus dur à chaque fois.",
    "exil.pure.about": "Un Attribut contre un obstacle, sans Talent et sans dé.",
    "exil.opposition.about": "Chacun fait son Jet de Talent ; la plus grande marge l’emporte.",
    "exil.extended.about": "Un long ouvrage : un jet par période, dont les marges s’additionnent jusqu’aux Points de Tâche.",
    "exil.cooperation.about": "Plusieurs personnages pour une seule action : leurs marges s’additionnent, ou sa durée se partage.",
    "exil.pc.about": "Talent, armes, santé et circonstances réunis en un nombre, à partager entre attaque et défense.",
    "exil.range_band.about": "La portée que représente une distance pour une arme.",
    "exil.rafale_cibles.about": "Combien d’adversaires une rafale peut atteindre.",
    "exil.health.about": "L’État de Santé que donnent les Points de Santé restants, et son malus.",
    "exil.assaut.about": "Une attaque et la défense qui lui répond, jusqu’aux dégâts et à la passe gagnante.",
    "exil.attaques_multiples.about": "Plusieurs adversaires attaqués dans le même tour, chacun avec une part du Poff.",
    "exil.contact_round.about": "Un tour de corps à corps entre deux combattants : attitudes, initiative, attaque et riposte.",
    "exil.duel.about": "Un combat entier, tour après tour, jusqu’à ce qu’un des deux tombe, cède ou soit à merci.",
    "exil.melee.about": "Un combat à plusieurs camps, tour après tour, où chacun frappe, tire ou tente autre chose.",
    "exil.shot.about": "Un tir ajusté : la difficulté vient de la portée et des conditions, la marge à atteindre de la cible.",
    "exil.rafale.about": "Tout le chargeur d’un coup : le Poff entier contre chaque cible annoncée.",
    "exil.incident.about": "Ce que fait une arme à feu dont le tir vient de manquer : rien, long feu, enrayage ou explosion.",
    "exil.tir_perdu.about": "Ce que frappe le projectile d’un tir manqué.",
    "exil.shock.about": "Un d12 et le Physique contre chaque choc, à la suite : étourdi, sonné, inconscient.",
    "exil.fall.about": "Les dégâts d’une chute selon la hauteur et le sol, qu’un Acrobate peut amortir.",
    "exil.asphyxia.about": "Les dégâts du manque d’air, que retarde le souffle d’un Sportif.",
    "exil.care.about": "Un Jet de Médecin met un blessé sur la voie de la guérison ; il dit en combien de jours.",
    "exil.teaching.about": "Un professeur assez savant fait un Jet d’Orateur pour que son élève progresse.",
    "exil.book.about": "Un Jet de Lettré dit ce que l’on tire d’un ouvrage de référence.",
    "exil.detachment.about": "Devant ce qui défie la raison, un d12 contre les points de Détachement : troublé, ou impassible.",
    "exil.detachment_creation.about": "Les points de Détachement d’un nouveau personnage, selon son origine.",
    "exil.detachment_absence.about": "Les points de Détachement qui restent après des mois passés loin d’Exil.",
}
