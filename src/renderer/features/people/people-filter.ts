import { idIn } from '../../../shared/id-search.ts'
import type { BasicUser } from '../../../shared/service/user-fields.ts'

/** The people whose name or username holds what was typed, whatever the case and the accents; the one with that ID first. */
export function peopleMatching<Person extends BasicUser>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const words = plain(typed).trim().replace(/^@/, '')
  const id = idIn(typed)
  const found = people.filter(
    (person) =>
      person.id === id ||
      [person.name, person.username].some((text) => plain(text).includes(words)),
  )
  return found.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
}

/** A search as it was typed: a name to look for, or with an @ the username itself. */
export function searchOf(
  typed: string,
  exact: boolean,
): { search: string } | { username: string } | undefined {
  const words = typed.trim()
  const name = words.replace(/^@/, '')
  if (!name) return undefined
  return exact || name !== words ? { username: name } : { search: words }
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
