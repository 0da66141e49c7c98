// Loads all users once, in a separate process to measure its memory: node reader.ts <how> <url>
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

/** What loading took. */
export interface Reading {
  people: number
  /** Wall-clock time. */
  ms: number
  /** CPU time. */
  cpuMs: number
  /** Peak memory of the process, in bytes. */
  memory: number
  /** Its memory before loading. */
  idleMemory: number
  /** The 99th percentile of event loop delay, in milliseconds. */
  delayMs: number
}

const [how, url] = process.argv.slice(2) as [keyof typeof readers, string]
const listParameters = { pagination: 'keyset', order_by: 'id', sort: 'asc' } as const

const readers = {
  /** The floor: parses each response, and stores nothing. */
  async floor() {
    let people = 0
    let next: string | undefined =
      `${url}/api/v4/users?${new URLSearchParams({ ...listParameters, per_page: '100' })}`
    while (next) {
      const { headers, body }: Dispatcher.ResponseData = await request(next, {
        headers: { 'private-token': 'secret' },
      })
      people += (JSON.parse(await body.text()) as unknown[]).length
      next = /<([^>]*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    return people
  },

  /** Validates each page with the GitLab client, and stores nothing. */
  async validated() {
    const client = new ApiClient({
      fetch: createNodeFetch(),
      now: Date.now,
      random: Math.random,
      sleep: () => Promise.reject(new Error('nothing is tried again here')),
    })
    const target = { baseUrl: url, token: 'secret', isAdmin: true }
    let people = 0
    for await (const page of client.pages(target, users.list, listParameters)) people += page.length
    return people
  },

  async gitbeaker() {
    const found = await new Gitlab({ host: url, token: 'secret' }).Users.all<
      false,
      false,
      'keyset'
    >({
      pagination: 'keyset',
      // GitLab orders these by ID.
      orderBy: 'created_at',
      sort: 'asc',
      perPage: 100,
    })
    return found.length
  },

  /** All of Latchkey: loads, validates, and stores; does not build the search index yet. */
  async kept() {
    return (await app.read()).known
  },

  /** All of Latchkey: loads, validates, stores, and finds users by a word. */
  async stored() {
    const { known } = await app.read()
    const { total } = await app.search({ filter: { search: 'lindqvist' } })
    if (total === 0) throw new Error('Nobody was found.')
    return known
  },
}

const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const app = await startApp(dataFolder, url)
const idleMemory = process.memoryUsage.rss()
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const [began, cpu] = [performance.now(), process.cpuUsage()]
const people = await readers[how]()
const ms = performance.now() - began
const { user, system } = process.cpuUsage(cpu)
delays.disable()
process.send!({
  people,
  ms,
  cpuMs: (user + system) / 1000,
  memory: process.resourceUsage().maxRSS * 1024,
  idleMemory,
  delayMs: delays.percentile(99) / 1e6,
} satisfies Reading)
await app.close()
rmSync(dataFolder, { recursive: true })
