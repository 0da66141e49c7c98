// The server of bench/review.ts: each response takes 20 ms. It is forked so that it doesn’t share a thread with the
// code under test.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const latencyMs = 20
const sshKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKCJ1AbpLlgXlDY4bUR7zwLRe4UZTYtnXAZ3hpFnyA0k Someone (example.com)'
let requests = 0

const server = createServer((request, response) => {
  requests += 1
  setTimeout(() => {
    const { pathname } = new URL(request.url!, 'http://service')
    const [, id, list] = /\/users\/(\d+)(?:\/(\w+))?$/.exec(pathname) ?? []
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(Number(id), list)))
  }, latencyMs)
})

function answer(id: number, list: string | undefined): unknown {
  const created_at = '2026-01-01T00:00:00.000Z'
  switch (list) {
    case 'memberships':
      return [1, 2, 3].map((source_id) => ({
        ...{ source_id, source_name: `Group ${source_id}`, source_type: 'Namespace' },
        access_level: 30,
      }))
    case 'keys':
      return [1, 2].map((key) => ({ id: id * 10 + key, title: 'Laptop', key: sshKey, created_at }))
    case 'impersonation_tokens':
      return [
        { id, name: 'Migration', scopes: ['api'], active: true, created_at, expires_at: null },
      ]
    case 'gpg_keys':
      return []
    default:
      return {
        ...{ id, username: `user${id}`, name: `User ${id}`, state: 'active', is_admin: false },
        ...{ email: `user${id}@example.com`, two_factor_enabled: true, external: false },
        ...{ created_at, last_sign_in_at: created_at, last_activity_on: '2026-06-01' },
      }
  }
}

server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('message', () => {
  process.send!(requests)
  process.exit(0)
})
