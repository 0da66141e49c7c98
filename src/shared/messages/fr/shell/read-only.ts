import type { readOnly as english } from '../../en/shell/read-only.ts'

export const readOnly: Record<keyof typeof english, string> = {
  'readOnly.hint':
    'Pour apporter des modifications, remplacez-le par un jeton qui a la portée api.',
  'readOnly.message': 'Ce jeton est en lecture seule.',
}
