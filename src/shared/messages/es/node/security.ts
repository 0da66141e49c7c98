import type { security as english } from '../../en/node/security.ts'

export const security: Record<keyof typeof english, string> = {
  'security.switchRefused':
    'Latchkey no se inicia con {name}, porque otros podrían controlarlo. Inícielo sin {name}.',
}
