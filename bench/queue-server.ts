// The server of bench/queue.ts: each response takes 20 ms, and every tenth request gets a 429, unless it’s started with
// `unlimited`. It counts forbidden
// requests, and is forked so that it doesn’t share a thread with the code under test.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Counts of the requests that the server received. */
export interface ServerCounts {
  requests: number
  limited: number
  blocked: number
  /** The number of writes for users who were already blocked. */
  doubles: number
}

const latencyMs = 20
const isUnlimited = process.argv[2] === 'unlimited'
/** Users from this ID on wait for approval. */
const firstPending = 900_000

const blocked = new Set<number>()
const approved = new Set<number>()
const requests: ServerCounts = { requests: 0, limited: 0, blocked: 0, doubles: 0 }

const server = createServer((request, response) => {
  requests.requests += 1
  const isLimited = !isUnlimited && requests.requests % 10 === 0
  setTimeout(() => {
    response.setHeader('content-type', 'application/json')
    if (isLimited) {
      requests.limited += 1
      response.writeHead(429, { 'retry-after': '1' }).end('{"message":"Retry later"}')
      return
    }
    const [, text, action] = /\/users\/(\d+)(?:\/(\w+))?/.exec(request.url ?? '') ?? []
    const id = Number(text)
    if (action && request.method === 'GET') {
      response.end('[]')
      return
    }
    if (action) {
      if (blocked.has(id)) requests.doubles += 1
      if (action === 'approve') approved.add(id)
      else blocked.add(id)
      response.writeHead(201).end('true')
      return
    }
    const isPending = id >= firstPending && !approved.has(id)
    const state = isPending ? 'blocked_pending_approval' : blocked.has(id) ? 'blocked' : 'active'
    const user = { id, username: `user${id}`, name: `User ${id}`, state, is_admin: false }
    response.end(JSON.stringify(user))
  }, latencyMs)
})
server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('message', () => {
  process.send!({ ...requests, blocked: blocked.size })
  process.exit(0)
})
