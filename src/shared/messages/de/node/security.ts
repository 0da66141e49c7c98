import type { security as english } from '../../en/node/security.ts'

export const security: Record<keyof typeof english, string> = {
  'security.switchRefused':
    'Latchkey startet nicht mit {name}, weil andere es sonst steuern könnten. Starten Sie es ohne {name}.',
}
