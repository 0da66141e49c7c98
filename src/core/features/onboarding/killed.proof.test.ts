import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { parseFault } from '../../../sandbox/faults.ts'
import { startSandbox } from '../../../sandbox/start.ts'
import type { OnboardingRow, OnboardingRun } from '../../../shared/app/onboarding.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { isFull } from '../../testing/proof.ts'
import { fileStore } from './testing/file-store.ts'
import type { Work } from './testing/onboarding-process.ts'
import { OnboardingStage, csvOfUsers } from './testing/rows.ts'

const kills = isFull ? 12 : 2
const count = 60
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Starts the application in a process of its own, and kills it after some time. */
async function runAndKill(work: Work, milliseconds: number): Promise<void> {
  const program = join(import.meta.dirname, 'testing/onboarding-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(work)], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(work.folder, 'compiled') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await delay(milliseconds)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('loses and repeats nobody, however often the process is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-onboarding-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  // Between the creation and its answer, and before the creation.
  const faults = ['POST /users * latency=40', 'GET /users * latency=10'].map(parseFault)
  const sandbox = await startSandbox({ users: 0, flavour: 'gitlab', faults })
  ends.push(() => sandbox.stop())
  const openLatchkey = () => {
    const keychain = fileStore(join(folder, 'keychain-of-the-test'))
    return createTestLatchkey({ dataFolder: folder, keychain })
  }
  const first = openLatchkey()
  const { id: account } = await first.signIn(sandbox.url, sandbox.tokens.admin)
  await first.close()

  const { text, usernames } = csvOfUsers(count)
  for (let kill = 0; kill < kills; kill += 1) {
    await runAndKill({ folder, account, ...(kill === 0 && { text }) }, 120 + kill * 37)
  }
  const latchkey = openLatchkey()
  ends.push(() => latchkey.close())
  const stage = new OnboardingStage(latchkey, account)
  const [run] = await stage.call<OnboardingRun[]>('list')
  expect(run!.counts.created).toBeLessThan(count)
  await stage.reach(run!.id, 'created', count)
  const input = { run: run!.id, limit: 100 }
  const { items } = await stage.call<{ items: OnboardingRow[] }>('rows', input)
  for (const username of usernames) {
    const answer = await fetch(`${sandbox.url}/api/v4/users?username=${username}`, {
      headers: { 'private-token': sandbox.tokens.admin },
    })
    const found = (await answer.json()) as { id: number }[]
    const row = items.find((one) => one.username === username)
    expect(found.map(({ id }) => id)).toEqual([row!.user])
  }
})
