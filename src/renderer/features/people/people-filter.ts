import { parseIdSearch } from '../../../shared/id-search.ts'
import type { BasicUser } from '../../../shared/service/user-fields.ts'

/** The people whose name or username contains the text, ignoring case and accents; a matching ID comes first. */
export function peopleMatching<Person extends BasicUser>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const text = plain(typed).trim().replace(/^@/, '')
  const id = parseIdSearch(typed)
  const found = people.filter(
    (person) =>
      person.id === id || [person.name, person.username].some((name) => plain(name).includes(text)),
  )
  return found.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
}

/** The query for typed text: a part of a name, or with an @ an exact username. */
export function searchOf(
  typed: string,
  exact: boolean,
): { search: string } | { username: string } | undefined {
  const text = typed.trim()
  const name = text.replace(/^@/, '')
  if (!name) return undefined
  return exact || name !== text ? { username: name } : { search: text }
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
