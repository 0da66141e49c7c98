import type { lock as english } from '../../en/node/lock.ts'

export const lock: Record<keyof typeof english, string> = {
  'lock.locked': 'Latchkey est verrouillé.',
  'lock.lockedHint': 'Déverrouillez-le dans sa fenêtre.',
  'lock.notConfirmed': 'Le système n’a pas pu confirmer votre identité.',
  'lock.notConfirmedHint': 'Réessayez.',
  'lock.touchIdReason': 'déverrouiller Latchkey',
}
