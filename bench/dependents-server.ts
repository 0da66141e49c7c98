// The server of bench/dependents.ts: each response takes 20 ms. It is forked so that it doesn’t share a thread with the
// code under test.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const latencyMs = 20
const memberships = 200
const perPage = 100
const urls: string[] = []

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://localhost')
  urls.push(request.url!)
  setTimeout(() => {
    response.setHeader('content-type', 'application/json')
    const page = Number(url.searchParams.get('page') ?? 1)
    const isMemberships = url.pathname.endsWith('/memberships')
    if (isMemberships && page * perPage < memberships) {
      url.searchParams.set('page', String(page + 1))
      const next = `http://${request.headers.host}${url.pathname}${url.search}`
      response.setHeader('link', `<${next}>; rel="next"`)
    }
    response.end(JSON.stringify(isMemberships ? membershipsOf(page) : answerTo(url)))
  }, latencyMs)
})

function membershipsOf(page: number): object[] {
  return Array.from({ length: perPage }, (_, index) => {
    const source_id = (page - 1) * perPage + index + 1
    const source_type = index % 2 ? 'Project' : 'Namespace'
    return { source_id, source_name: `place ${source_id}`, source_type, access_level: 50 }
  })
}

function answerTo({ pathname }: URL): object {
  if (pathname.endsWith('/members/all')) {
    return [2, 3].map((id) => ({
      id,
      username: `user${id}`,
      name: `User ${id}`,
      state: 'active',
      access_level: 50,
    }))
  }
  return pathname.endsWith('/self') ? { id: 1, scopes: ['api', 'sudo'] } : []
}

server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('message', () => {
  process.send!(urls, () => process.exit())
})
