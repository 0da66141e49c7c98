import type { lists as english } from '../../en/screens/lists.ts'

export const lists: Record<keyof typeof english, string> = {
  'lists.emptyPages': 'GitLab a envoyé trois pages vides de suite.',
  'lists.endless': 'GitLab a envoyé une liste sans fin.',
  'lists.moreThanCounted': 'GitLab a envoyé plus d’utilisateurs qu’il n’en compte.',
  'lists.repeatedPage': 'GitLab a envoyé deux fois la même page de la liste.',
}
