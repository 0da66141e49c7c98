import type { lock as english } from '../../en/node/lock.ts'

export const lock: Record<keyof typeof english, string> = {
  'lock.locked': 'Latchkey está bloqueado.',
  'lock.lockedHint': 'Desbloquéelo en su ventana.',
  'lock.notConfirmed': 'El sistema no pudo confirmar su identidad.',
  'lock.notConfirmedHint': 'Inténtelo de nuevo.',
  'lock.touchIdReason': 'desbloquear Latchkey',
}
