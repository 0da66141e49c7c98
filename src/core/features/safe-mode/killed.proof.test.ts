import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemorySecretStore } from '../../secrets/memory-secret-store.ts'
import { type TestServer, json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { casesOf, isFull } from '../../testing/proof.ts'

// Real processes, killed within their first seconds.

/** More than the two starts after which there would be a safe mode. */
const kills = isFull ? 5 : 3

const token = 'glpat-of-ada'
const program = join(import.meta.dirname, 'testing/latchkey-process.ts')

let dataFolder: string
let server: TestServer
let keychain: ReturnType<typeof createMemorySecretStore>
let latchkey: TestLatchkey
let account: string
let answerProfile: (response: ServerResponse) => void
let bo: { state: string }
const children: ChildProcess[] = []

const profile = (response: ServerResponse) =>
  json(response, 200, { id: 1, username: 'ada', name: 'Ada', state: 'active', is_admin: true })

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-killed-'))
  keychain = createMemorySecretStore()
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

/** A start in a process of its own, in which each answer has an effect; waits until it says this. */
async function startProcess(
  line: 'ready' | 'answered',
  effect: 'none' | 'busy' | 'memory' = 'none',
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, dataFolder, token, effect], {
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
  await latchkey.value('queue.enqueue', { id: 2, action: 'block', seen }, account)
  await latchkey.value('queue.sendAllNow', {}, account)
  await vi.waitUntil(() => bo.state === 'blocked')
}

it.each(casesOf(['answered', 'ready'] as const, 1))(
  'sends its queue after some starts that were killed as soon as they were %s',
  async (line) => {
    for (let times = 0; times < kills; times += 1) await kill(await startProcess(line))
    await expectQueueIsSent()
  },
)

it('sends its queue after starts that were killed while an answer came', async () => {
  const drips: NodeJS.Timeout[] = []
  let asked = 0
  answerProfile = (response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    drips.push(setInterval(() => response.write(' '), 20))
  }
  for (let times = 0; times < 3; times += 1) {
    const child = await startProcess('ready')
    await vi.waitUntil(() => asked > times, { interval: 10 })
    await kill(child)
  }
  drips.forEach(clearInterval)
  await expectQueueIsSent()
})

it.each(casesOf(['busy', 'memory'] as const, 1))(
  'is in safe mode after two starts that an answer ended: %s',
  async (effect) => {
    for (let times = 0; times < 2; times += 1) {
      const child = await startProcess('ready', effect)
      await vi.waitUntil(() => unfinished() === times + 1)
      await kill(child)
    }
    start()
    expect(await latchkey.value('safeMode.state')).toEqual({ on: true })
  },
)

it('is not in safe mode after one such start and one that was killed while all was well', async () => {
  const child = await startProcess('ready', 'busy')
  await vi.waitUntil(() => unfinished() === 1)
  await kill(child)
  await kill(await startProcess('answered'))
  start()
  expect(await latchkey.value('safeMode.state')).toEqual({ on: false })
})
