import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import type { Page } from '../../../shared/gitlab/index.ts'
import { parseIdSearch } from '../../../shared/rules/id-search.ts'
import { type LatchkeyClient, failureOf } from '../../bridge/latchkey.ts'
import type { UserSearch } from './user-search.ts'
import type { SearchFilter } from './search-filter.ts'

type Api = Pick<ReturnType<LatchkeyClient>, 'users'>

/** Loads a page of search results. The first page starts with exact ID or username matches. */
export async function findUsers(
  api: Api,
  search: UserSearch,
  cursor?: string,
): Promise<Page<BasicUser>> {
  const list = () => api.users.list({ ...search, cursor })
  const { search: text, ...filter } = search
  if (cursor !== undefined || text === undefined) return list()
  const id = parseIdSearch(text)
  const [byId, byUsername, results] = await Promise.all([
    id === undefined ? undefined : getUserIfFound(api, id, filter),
    isUsername(text) ? api.users.list({ ...filter, username: text }) : undefined,
    list(),
  ])
  const exact = [...(byId ? [byId] : []), ...(byUsername?.items ?? [])]
  return { ...results, items: [...exact, ...results.items] }
}

/** The field that a search matches exactly, if any. */
export function exactMatch(
  { id, username }: Pick<BasicUser, 'id' | 'username'>,
  search: UserSearch,
): 'id' | 'username' | undefined {
  const { search: text, username: name = text } = search
  if (text !== undefined && id === parseIdSearch(text)) return 'id'
  return username.toLowerCase() === name?.toLowerCase() ? 'username' : undefined
}

/** Whether text could be a username (`lib/gitlab/path_regex.rb`) and is therefore worth a request. */
function isUsername(text: string): boolean {
  return /^[\w.-]+$/.test(text)
}

/** Looks up a user by ID, unless the filters exclude them. */
async function getUserIfFound(
  api: Api,
  id: number,
  filter: SearchFilter,
): Promise<BasicUser | undefined> {
  try {
    const user = await api.users.get({ id })
    if (Object.keys(filter).length === 0) return user
    // GitLab applies filters only to lists.
    const { items } = await api.users.list({ ...filter, username: user.username })
    return items.find((one) => one.id === id)
  } catch (error) {
    if (failureOf(error).kind === 'not-found') return undefined
    throw error
  }
}
