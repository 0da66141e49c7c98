import type { ServerResponse } from 'node:http'
import {
  type SeenRequest,
  type TestServer,
  json,
  startServer,
} from '../../../../testing/http-server.ts'

interface StoredKey {
  id: number
  title: string
  key: string
  usage_type?: string
  expires_at?: string | null
}

export interface KeysServer extends TestServer {
  keys: StoredKey[]
  /** Methods and paths of what was asked since the sign-in. */
  asked(): string[]
  /** What goes wrong next: the first that answers for a request is used up. */
  faults: ((request: SeenRequest, response: ServerResponse) => boolean)[]
}

/** A service of one person's SSH keys and nothing else, in which anything can be made to go wrong. */
export async function startKeysServer(keys: StoredKey[] = []): Promise<KeysServer> {
  let lastId = Math.max(0, ...keys.map(({ id }) => id))
  const server = await startServer((request, response) => {
    const fault = self.faults.findIndex((answers) => answers(request, response))
    if (fault !== -1) return void self.faults.splice(fault, 1)
    if (request.url === '/api/v4/user') {
      return json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
    }
    if (request.method === 'POST') {
      const added = { id: (lastId += 1), ...(JSON.parse(request.body) as Omit<StoredKey, 'id'>) }
      self.keys.push(added)
      return json(response, 201, added)
    }
    const id = Number(/\/user\/keys\/(\d+)$/.exec(request.url)?.[1])
    if (!id) return json(response, 200, self.keys)
    const key = self.keys.find((one) => one.id === id)
    if (!key) return json(response, 404, { message: '404 Key Not Found' })
    if (request.method === 'GET') return json(response, 200, key)
    self.keys = self.keys.filter((one) => one !== key)
    response.writeHead(204).end()
  })
  const self: KeysServer = {
    ...server,
    keys,
    faults: [],
    asked: () =>
      server.requests
        .filter(({ url }) => url !== '/api/v4/user')
        .map(({ method, url }) => `${method} ${url.replace(/^\/api\/v4|\?.*$/g, '')}`),
  }
  return self
}

/** A fault for the next request of a method. */
export function onNext(
  method: string,
  act: (response: ServerResponse, request: SeenRequest) => void,
): KeysServer['faults'][number] {
  return (request, response) => {
    if (request.method !== method) return false
    act(response, request)
    return true
  }
}
