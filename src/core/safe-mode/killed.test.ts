import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSessionStore } from '../secrets/session-store.ts'
import { type TestServer, json, startServer } from '../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'

// Real processes, killed within the first seconds.

const token = 'glpat-of-ada'
const program = join(import.meta.dirname, 'testing/latchkey-process.ts')

let dataFolder: string
let server: TestServer
let keychain: ReturnType<typeof createSessionStore>
let latchkey: TestLatchkey
let account: string
let answerProfile: (response: ServerResponse) => void
let bo: { state: string }
const children: ChildProcess[] = []

const profile = (response: ServerResponse) =>
  json(response, 200, { id: 1, username: 'ada', name: 'Ada', state: 'active', is_admin: true })

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-killed-'))
  keychain = createSessionStore()
  answerProfile = profile
  bo = { state: 'active' }
  server = await startServer(({ method, url }, response) => {
    if (url.startsWith('/api/v4/user?') || url === '/api/v4/user') return answerProfile(response)
    if (method === 'POST') {
      bo.state = 'blocked'
      return json(response, 201, true)
    }
    json(response, 200, { id: 2, username: 'bo', name: 'Bo', ...bo })
  })
  start()
  account = (await latchkey.signIn(server.url, token)).id
  await latchkey.close()
})
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child)
  await latchkey.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true })
})

function start(): void {
  latchkey = createTestLatchkey({ dataFolder, keychain })
}

/** A start in a process of its own; waits until it says this. */
async function startProcess(line: 'ready' | 'answered'): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, dataFolder, token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const said of createInterface(child.stdout)) if (said === line) return child
  throw new Error('The process ended.')
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function unfinished(): number {
  try {
    const text = readFileSync(join(dataFolder, 'starts.json'), 'utf8')
    return (JSON.parse(text) as { unfinished: number }).unfinished
  } catch {
    return 0
  }
}

async function expectQueueIsSent(): Promise<void> {
  answerProfile = profile
  start()
  expect(await latchkey.value('safeMode.state')).toEqual({ on: false })
  const seen = { username: 'bo', name: 'Bo', state: 'active' }
  await latchkey.value('outbox.enqueue', { id: 2, action: 'block', seen }, account)
  await latchkey.value('outbox.sendAllNow', {}, account)
  await vi.waitUntil(() => bo.state === 'blocked', { timeout: 10_000 })
}

it('sends its queue after two starts that were killed once their answers were processed', async () => {
  for (let times = 0; times < 2; times += 1) {
    const child = await startProcess('answered')
    await vi.waitUntil(() => unfinished() === 0, { timeout: 10_000 })
    await kill(child)
  }
  await expectQueueIsSent()
}, 60_000)

it('sends its queue after two starts that were killed while an answer did not come to its end', async () => {
  let asked = 0
  answerProfile = (response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":1,')
  }
  for (let times = 0; times < 2; times += 1) {
    const child = await startProcess('ready')
    await vi.waitUntil(() => asked > times && unfinished() > 0, { timeout: 10_000, interval: 10 })
    await vi.waitUntil(() => unfinished() === 0, { timeout: 10_000 })
    await kill(child)
  }
  await expectQueueIsSent()
}, 60_000)

it('is in safe mode after two starts that were killed while an answer came', async () => {
  const drips: NodeJS.Timeout[] = []
  answerProfile = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    drips.push(setInterval(() => response.write(' '), 20))
  }
  for (let times = 0; times < 2; times += 1) {
    const child = await startProcess('ready')
    await vi.waitUntil(() => unfinished() === times + 1, { timeout: 10_000 })
    await kill(child)
  }
  drips.forEach(clearInterval)
  start()
  expect(await latchkey.value('safeMode.state')).toEqual({ on: true })
}, 60_000)
