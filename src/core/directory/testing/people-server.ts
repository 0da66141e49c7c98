import type { ServerResponse } from 'node:http'
import { json, startServer } from '../../testing/http-server.ts'

/** Somebody as an administrator's list has them. */
export interface ListedPerson {
  id: number
  username: string
  name: string
  state: string
  [field: string]: unknown
}

/** A service with a list of people that a test changes as it likes. */
export interface PeopleServer {
  url: string
  people: ListedPerson[]
  /** Ids after which the pages of GET /users that were asked for begin, 0 for a first page. */
  asked: number[]
  /** Answers GET /users in place of the service where it returns true. */
  instead?: (after: number, response: ServerResponse) => boolean
  stop(): Promise<void>
}

/** Lists `count` people by keyset, of whom the first is the administrator who asks. */
export async function startPeopleServer(count: number): Promise<PeopleServer> {
  const http = await startServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://service')
    if (pathname === '/api/v4/user') return json(response, 200, server.people[0])
    const id = Number(/^\/api\/v4\/users\/(\d+)$/.exec(pathname)?.[1])
    const one = server.people.find((listed) => listed.id === id)
    if (one) return json(response, 200, one)
    if (pathname !== '/api/v4/users') return json(response, 404, { message: '404 Not Found' })
    const after = Number(searchParams.get('id_after') ?? 0)
    server.asked.push(after)
    if (server.instead?.(after, response)) return
    const rest = server.people.filter(({ id }) => id > after)
    const page = rest.slice(0, Number(searchParams.get('per_page')))
    json(response, 200, page, nextLink(searchParams, rest.length > page.length && page.at(-1)!.id))
  })
  const server: PeopleServer = {
    url: http.url,
    people: Array.from({ length: count }, (_, index) => person(index + 1)),
    asked: [],
    stop: http.stop,
  }
  return server
}

/** The header that names the next page; none where there is none. */
export function nextLink(search: URLSearchParams, after: number | false): Record<string, string> {
  if (after === false) return {}
  const next = new URLSearchParams(search)
  next.set('id_after', String(after))
  return { link: `<http://elsewhere/api/v4/users?${next}>; rel="next"` }
}

function person(id: number): ListedPerson {
  return {
    id,
    username: `user${id}`,
    name: `User ${id}`,
    state: 'active',
    email: `user${id}@example.com`,
    is_admin: id === 1,
  }
}
