import { parseIdSearch } from '../../../shared/id-search.ts'
import type { BasicUser } from '../../../shared/service/user-fields.ts'

export type UserSearch = { search: string } | { username: string }

/** The users whose name or username contains the text, ignoring case and accents; a matching ID comes first. */
export function filterPeople<Person extends BasicUser>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const text = normalizeForSearch(typed).trim().replace(/^@/, '')
  const id = parseIdSearch(typed)
  const found = people.filter(
    (person) =>
      person.id === id ||
      [person.name, person.username].some((name) => normalizeForSearch(name).includes(text)),
  )
  return found.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
}

/** The search for typed text: a part of a name, or with an @ an exact username. */
export function parseUserSearch(typed: string, exact: boolean): UserSearch | undefined {
  const text = typed.trim()
  const name = text.replace(/^@/, '')
  if (!name) return undefined
  return exact || name !== text ? { username: name } : { search: text }
}

function normalizeForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
