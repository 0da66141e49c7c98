// node reader.ts <how> <url>: loads all users or tokens once, in a separate process so that its memory can be measured.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gitlab } from '@gitbeaker/rest'
import { type Dispatcher, request } from 'undici'
import { createNodeFetch } from '../../src/core/platform/network/node-fetch.ts'
import { ApiClient } from '../../src/core/gitlab/api-client.ts'
import { users } from '../../src/shared/gitlab/users.ts'
import { startApp } from './app.ts'

/** The cost of loading all users or tokens. */
export interface LoadResult {
  count: number
  /** Wall-clock time. */
  ms: number
  /** Peak memory of the process, in bytes. */
  memory: number
  /** The 99th percentile of event loop delay, in milliseconds. */
  delayMs: number
}

const [method, url] = process.argv.slice(2) as [keyof typeof readers, string]
const listParameters = { pagination: 'keyset', order_by: 'id', sort: 'asc' } as const

const readers = {
  /** The floor: parses each response without storing it. */
  async floor() {
    let count = 0
    let next: string | undefined =
      `${url}/api/v4/users?${new URLSearchParams({ ...listParameters, per_page: '100' })}`
    while (next) {
      const { headers, body }: Dispatcher.ResponseData = await request(next, {
        headers: { 'private-token': 'secret' },
      })
      count += (JSON.parse(await body.text()) as unknown[]).length
      next = /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    return count
  },

  /** Validates each page with the GitLab client without storing it. */
  async validated() {
    const client = new ApiClient({
      fetch: createNodeFetch(),
      now: Date.now,
      random: Math.random,
      sleep: () => Promise.reject(new Error('unexpected retry')),
    })
    const target = { baseUrl: url, token: 'secret', isAdmin: true }
    let count = 0
    for await (const page of client.pages(target, users.list, listParameters)) count += page.length
    return count
  },

  async gitbeaker() {
    const loaded = await new Gitlab({ host: url, token: 'secret' }).Users.all<
      false,
      false,
      'keyset'
    >({
      pagination: 'keyset',
      // GitLab returns these in order of ID.
      orderBy: 'created_at',
      sort: 'asc',
      perPage: 100,
    })
    return loaded.length
  },

  /** All of Latchkey: loads, validates, and stores users, but doesn’t build the search index yet. */
  async kept() {
    return (await app.read()).known
  },

  /** All of Latchkey: loads, validates, and stores tokens, with their owners. */
  credentials: () => app.readCredentials(),

  /** All of Latchkey: loads, validates, stores, and finds users by a word. */
  async stored() {
    const { known } = await app.read()
    const { total } = await app.search({ filter: { search: 'lindqvist' } })
    if (total === 0) throw new Error('no user matches')
    return known
  },
}

const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const app = await startApp(dataFolder, url)
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const began = performance.now()
const count = await readers[method]()
const ms = performance.now() - began
delays.disable()
process.send!({
  count,
  ms,
  memory: process.resourceUsage().maxRSS * 1024,
  delayMs: delays.percentile(99) / 1e6,
} satisfies LoadResult)
await app.close()
rmSync(dataFolder, { recursive: true })
