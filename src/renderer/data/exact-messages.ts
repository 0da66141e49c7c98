import type { ExactMatch } from '../../shared/app/directory-columns.ts'

/** How a list marks a user whom the search names exactly. */
export const exactWords: Record<ExactMatch, string> = {
  id: 'Exact ID',
  username: 'Exact username',
  email: 'Exact email',
}
