import type { MessageId } from '../../../shared/messages/message.ts'
import { parseIdSearch } from '../../../shared/rules/id-search.ts'
import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import type { SearchFilter } from './search-filter.ts'

/** A user search by part of a name or an exact username, by filters, or by both. */
export interface UserSearch extends SearchFilter {
  search?: string
  username?: string
}

/** Finds users whose name or username contains the text, ignoring case and accents. An ID match comes first. */
export function filterUsers<Person extends BasicUser>(
  users: readonly Person[],
  typed: string,
): Person[] {
  const text = normalizeForSearch(typed).trim().replace(/^@/, '')
  const id = parseIdSearch(typed)
  const matches = users.filter(
    (user) =>
      user.id === id ||
      [user.name, user.username].some((name) => normalizeForSearch(name).includes(text)),
  )
  return matches.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
}

/** Turns typed text (part of a name, or an exact username after an @) and filters into a search; undefined if empty. */
export function parseUserSearch(
  typed: string,
  exact: boolean,
  filter: SearchFilter = {},
): UserSearch | undefined {
  const text = typed.trim()
  const name = text.replace(/^@/, '')
  if (!name) return Object.keys(filter).length > 0 ? filter : undefined
  return exact || name !== text ? { ...filter, username: name } : { ...filter, search: text }
}

/** The message for when a search finds nothing. */
export function noResultsText({ search, username, ...filter }: UserSearch): MessageId {
  if (Object.keys(filter).length > 0) return 'people.noResultsFiltered'
  if (username !== undefined || search === undefined) return 'people.noResultsExact'
  if (/^#\d+$/.test(search)) return 'people.noResultsId'
  // lib/gitlab/sql/pattern.rb
  return [...search].length < 3 ? 'people.noResultsShort' : 'people.noResultsText'
}

function normalizeForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
