// node bench/dependents.ts: what depends on a user with 200 memberships, on a server that takes 20 ms, compared with a
// plain loop of the same requests with the same concurrency.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { nothingFound, readDependents } from '../src/core/features/dependents/read-dependents.ts'
import { ApiClient } from '../src/core/gitlab/api-client.ts'
import { createNodeFetch } from '../src/core/platform/network/node-fetch.ts'
import { sleep } from '../src/core/platform/time/scheduler.ts'
import { median } from './lib/numbers.ts'
import { formatNumber, report } from './lib/result.ts'

const rounds = Math.min(Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5), 5)
const concurrency = 4
const leaver = { id: 2, username: 'user2' }

const times: Record<'latchkey' | 'loop', number[]> = { latchkey: [], loop: [] }
let requests = 0
// The first round is a warm-up.
for (let round = 0; round <= rounds; round += 1) {
  const first = await withService(readAll)
  const second = await withService((url) => loopOver(url, first.urls))
  requests = first.urls.length
  if (second.urls.length !== requests) {
    throw new Error(`Latchkey sent ${requests} requests, the loop ${second.urls.length}`)
  }
  if (round === 0) continue
  times.latchkey.push(first.took)
  times.loop.push(second.took)
}
report('dependents', {
  what: 'what depends on a user with 200 memberships, 20 ms per response',
  value: median(times.latchkey),
  unit: 'ms',
  baseline: {
    name: `loop of the same ${formatNumber(requests)} requests`,
    value: median(times.loop),
  },
  atMost: 1.15,
})

async function readAll(baseUrl: string): Promise<number> {
  const client = new ApiClient({
    fetch: createNodeFetch(),
    now: Date.now,
    random: Math.random,
    sleep,
  })
  const target = { baseUrl, token: 'of nobody', isAdmin: true }
  const found = nothingFound()
  const began = performance.now()
  await readDependents(found, {
    gitlab: {
      call: (endpoint, input, options) => client.call(target, endpoint, input, options),
      all: (endpoint, input, options) => client.all(target, endpoint, input, options),
      page: (endpoint, input, cursor, options) =>
        client.page<unknown>(target, endpoint as never, input, cursor, options),
    },
    user: leaver,
    ownId: 1,
    now: Date.now(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  const took = performance.now() - began
  const unread = found.questions.filter(({ why }) => why !== 'indirect')
  if (unread.length > 0) throw new Error(`Not read: ${JSON.stringify(unread)}`)
  return took
}

async function loopOver(baseUrl: string, urls: readonly string[]): Promise<number> {
  const fetch = createNodeFetch()
  const remaining = [...urls]
  const lane = async () => {
    for (let url = remaining.shift(); url; url = remaining.shift()) {
      await (await fetch(`${baseUrl}${url}`)).json()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: concurrency }, lane))
  return performance.now() - began
}

async function withService(work: (url: string) => Promise<number>) {
  const server = fork(new URL('./dependents-server.ts', import.meta.url))
  const [url] = (await once(server, 'message')) as [string]
  const took = await work(url)
  server.send('end')
  const [urls] = (await once(server, 'message')) as [string[]]
  return { took, urls }
}
