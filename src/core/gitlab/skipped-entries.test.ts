import { afterEach, describe, expect, it } from 'vitest'
import { sshKeys } from '../../shared/gitlab/ssh-keys.ts'
import { createLog } from '../platform/log/log.ts'
import { createNodeFetch } from '../platform/network/node-fetch.ts'
import { type TestServer, json, startServer } from '../testing/http-server.ts'
import { ApiClient } from './api-client.ts'
import { currentTime } from '../../shared/rules/clock.ts'

let server: TestServer
afterEach(() => server.stop())

const key = (id: unknown) => ({ id, title: 'Maya’s laptop', key: 'ssh-ed25519 AAAA' })

async function serve(...pages: unknown[][]) {
  server = await startServer(({ url }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)
    json(response, 200, pages[page - 1], { 'x-next-page': page < pages.length ? page + 1 : '' })
  })
  const logged: string[] = []
  const { warn: log } = createLog({
    write: (line) => logged.push(line),
    level: 'debug',
    now: currentTime,
    tag: () => 'instance-test',
  })
  const client = new ApiClient({
    fetch: createNodeFetch(),
    now: currentTime,
    random: Math.random,
    sleep: () => Promise.resolve(),
    log,
  })
  return { client, target: { baseUrl: server.url, token: 't' }, logged }
}

describe('unreadable list entry', () => {
  it('is omitted from its page and counted', async () => {
    const { client, target } = await serve([key(1), key(null), 'odd', key('4'), null])
    const page = await client.page(target, sshKeys.list, {})
    expect(page.items.map(({ id }) => id)).toEqual([1, 4])
    expect(page.skipped).toBe(3)
  })

  it("doesn't affect other pages", async () => {
    const { client, target } = await serve([key(1)])
    expect(await client.page(target, sshKeys.list, {})).toEqual({
      items: [key(1)],
      next: undefined,
      total: undefined,
    })
  })

  it('is omitted from a complete list and counted across pages', async () => {
    const { client, target } = await serve([key(1), {}], [{}, {}], [key(6)])
    let skipped = 0
    const onSkipped = (count: number) => void (skipped += count)
    const keys = await client.all(target, sshKeys.list, {}, { onSkipped })
    expect(keys.map(({ id }) => id)).toEqual([1, 6])
    expect(skipped).toBe(3)
  })

  it('is logged by position without its content, at most twenty times', async () => {
    const odd = Array.from({ length: 25 }, () => key({}))
    const { client, target, logged } = await serve([key(1), ...odd])
    await client.page(target, sshKeys.list, {})
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('operation=sshKeys.list')
    expect(logged[0]).toContain('count=25')
    expect(logged[0]).toMatch(/places=1,2,3(,\d+){16},20\b(?!,)/)
    expect(logged[0]).not.toMatch(/Maya|AAAA/)
  })
})

it('rejects a response that is not a list, and logs its endpoint', async () => {
  const { client, target, logged } = await serve({ message: 'odd' } as never)
  await expect(client.page(target, sshKeys.list, {})).rejects.toThrow(
    `Couldn’t load the SSH keys. ${new URL(server.url).host} sent data that Latchkey can’t read.`,
  )
  expect(logged[0]).toContain('operation=sshKeys.list')
})
