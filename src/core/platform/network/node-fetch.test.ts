import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeFetch } from './testing/fetch-suite.ts'
import { createNodeFetch } from './node-fetch.ts'
import { type TestServer, json, startServer } from '../../testing/http-server.ts'

const servers: TestServer[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

describe('request to this computer', () => {
  it('bypasses the proxy, which would receive the token unencrypted', async () => {
    const proxy = await startServer((_, response) => json(response, 200, 'through the proxy'))
    const localServer = await startServer((_, response) => json(response, 200, 'here'))
    servers.push(proxy, localServer)
    vi.stubEnv('http_proxy', proxy.url)
    vi.stubEnv('no_proxy', '')
    const fetch = createNodeFetch()
    const token = 'glpat-for-this-machine-only'
    const answer = await fetch(`${localServer.url}/api`, { headers: { 'PRIVATE-TOKEN': token } })
    expect(await answer.json()).toBe('here')
    expect(proxy.bytes()).toBe('')
  })
})

describeFetch('the fetch of Node', createNodeFetch(), { reads: 'as Node' })
