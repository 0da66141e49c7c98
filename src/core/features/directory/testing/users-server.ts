import type { ServerResponse } from 'node:http'
import { json, startServer } from '../../../testing/http-server.ts'

/** A user on the administrators' list. */
export interface ListedUser {
  id: number
  created_at?: string
  /** Increases with every change, but is never sent. */
  changed?: number
  username: string
  name: string
  state: string
  [field: string]: unknown
}

/** A service with a user list that tests can change. */
export interface UsersServer {
  url: string
  users: ListedUser[]
  /** The IDs after which the requested pages of a full sync start; 0 for first pages. */
  asked: number[]
  /** How many pages of recent changes were requested. */
  askedForChanges: number
  /** The query of each `GET /users` request. */
  queries: URLSearchParams[]
  /** The scopes of the token; all by default, and unknown if false. */
  tokenScopes?: readonly string[] | false
  /** Silently ignores `created_after` and `created_before`. */
  dropsCreation?: boolean
  /** Simulates a proxy that drops the Link header. */
  dropsLinks?: boolean
  /** Called for each page of a full sync. Returns true if it sent a response. */
  instead?:
    ((after: number, response: ServerResponse, search: URLSearchParams) => boolean) | undefined
  /** Called for each page of recent changes. Returns true if it sent a response. */
  insteadOfChanges?: ((after: number, response: ServerResponse) => boolean) | undefined
  /** Changes a user, who then moves to the front of the list of recent changes. */
  change(id: number, fields: object): void
  stop(): Promise<void>
}

/** Serves `count` users with keyset pagination. The first is the administrator who sends the requests. */
export async function startUsersServer(count: number): Promise<UsersServer> {
  const ownToken = () => server.tokenScopes ?? true
  const http = await startServer(
    ({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://service')
      if (pathname === '/api/v4/user') return json(response, 200, server.users[0])
      const id = Number(/^\/api\/v4\/users\/(\d+)$/.exec(pathname)?.[1])
      const one = server.users.find((listed) => listed.id === id)
      if (one) return json(response, 200, one)
      if (pathname !== '/api/v4/users') return json(response, 404, { message: '404 Not Found' })
      server.queries.push(searchParams)
      const after = Number(searchParams.get('id_after') ?? 0)
      const isOfChanges = searchParams.get('order_by') === 'updated_at'
      if (isOfChanges) server.askedForChanges += 1
      else server.asked.push(after)
      if (isOfChanges && server.insteadOfChanges?.(after, response)) return
      if (!isOfChanges && server.instead?.(after, response, searchParams)) return
      const all = isOfChanges ? server.users.toSorted(lastChangedFirst) : server.users
      const from = isOfChanges ? all.findIndex(({ id }) => id === after) + 1 : 0
      const rest = all
        .slice(from)
        .filter((user) => isOfChanges || user.id > after)
        .filter((user) => server.dropsCreation || isCreatedWithin(user, searchParams))
      const perPage = Number(searchParams.get('per_page'))
      const skipped = perPage * (Number(searchParams.get('page') ?? 1) - 1)
      const page = rest.slice(skipped, skipped + perPage)
      const shown = page.map(({ changed: _, ...user }) => user)
      const hasNext = !server.dropsLinks && rest.length > page.length
      json(response, 200, shown, nextLink(searchParams, hasNext && page.at(-1)!.id))
    },
    { ownToken },
  )
  let changes = 0
  const server: UsersServer = {
    url: http.url,
    users: Array.from({ length: count }, (_, index) => user(index + 1)),
    asked: [],
    askedForChanges: 0,
    queries: [],
    change(id, fields) {
      changes += 1
      Object.assign(
        server.users.find((listed) => listed.id === id)!,
        fields,
        { changed: changes },
      )
    },
    stop: http.stop,
  }
  return server
}

function lastChangedFirst(one: ListedUser, other: ListedUser): number {
  return (other.changed ?? 0) - (one.changed ?? 0) || other.id - one.id
}

function isCreatedWithin({ created_at: at = '' }: ListedUser, search: URLSearchParams): boolean {
  const [after, before] = [search.get('created_after'), search.get('created_before')]
  return (
    (!after || Date.parse(at) >= Date.parse(after)) &&
    (!before || Date.parse(at) <= Date.parse(before))
  )
}

/** The Link header; absent on the last page. */
export function nextLink(search: URLSearchParams, after: number | false): Record<string, string> {
  if (after === false) return {}
  const next = new URLSearchParams(search)
  next.set('id_after', String(after))
  return { link: `<http://elsewhere/api/v4/users?${next}>; rel="next"` }
}

function user(id: number): ListedUser {
  return {
    id,
    username: `user${id}`,
    name: `User ${id}`,
    state: 'active',
    email: `user${id}@example.com`,
    is_admin: id === 1,
  }
}
