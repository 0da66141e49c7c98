// npm run bench:sandbox: how fast the sandbox serves keyset pages of GET /users with 50,000 users, as a ratio to the floor: the
// same pages as precomputed bytes from the same HTTP server.
import { once } from 'node:events'
import { type ChildProcess, fork } from 'node:child_process'
import { Pool } from 'undici'
import { printResult } from './lib/result.ts'

const users = 50_000
const pages = 200
const rounds = 5
const concurrency = 4

interface Server {
  url: string
  token: string
  child: ChildProcess
}

async function start(kind: 'sandbox' | 'floor', bodies: Page[] = []): Promise<Server> {
  const child = fork(new URL('./sandbox-server.ts', import.meta.url), [kind, String(users)])
  if (kind === 'floor') child.send(bodies)
  const [ready] = (await once(child, 'message')) as [{ url: string; token: string }]
  return { ...ready, child }
}

export interface Page {
  path: string
  body: string
  link: string | undefined
}

/** The first pages, by following their links. */
async function walk({ url, token }: Server): Promise<Page[]> {
  const found: Page[] = []
  let path: string | undefined = '/api/v4/users?pagination=keyset&per_page=100&order_by=id&sort=asc'
  while (path && found.length < pages) {
    const answer: Response = await fetch(url + path, { headers: { 'private-token': token } })
    const link: string | undefined = answer.headers.get('link') ?? undefined
    found.push({ path, body: await answer.text(), link })
    const next: string | undefined = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1]
    path = next && new URL(next).pathname + new URL(next).search
  }
  return found
}

/** Requests per second, the best of several rounds. */
async function measure({ url, token }: Server, paths: string[]): Promise<number> {
  const pool = new Pool(url, { connections: concurrency })
  const get = async (path: string) => {
    const { statusCode, body } = await pool.request({
      path,
      method: 'GET',
      headers: { 'private-token': token },
    })
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    await body.arrayBuffer()
  }
  let best = 0
  for (let round = 0; round < rounds; round += 1) {
    const waiting = [...paths]
    const began = performance.now()
    const worker = async () => {
      for (let path = waiting.pop(); path; path = waiting.pop()) await get(path)
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    best = Math.max(best, paths.length / ((performance.now() - began) / 1000))
  }
  await pool.close()
  return best
}

const sandbox = await start('sandbox')
const sandboxPages = await walk(sandbox)
const floor = await start('floor', sandboxPages)
const paths = sandboxPages.map(({ path }) => path)
const [ours, readyMade] = [await measure(sandbox, paths), await measure(floor, paths)]
sandbox.child.kill()
floor.child.kill()
printResult('sandbox', {
  what: `keyset pages of 100 of ${users} users, against the same pages ready-made`,
  value: ours / readyMade,
  from: `${ours.toFixed(0)} and ${readyMade.toFixed(0)} requests a second, the best of ${rounds} rounds`,
  wanted: { atLeast: 0.25 },
})
