import type { saving as english } from '../../en/screens/saving.ts'

export const saving: Record<keyof typeof english, string> = {
  'saving.changedElsewhere': 'Modifié ailleurs : {fields}.',
  'saving.conflict': '{field} : modifié ailleurs',
  'saving.keepTheirs': 'Garder l’autre valeur',
  'saving.keepTheirsFor': 'Garder l’autre valeur pour {field}',
  'saving.notSaved': 'Non enregistré : cette instance a ignoré {fields}.',
  'saving.notSet': 'Non défini : cette instance a ignoré {fields}.',
  'saving.notUndone': 'Non rétabli : cette instance a ignoré {fields}.',
  'saving.onGitLab': '{field}, actuellement dans GitLab',
  'saving.useMine': 'Utiliser ma valeur',
  'saving.useMineFor': 'Utiliser ma valeur pour {field}',
  'saving.yours': 'Votre valeur',
}
