import type { safeMode as english } from '../../en/node/safe-mode.ts'

export const safeMode: Record<keyof typeof english, string> = {
  'safeMode.on': 'Le mode sans échec est activé ; rien n’est donc chargé ni envoyé.',
  'safeMode.onHint': 'Choisissez « Continuer normalement » pour le désactiver.',
}
