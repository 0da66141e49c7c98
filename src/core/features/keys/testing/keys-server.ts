import type { ServerResponse } from 'node:http'
import {
  type SeenRequest,
  type TestServer,
  json,
  startServer,
} from '../../../testing/http-server.ts'

interface StoredKey {
  id: number
  key: string
  title?: string
  usage_type?: string
  expires_at?: string | null
}

export interface KeysServer extends TestServer {
  keys: StoredKey[]
  /** Methods and paths of the key requests. */
  asked(): string[]
  /** Faults for the next requests. The first fault that handles a request is consumed. */
  faults: ((request: SeenRequest, response: ServerResponse) => boolean)[]
}

/** A server that has only one user's SSH or GPG keys and can inject faults. */
export async function startKeysServer(keys: StoredKey[] = []): Promise<KeysServer> {
  let lastId = Math.max(0, ...keys.map(({ id }) => id))
  const server = await startServer((request, response) => {
    const path = pathOf(request)
    const fault = self.faults.findIndex((answers) => answers(request, response))
    if (fault !== -1) return void self.faults.splice(fault, 1)
    if (path === '/user') {
      return json(response, 200, { id: 1, username: 'ada', name: 'Ada', email: 'ada@example.com' })
    }
    if (path === '/user/emails') return json(response, 200, [])
    if (request.method === 'POST') {
      const added = { id: (lastId += 1), ...(JSON.parse(request.body) as Omit<StoredKey, 'id'>) }
      self.keys.push(added)
      return json(response, 201, added)
    }
    const id = Number(/\/user\/(?:gpg_)?keys\/(\d+)$/.exec(path)?.[1])
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
      server.requests.filter(isKeyRequest).map((request) => `${request.method} ${pathOf(request)}`),
  }
  return self
}

/** Sets a fault for the next key request with this method. */
export function onNext(
  method: string,
  act: (response: ServerResponse, request: SeenRequest) => void,
): KeysServer['faults'][number] {
  return (request, response) => {
    if (request.method !== method || !isKeyRequest(request)) return false
    act(response, request)
    return true
  }
}

function pathOf({ url }: SeenRequest): string {
  return url.replace(/^\/api\/v4|\?.*$/g, '')
}

function isKeyRequest(request: SeenRequest): boolean {
  return /keys(\/|$)/.test(pathOf(request))
}
