import { expect, it, vi } from 'vitest'
import { type FaultRule, parseFault } from '../../../sandbox/faults.ts'
import { createRandom } from '../../../sandbox/seed/random.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/start.ts'
import type { OnboardingRow } from '../../../shared/operations/onboarding.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { OnboardingStage, csvOfUsers } from './testing/rows.ts'

const count = 30
const kinds = [
  'reset-before',
  'reset-after',
  'truncate',
  'html',
  'status=500',
  'status=502',
  'latency=20',
]

/** Faults of many of the first calls, of creations and of lookups. */
function randomFaults(seed: string): FaultRule[] {
  const random = createRandom(seed)
  const calls = Array.from({ length: 3 * count }, (_, index) => index + 1)
  return ['POST /users', 'GET /users'].flatMap((call) =>
    calls
      .filter(() => random.chance(0.4))
      .map((index) => parseFault(`${call} ${index} ${random.pick(kinds)}`)),
  )
}

/** The users of the service, whose list some of the faults may still meet. */
function readUsers({ url, tokens }: Sandbox): Promise<{ id: number; username: string }[]> {
  return vi.waitFor(async () => {
    const headers = { 'private-token': tokens.admin }
    const answer = await fetch(`${url}/api/v4/users?per_page=100&active=true`, { headers })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { id: number; username: string }[]
  })
}

it.each(['first', 'second'])(
  'creates each user once, whatever goes wrong on the way (%s history)',
  async (seed) => {
    const faults = randomFaults(seed)
    const sandbox = await startSandbox({ users: 0, flavor: 'gitlab', faults })
    const latchkey = createTestLatchkey()
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    const stage = new OnboardingStage(latchkey, id)
    const { text, usernames } = csvOfUsers(count)
    const run = await stage.start(text)
    await expect
      .poll(async () => (await stage.call('resume', { run })).counts, { interval: 30 })
      .toMatchObject({ created: count })
    const { items } = await stage.call<{ items: OnboardingRow[] }>('rows', { run })
    const all = await readUsers(sandbox)
    const ours = all.filter(({ username }) => usernames.includes(username))
    expect(ours.map((user) => user.id).toSorted((a, b) => a - b)).toEqual(
      items.map(({ user }) => user).toSorted((a, b) => a! - b!),
    )
    expect(ours).toHaveLength(count)
    await latchkey.close()
    await sandbox.stop()
  },
)
