import type { status as english } from '../../en/node/status.ts'

export const status: Record<keyof typeof english, string> = {
  'status.emptyAnswer':
    'GitLab a envoyé une réponse vide ; le statut n’a donc peut-être pas été défini.',
  'status.emptyAnswerHint': 'Vérifiez le statut actuel avant de réessayer.',
  'status.hasPassed': 'est passé. Choisissez un autre moment',
  'status.keptTimePassed': 'Le moment où votre statut s’efface est passé.',
  'status.keptTimePassedHint': 'Choisissez quand ce statut s’efface.',
  'status.overlaps': 'Deux statuts planifiés se chevauchent.',
  'status.overlapsHint': 'Changez les jours ou les heures de l’un d’eux, ou désactivez-le.',
  'status.presetFocusing': 'Concentration',
  'status.presetHome': 'En télétravail',
  'status.presetLeave': 'En congé',
  'status.presetLunch': 'En pause déjeuner',
  'status.presetMeeting': 'En réunion',
  'status.presetSick': 'En arrêt maladie',
}
