import type { readOnly as english } from '../../en/shell/read-only.ts'

export const readOnly: Record<keyof typeof english, string> = {
  'readOnly.hint': 'Para hacer cambios, sustitúyalo por un token que tenga el ámbito api.',
  'readOnly.message': 'Este token es de solo lectura.',
}
