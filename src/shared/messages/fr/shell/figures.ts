import type { figures as english } from '../../en/shell/figures.ts'

export const figures: Record<keyof typeof english, string> = {
  'figures.admins': 'Tous les administrateurs, y compris ceux qui sont bloqués.',
  'figures.banned': 'Utilisateurs à l’état « banni ».',
  'figures.blocked':
    'Bloqués par un administrateur ou par LDAP. Les utilisateurs bannis ou en attente ne comptent pas.',
  'figures.bots': 'Tous les bots, y compris ceux des projets et des groupes.',
  'figures.everyone':
    'Tous les utilisateurs de cette instance, y compris les bots et les utilisateurs bloqués.',
  'figures.external': 'Tous les utilisateurs externes, y compris ceux qui sont bloqués.',
  'figures.inactive':
    'Personnes actives sans activité depuis {days, number} jours ou plus. Celles qui n’ont jamais été actives comptent à partir de leur création. Les bots ne comptent pas.',
  'figures.locked':
    'Utilisateurs qui ne peuvent pas se connecter pour le moment après trop de tentatives, quel que soit leur état.',
  'figures.new': 'Créés au cours des 7 derniers jours, quel que soit leur état.',
  'figures.noTwoFactor':
    'Personnes actives sans authentification à deux facteurs. Les utilisateurs bloqués et les bots ne comptent pas.',
  'figures.pending': 'Utilisateurs à l’état « en attente d’approbation ».',
}
