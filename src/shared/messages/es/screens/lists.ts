import type { lists as english } from '../../en/screens/lists.ts'

export const lists: Record<keyof typeof english, string> = {
  'lists.emptyPages': 'GitLab envió tres páginas vacías seguidas de la lista.',
  'lists.endless': 'GitLab envió una lista que no termina.',
  'lists.moreThanCounted': 'GitLab envió más usuarios de los que indica su recuento.',
  'lists.repeatedPage': 'GitLab envió dos veces la misma página de la lista.',
}
