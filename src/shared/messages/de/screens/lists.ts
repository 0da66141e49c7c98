import type { lists as english } from '../../en/screens/lists.ts'

export const lists: Record<keyof typeof english, string> = {
  'lists.emptyPages': 'GitLab hat drei leere Seiten der Liste hintereinander gesendet.',
  'lists.endless': 'GitLab hat eine Liste ohne Ende gesendet.',
  'lists.moreThanCounted': 'GitLab hat mehr Benutzer gesendet, als es zählt.',
  'lists.repeatedPage': 'GitLab hat dieselbe Seite der Liste zweimal gesendet.',
}
