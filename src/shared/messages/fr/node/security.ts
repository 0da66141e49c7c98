import type { security as english } from '../../en/node/security.ts'

export const security: Record<keyof typeof english, string> = {
  'security.switchRefused':
    'Latchkey ne démarre pas avec {name}, car d’autres pourraient alors le contrôler. Démarrez-le sans {name}.',
}
