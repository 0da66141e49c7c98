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
    const [, group, members] = /\/groups\/(\d+)(?:\/(.+))?$/.exec(pathname) ?? []
    const body = group ? groupAnswer(Number(group), members) : answer(Number(id), list)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }, latencyMs)
})

/** A group with 20 members and 40 in the groups around it. */
function groupAnswer(id: number, members: string | undefined): unknown {
  if (members === undefined) {
    return { id, name: `Group ${id}`, full_path: `g${id}`, shared_with_groups: [] }
  }
  return Array.from({ length: members === 'members' ? 20 : 60 }, (_, nth) => {
    const user = ((id * 7 + nth * 13) % 1000) + 1
    return { id: user, username: `user${user}`, name: `User ${user}`, access_level: 30 }
  })
}

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
