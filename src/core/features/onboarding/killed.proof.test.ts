import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { parseFault } from '../../../sandbox/faults.ts'
import { startSandbox } from '../../../sandbox/start.ts'
import type { OnboardingRow, OnboardingRun } from '../../../shared/operations/onboarding.ts'
import { startLossyWay } from '../../gitlab/create-recovery/testing/lossy-proxy.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { isFull } from '../../testing/proof.ts'
import { fileStore } from './testing/file-store.ts'
import type { Work } from './testing/onboarding-process.ts'
import { OnboardingStage, csvOfUsers } from './testing/rows.ts'

const kills = isFull ? 12 : 2
const postsBeforeKill = 3
const count = 20 + kills * 2 * postsBeforeKill
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Starts the application in a process of its own, and kills it after some more posts. */
async function runAndKill(work: Work, posts: () => number): Promise<void> {
  const program = join(import.meta.dirname, 'testing/onboarding-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(work)], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(work.folder, 'compiled') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const before = posts()
  await vi.waitUntil(() => posts() >= before + postsBeforeKill, { interval: 1 })
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('loses and repeats nobody, however often the process is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-onboarding-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  // Between the creation and its answer, and before the creation.
  const faults = ['POST /users * latency=40', 'GET /users * latency=10'].map(parseFault)
  const sandbox = await startSandbox({ users: 0, flavor: 'gitlab', faults })
  ends.push(() => sandbox.stop())
  const openLatchkey = () => {
    const keychain = fileStore(join(folder, 'keychain-of-the-test'))
    return createTestLatchkey({ dataFolder: folder, keychain })
  }
  const way = await startLossyWay(sandbox.url)
  ends.push(() => way.stop())
  const first = openLatchkey()
  const { id: account } = await first.signIn(way.url, sandbox.tokens.admin)
  await first.close()

  const { text, usernames } = csvOfUsers(count)
  for (let kill = 0; kill < kills; kill += 1) {
    await runAndKill({ folder, account, ...(kill === 0 && { text }) }, way.posts)
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
