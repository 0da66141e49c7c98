import type { lock as english } from '../../en/node/lock.ts'

export const lock: Record<keyof typeof english, string> = {
  'lock.locked': 'Latchkey ist gesperrt.',
  'lock.lockedHint': 'Entsperren Sie es in seinem Fenster.',
  'lock.notConfirmed': 'Das System konnte Ihre Identität nicht bestätigen.',
  'lock.notConfirmedHint': 'Versuchen Sie es erneut.',
  'lock.touchIdReason': 'Latchkey zu entsperren',
}
