import type { saving as english } from '../../en/screens/saving.ts'

export const saving: Record<keyof typeof english, string> = {
  'saving.changedElsewhere': 'Anderswo geändert: {fields}.',
  'saving.conflict': '{field}: anderswo geändert',
  'saving.keepTheirs': 'Wert aus GitLab behalten',
  'saving.keepTheirsFor': 'Wert aus GitLab behalten für {field}',
  'saving.notSaved': 'Nicht gespeichert: Diese Instanz hat {fields} ignoriert.',
  'saving.notSet': 'Nicht festgelegt: Diese Instanz hat {fields} ignoriert.',
  'saving.notUndone': 'Nicht rückgängig gemacht: Diese Instanz hat {fields} ignoriert.',
  'saving.onGitLab': '{field}, jetzt in GitLab',
  'saving.useMine': 'Meinen Wert verwenden',
  'saving.useMineFor': 'Meinen Wert verwenden für {field}',
  'saving.yours': 'Ihr Wert',
}
