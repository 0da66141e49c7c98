import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseFault } from '../../../sandbox/faults.ts'
import type { Sandbox, SandboxOptions } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Dependent, UserDependents } from '../../../shared/operations/dependents.ts'
import { dateIn } from '../../testing/dates.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

let latchkey: TestLatchkey
let sandbox: Sandbox
let ines: Account
let leaver: number

async function start(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', ...options })
  ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  const [user] = await ask<{ id: number }[]>('GET', '/users?username=long-gone')
  leaver = user!.id
}

async function ask<T>(
  method: string,
  path: string,
  body?: object,
  token = sandbox.tokens.admin,
): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': token, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return (await answer.json()) as T
}

/** Adds a token and uses it. */
async function addUsedToken(name: string, kind = 'personal_access'): Promise<void> {
  await ask('POST', `/users/${leaver}/activate`)
  const input = { name, scopes: ['read_user'], expires_at: dateIn(30) }
  const path = `/users/${leaver}/${kind}_tokens`
  const { token } = await ask<{ token: string }>('POST', path, input)
  await ask('GET', '/user', undefined, token)
}

const get = (user = leaver) => latchkey.value<UserDependents>('dependents.get', { user }, ines.id)

async function read(user = leaver): Promise<UserDependents> {
  await latchkey.value('dependents.read', { user, again: true }, ines.id)
  return vi.waitUntil(async () => {
    const known = await get(user)
    return known.ended === undefined ? undefined : known
  })
}

const labels = ({ items }: UserDependents, kind: Dependent['kind']) =>
  items.filter((item) => item.kind === kind).map(({ label }) => label)
const questions = (known: UserDependents) =>
  known.questions.map(({ kind, why, count }) => `${kind} ${why} ${count ?? 'all'}`).toSorted()
/** GitLab lists schedules only for direct members, which is always said of somebody with groups. */
const always = 'schedule indirect all'

beforeEach(() => {
  latchkey = createTestLatchkey()
})
afterEach(async () => {
  await latchkey.close()
  await sandbox.stop()
})

describe('what depends on a user', () => {
  it('is listed with everything that may stop', async () => {
    await start()
    await addUsedToken('deploy')
    await addUsedToken('migration', 'impersonation')
    await ask('POST', `/users/${leaver}/personal_access_tokens`, {
      name: 'unused',
      scopes: ['api'],
      expires_at: dateIn(30),
    })
    const known = await read()
    expect(labels(known, 'token').toSorted()).toEqual(['deploy', 'migration'])
    expect(labels(known, 'ownership')).toEqual(['Cartography archive', 'Survey of old charts'])
    expect(labels(known, 'schedule').toSorted()).toEqual([
      'Nightly soundings',
      'Scan new charts',
      'Weekly chart export',
    ])
    expect(labels(known, 'runner')).toEqual(['Plotter in the basement'])
    expect(labels(known, 'service_account')).toEqual(['Nightly builds 🌙 (@Nightly.Builds)'])
    expect(questions(known)).toEqual([always])
    expect(known).toMatchObject({ reading: [], canActAs: true })
    const token = known.items.find(({ label }) => label === 'deploy')
    expect(token).toMatchObject({ addresses: ['127.0.0.1'], scopes: 'read_user' })
    const schedule = known.items.find(({ label }) => label === 'Nightly soundings')!
    expect(schedule).toMatchObject({
      place: { type: 'Project', name: 'soundings' },
      cron: '0 3 * * *',
      isActive: true,
    })
    expect(schedule.successors.map(({ username }) => username)).toEqual(['ines', 'tomasz'])
  })

  it('only counts tokens that were last used more than two weeks ago', async () => {
    let now = new Date('2026-11-30T12:00:00Z')
    await latchkey.close()
    latchkey = createTestLatchkey({ now: () => now.getTime() })
    await start({ now: () => now })
    await addUsedToken('deploy')
    now = new Date('2026-12-14T11:59:00Z')
    const { unusedTokens = 0, ...known } = await read()
    expect(labels(known, 'token')).toEqual(['deploy'])
    now = new Date('2026-12-14T12:01:00Z')
    const later = await read()
    expect(labels(later, 'token')).toEqual([])
    expect(later.unusedTokens).toBe(unusedTokens + 1)
  })

  it('leaves out groups that have another active owner, but not a blocked one', async () => {
    await start()
    const [group] = (await read()).items.filter(({ kind }) => kind === 'ownership')
    const path = `/groups/${group!.id}/members`
    await ask('POST', path, { user_id: 2, access_level: 50 })
    expect(labels(await read(), 'ownership')).toEqual(['Survey of old charts'])
    await ask('POST', '/users/2/block')
    expect(labels(await read(), 'ownership')).toEqual([
      'Cartography archive',
      'Survey of old charts',
    ])
  })

  it('consists of questions if the instance lacks the lists', async () => {
    await start({ flavor: 'interface' })
    const known = await read()
    expect(questions(known)).toEqual([
      'ownership unsupported all',
      'runner unsupported all',
      always,
      'schedule unsupported all',
      'token unsupported all',
    ])
    expect(labels(known, 'ownership')).toEqual([])
  })

  it('consists of questions for projects that refuse to list their schedules', async () => {
    await start({ faults: [parseFault('GET /projects/*/pipeline_schedules * status=403')] })
    const known = await read()
    expect(labels(known, 'schedule')).toEqual([])
    const refused = known.questions.find(({ why }) => why === 'refused')!
    expect(refused).toMatchObject({ kind: 'schedule', count: 11, names: { length: 5 } })
  })

  it('consists only of questions while the instance can’t be reached', async () => {
    await start({ faults: [parseFault('GET /users/*/memberships * reset-before')] })
    const known = await read()
    expect(questions(known)).toEqual(['ownership failed all', 'schedule failed all'])
  })

  it('has runners without creators as a question', async () => {
    await start({ version: '17' })
    expect(questions(await read())).toContain('runner incomplete 2')
  })

  it('says that Latchkey can’t act as others without the scope sudo', async () => {
    await start()
    const created = await ask<{ token: string }>('POST', '/users/1/personal_access_tokens', {
      name: 'without sudo',
      scopes: ['api'],
      expires_at: dateIn(30),
    })
    await latchkey.value('accounts.signOut', { id: ines.id })
    ines = await latchkey.signIn(sandbox.url, created.token)
    expect((await read()).canActAs).toBe(false)
  })

  it('is returned at once and reported as it arrives', async () => {
    await start({ faults: [parseFault('GET /runners/all * latency=9999999')] })
    const users: number[] = []
    latchkey.on('dependents', ({ user }) => void users.push(user))
    const first = await latchkey.value<UserDependents>('dependents.read', { user: leaver }, ines.id)
    expect(first.reading).toContain('runner')
    expect(first.reading.length).toBeGreaterThan(1)
    const known = await vi.waitUntil(async () => {
      const state = await get()
      return state.reading.join() === 'runner' ? state : undefined
    })
    expect(known.ended).toBeUndefined()
    expect(labels(known, 'ownership')).toHaveLength(2)
    await vi.waitUntil(() => users.length > 0)
    expect(new Set(users)).toEqual(new Set([leaver]))
  })

  it('is forgotten when Latchkey locks', async () => {
    await start()
    await read()
    await latchkey.value('lock.lock')
    await latchkey.value('lock.unlock')
    expect(await get()).toBeNull()
  })

  it('is forgotten when the account signs out', async () => {
    await start()
    await read()
    await latchkey.value('accounts.signOut', { id: ines.id })
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    expect(await get()).toBeNull()
  })
})
