import type { saving as english } from '../../en/screens/saving.ts'

export const saving: Record<keyof typeof english, string> = {
  'saving.changedElsewhere': 'Modificado en otro lugar: {fields}.',
  'saving.conflict': '{field}: modificado en otro lugar',
  'saving.keepTheirs': 'Conservar el valor de GitLab',
  'saving.keepTheirsFor': 'Conservar el valor de GitLab en {field}',
  'saving.notSaved': 'No se guardó: esta instancia ignoró {fields}.',
  'saving.notSet': 'No se estableció: esta instancia ignoró {fields}.',
  'saving.notUndone': 'No se deshizo: esta instancia ignoró {fields}.',
  'saving.onGitLab': '{field}, ahora en GitLab',
  'saving.useMine': 'Usar mi valor',
  'saving.useMineFor': 'Usar mi valor en {field}',
  'saving.yours': 'Su cambio',
}
