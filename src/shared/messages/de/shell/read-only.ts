import type { readOnly as english } from '../../en/shell/read-only.ts'

export const readOnly: Record<keyof typeof english, string> = {
  'readOnly.hint': 'Um etwas zu ändern, ersetzen Sie es durch ein Token mit der Berechtigung api.',
  'readOnly.message': 'Dieses Token hat nur Lesezugriff.',
}
