// The server of bench/directory.ts, in a separate process. Its rows are pregenerated, so that the client dominates the
// measurement.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { generateToken } from './generate-token.ts'
import { generateUser } from './generate-user.ts'

/** A command from the parent process. Each one also resets the request counter. */
export interface Command {
  /** How long (ms) to wait before each response. */
  waitMs?: number
  /** Sets a new note for the users with these IDs. */
  change?: number[]
}

const count = Number(process.argv[2])
const perPage = 100
const me = JSON.stringify(generateUser(1, count))
const rows = Array.from({ length: count }, (_, index) =>
  JSON.stringify(generateUser(index + 1, count)),
)
const tokenCount = Number(process.argv[3] ?? 0)
const tokens = Array.from({ length: tokenCount }, (_, index) =>
  JSON.stringify(generateToken(index + 1, tokenCount, count)),
)
const creationTimes = new Map<readonly string[], Float64Array>(
  [rows, tokens].map((list) => [list, creationTimesOf(list)]),
)
/** Row indexes, most recently changed first. */
let byChange = Array.from(rows, (_, index) => count - 1 - index)
let waitMs = 0
let requests = 0

const server = createServer((request, response) => {
  requests += 1
  const wait = waitMs
  void (wait > 0 ? delay(wait) : Promise.resolve()).then(() => {
    const url = new URL(request.url ?? '/', origin())
    const lists = { '/api/v4/users': rows, '/api/v4/personal_access_tokens': tokens }
    const isImpersonation = url.pathname.endsWith('/impersonation_tokens')
    const list = isImpersonation ? [] : lists[url.pathname as keyof typeof lists]
    const { body, next } = list ? page(url, list) : { body: me, next: undefined }
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(next !== undefined && { link: `<${nextPageUrl(url, next)}>; rel="next"` }),
    })
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => process.send!({ url: origin() }))
process.on('message', ({ waitMs: wait = 0, change = [] }: Command) => {
  waitMs = wait
  const changed = new Set(change.map((id) => id - 1))
  for (const index of changed) {
    const { note: _, ...rest } = JSON.parse(rows[index]!) as { note: unknown }
    rows[index] = JSON.stringify({ ...rest, note: `Changed at ${process.hrtime.bigint()}.` })
  }
  byChange = [...changed, ...byChange.filter((index) => !changed.has(index))]
  process.send!({ requests })
  requests = 0
})

function creationTimesOf(list: readonly string[]): Float64Array {
  return Float64Array.from(list, (row) => Date.parse(/"created_at":"([^"]*)"/.exec(row)![1]!))
}

function page(
  { searchParams: query }: URL,
  list: readonly string[],
): { body: string; next: number | undefined } {
  const times = creationTimes.get(list)!
  const isSortedByChange = query.get('order_by') === 'updated_at'
  const [after, before] = [readTime(query, 'created_after'), readTime(query, 'created_before')]
  let index = Number(query.get('cursor') ?? 0)
  if (!isSortedByChange && after !== undefined)
    index = Math.max(index, firstIndexSince(times, after))
  const pageRows: string[] = []
  for (; pageRows.length < perPage && index < list.length; index += 1) {
    if (isSortedByChange) pageRows.push(list[byChange[index]!]!)
    else if (before !== undefined && times[index]! > before) break
    else pageRows.push(list[index]!)
  }
  const isLast = index >= list.length || (before !== undefined && times[index]! > before)
  return { body: `[${pageRows.join()}]`, next: isLast ? undefined : index }
}

/** Finds the first row created at or after a time. Rows are in order of creation. */
function firstIndexSince(times: Float64Array, moment: number): number {
  let [from, to] = [0, times.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (times[middle]! < moment) from = middle + 1
    else to = middle
  }
  return from
}

function readTime(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  return text ? Date.parse(text) : undefined
}

function nextPageUrl(url: URL, next: number): string {
  const link = new URL(url)
  link.searchParams.set('cursor', String(next))
  return link.href
}

function origin(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? 0}`
}
