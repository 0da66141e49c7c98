import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setupIpc } from '../main/ipc.ts'
import { invokeFrom } from '../main/testing/fake-electron.ts'
import { type Random, createRandom } from '../sandbox/seed/random.ts'
import { type BrowserHost, startBrowserHost } from '../serve/server.ts'
import { openTestPage } from '../serve/testing/test-page.ts'
import type { Account, AccountsSnapshot } from '../shared/operations/accounts.ts'
import { appTable } from '../shared/operations/index.ts'
import { type Envelope, failureKinds } from '../shared/rules/failure.ts'
import { serviceTable } from '../shared/gitlab/index.ts'
import { type OpenLog, openLog } from './platform/log/open-log.ts'
import { fieldsOf, generateBody, generateInput } from './testing/fuzz-payloads.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'
import { isFull } from './testing/proof.ts'

// Whatever is sent over either bridge, the response matches its endpoint or operation, or is a known failure. The host
// keeps running and doesn't leak memory.

vi.mock('electron', () => import('../main/testing/fake-electron.ts'))

const payloads = isFull ? 10_000 : 1
const rounds = Math.min(payloads, 100)
/** The full count took over an hour on a slow machine. */
const timeoutMs = 4 * 60 * 60_000

const operations = [...Object.entries(appTable), ...Object.entries(serviceTable)].flatMap(
  ([family, rows]) =>
    Object.entries(rows).map(([operation, row]) => ({
      name: `${family}.${operation}`,
      fields: fieldsOf(row),
    })),
)
const rejectionCounts = new Map<string, number>()
let acceptedCount = 0
const violations: string[] = []

let log: OpenLog
let latchkey: TestLatchkey
let host: BrowserHost
let account: string
let call: (body: string | Buffer) => Promise<{ status: number; text: string }>
const page = mkdtempSync(join(tmpdir(), 'latchkey-fuzz-'))
/** One agent per batch, because the server closes idle connections. */
let agent: Agent

beforeAll(async () => {
  writeFileSync(join(page, 'index.html'), '')
  log = openLog(page)
  latchkey = createTestLatchkey({
    fetch: async (input) =>
      unreachableInstance(String(input instanceof Request ? input.url : input)),
    startDemo: () => Promise.reject(new Error('There is no demo here.')),
    log,
  })
  setupIpc(latchkey)
  host = await startBrowserHost({ latchkey, log, pageFolder: page, port: 0 })
  agent = new Agent()
  call = await enterHost(host)
  await signedIn()
})
afterAll(async () => {
  await host.stop()
  await latchkey.close()
  log.file.close()
  rmSync(page, { recursive: true })
})

it(
  `${operations.length} operations withstand ${payloads} fuzz payloads each over both bridges`,
  async () => {
    const startedAt = performance.now()
    const random = createRandom('invoke')
    for (const operation of operations) await fuzz(operation, random, 3)
    const before = heapNow()
    for (const operation of operations) await fuzz(operation, random, payloads)
    expect(violations.slice(0, 20)).toEqual([])
    const after = heapNow()
    expect(await latchkey.value('settings.get')).toBeDefined()
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
    expect(after).toBeLessThanOrEqual(1.5 * before)
    const kinds = [...rejectionCounts].toSorted().map(([kind, count]) => `${count} × ${kind}`)
    console.log(
      `\nproof: bridge, fuzz: ${operations.length} operations × ${payloads} payloads through each of 2 hosts, 0 thrown, 0 unexpected responses; ` +
        `${acceptedCount} accepted, rejected: ${kinds.join(', ')}; heap ${mebibytes(before)} MiB before, ${mebibytes(after)} after ` +
        `(${Math.round((performance.now() - startedAt) / 1000)} s)`,
    )
  },
  timeoutMs,
)

type Target = (typeof operations)[number]

async function fuzz(target: Target, random: Random, count: number): Promise<void> {
  for (let done = 0; done < count; done += rounds) {
    await signedIn()
    const batch = Array.from({ length: Math.min(rounds, count - done) }, (_, at) => done + at)
    for (const at of batch) await overIpc(target, random, at)
    agent = new Agent({ keepAlive: true, maxSockets: 4 })
    await Promise.all(batch.map((at) => overHttp(target, random, at)))
    agent.destroy()
  }
}

async function overIpc({ name, fields }: Target, random: Random, at: number): Promise<void> {
  const input = generateInput(random, fields)
  const whose = random.chance(0.9) ? account : generateInput(random, [])
  const frame = { url: 'app://latchkey/', parent: null }
  const answer = await invokeFrom(frame, name, input, whose).catch((error: unknown) => error)
  const violation = findViolation(answer)
  if (violation) violations.push(`${name} ${at} over ipc: ${violation}: ${formatPayload(input)}`)
}

async function overHttp({ name, fields }: Target, random: Random, at: number): Promise<void> {
  const body = generateBody(random, { name, fields, account })
  const { status, text } = await call(body)
  const violation =
    status === 400 && text === 'Only JSON is accepted.'
      ? undefined
      : status === 200
        ? findViolation(JSON.parse(text))
        : `answered ${status}`
  if (violation) violations.push(`${name} ${at} over HTTP: ${violation}: ${formatPayload(body)}`)
}

function findViolation(answer: unknown): string | undefined {
  if (answer instanceof Error) return `threw ${inspect(answer)}`
  const envelope = answer as Envelope
  if (envelope.ok === true) return void (acceptedCount += 1)
  const { kind, message } = envelope.failure
  rejectionCounts.set(kind, (rejectionCounts.get(kind) ?? 0) + 1)
  if (!failureKinds.includes(kind) || !message) return `refused in no known way: ${inspect(answer)}`
  return kind === 'unexpected' ? 'something broke inside' : undefined
}

const formatPayload = (payload: unknown) => inspect(payload, { depth: 6 }).slice(0, 600)

/** An instance with a single administrator that responds immediately. */
function unreachableInstance(url: string): Response {
  return /\/api\/v4\/user$/.test(url)
    ? Response.json({ id: 1, username: 'root', name: 'Root', is_admin: true, state: 'active' })
    : Response.json({ message: '404 Not Found' }, { status: 404 })
}

/** Unlocks the app and signs in again if needed: some payloads are valid enough to lock it or sign out accounts. */
async function signedIn(): Promise<void> {
  await latchkey.value('lock.unlock')
  const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
  const currentAccount = accounts.find(({ id }) => id === account)
  account = (currentAccount ?? (await latchkey.value<Account>('accounts.add', typed))).id
}
const typed = { baseUrl: 'https://nowhere.example', token: 'glpat-of-nowhere' }

async function enterHost(browserHost: BrowserHost): Promise<typeof call> {
  const { port } = new URL(browserHost.origin)
  const page = await openTestPage(browserHost)
  const headers = { 'content-type': 'application/json', ...page.headers }
  type Answer = { status: number; text: string }
  const post: typeof call = (body) =>
    new Promise<Answer>((resolve, reject) => {
      const path = '/invoke'
      const options = { host: '127.0.0.1', port, path, method: 'POST', agent, headers }
      const httpRequest = request(options, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          resolve({ status: answer.statusCode!, text: Buffer.concat(parts).toString() })
        })
      })
      // The server may close a connection just as it is reused, in which case it never received the call.
      const wasNotReceived = (error: NodeJS.ErrnoException) =>
        httpRequest.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
      httpRequest.on('error', (error) =>
        wasNotReceived(error) ? resolve(post(body)) : reject(error),
      )
      httpRequest.end(body)
    })
  return post
}

/** Heap size in bytes after garbage collection. */
function heapNow(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
