import type { ServerResponse } from 'node:http'
import {
  type SeenRequest,
  type TestServer,
  json,
  startServer,
} from '../../../../testing/http-server.ts'

interface StoredKey {
  id: number
  key: string
}

export interface GpgKeysServer extends TestServer {
  keys: StoredKey[]
  /** What was asked about keys since the sign-in. */
  asked(): string[]
  /** What goes wrong next: the first that answers for a request is used up. */
  faults: ((request: SeenRequest, response: ServerResponse) => boolean)[]
}

/** A service of one person's GPG keys and nothing else, in which anything can be made to go wrong. */
export async function startGpgKeysServer(): Promise<GpgKeysServer> {
  let lastId = 0
  const server = await startServer((request, response) => {
    const path = request.url.replace(/^\/api\/v4|\?.*$/g, '')
    const fault = self.faults.findIndex((answers) => answers(request, response))
    if (fault !== -1) return void self.faults.splice(fault, 1)
    if (path === '/user') {
      return json(response, 200, { id: 1, username: 'ada', name: 'Ada', email: 'ada@example.com' })
    }
    if (path === '/user/emails') return json(response, 200, [])
    if (request.method === 'POST') {
      const added = { id: (lastId += 1), ...(JSON.parse(request.body) as { key: string }) }
      self.keys.push(added)
      return json(response, 201, added)
    }
    const id = Number(/\/user\/gpg_keys\/(\d+)$/.exec(path)?.[1])
    if (!id) return json(response, 200, self.keys)
    const key = self.keys.find((one) => one.id === id)
    if (!key) return json(response, 404, { message: '404 GPG Key Not Found' })
    if (request.method === 'GET') return json(response, 200, key)
    self.keys = self.keys.filter((one) => one !== key)
    response.writeHead(204).end()
  })
  const self: GpgKeysServer = {
    ...server,
    keys: [],
    faults: [],
    asked: () =>
      server.requests
        .map(({ method, url }) => `${method} ${url.replace(/^\/api\/v4|\?.*$/g, '')}`)
        .filter((line) => line.includes('gpg_keys')),
  }
  return self
}

/** A fault for the next request of a method about keys. */
export function onNext(
  method: string,
  act: (response: ServerResponse) => void,
): GpgKeysServer['faults'][number] {
  return (request, response) => {
    if (request.method !== method || !request.url.includes('gpg_keys')) return false
    act(response)
    return true
  }
}
