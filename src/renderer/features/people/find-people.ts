import type { BasicUser } from '../../../shared/service/user-fields.ts'
import type { Page } from '../../../shared/service/index.ts'
import { parseIdSearch } from '../../../shared/id-search.ts'
import { type Latchkey, failureOf } from '../../data/latchkey.ts'
import type { UserSearch } from './people-filter.ts'

type Api = Pick<ReturnType<Latchkey>, 'users'>

/** A page of search results. Exact matches of the ID or username come first on the first page. */
export async function findPeople(
  api: Api,
  search: UserSearch,
  cursor?: string,
): Promise<Page<BasicUser>> {
  const list = () => api.users.list({ ...search, cursor })
  if (cursor !== undefined || 'username' in search) return list()
  const id = parseIdSearch(search.search)
  const [byId, byUsername, found] = await Promise.all([
    id === undefined ? undefined : getUserIfExists(api, id),
    isUsername(search.search) ? api.users.list({ username: search.search }) : undefined,
    list(),
  ])
  const exact = [...(byId ? [byId] : []), ...(byUsername?.items ?? [])]
  return { ...found, items: [...exact, ...found.items] }
}

/** By what a search names a user exactly; undefined for other matches. */
export function exactMatch(
  { id, username }: Pick<BasicUser, 'id' | 'username'>,
  search: UserSearch,
): 'id' | 'username' | undefined {
  const text = 'username' in search ? search.username : search.search
  if (!('username' in search) && id === parseIdSearch(text)) return 'id'
  return username.toLowerCase() === text.toLowerCase() ? 'username' : undefined
}

/** Whether a text can be a username (`lib/gitlab/path_regex.rb`), and so is worth a request. */
function isUsername(text: string): boolean {
  return /^[\w.-]+$/.test(text)
}

async function getUserIfExists(api: Api, id: number): Promise<BasicUser | undefined> {
  try {
    return await api.users.get({ id })
  } catch (error) {
    if (failureOf(error).kind === 'not-found') return undefined
    throw error
  }
}
