import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertNamespace } from '../../../sandbox/database/memberships.ts'
import { localDay } from '../../../shared/rules/local-day.ts'
import {
  type Harness,
  type Service,
  createHarness,
  startService,
} from '../moderation/testing/harness.ts'
import { fastClock } from '../../jobs/testing/fast-clock.ts'
import { csvOfUsers } from './testing/rows.ts'

const dayMs = 24 * 60 * 60_000

let service: Service
let harness: Harness
let isStarted = false
beforeAll(async () => {
  // The service and Latchkey have the same time, because a user's creation is compared with the request for it.
  const clock = fastClock()
  const now = () => new Date((isStarted ? harness.clock : clock).now())
  service = await startService({ users: 20, flavor: 'gitlab', now })
  const platform = insertNamespace(service.data, 'Namespace', 'Platform')
  insertNamespace(service.data, 'Namespace', 'Backend', { parent_id: platform })
  insertNamespace(service.data, 'Namespace', 'Docs')
})
beforeEach(async () => {
  harness = await createHarness(service)
  isStarted = true
})
afterEach(() => harness.end())
afterAll(() => service.end())

const unset = {
  ...{ edits: [], removed: [], domains: [], skipConfirmation: false },
  ...{ groups: '', startDate: '', customAttributes: '' },
}
async function start(text: string, more: Partial<typeof unset> = {}) {
  const source = { ...unset, ...more, text }
  const { ready } = await harness.onboarding.check('a', source)
  return harness.onboarding.create('a', { ...source, ready })
}
const countsOf = (run: { id: number }) => harness.runs.get(run.id).counts
const reach = (run: { id: number }, state: 'done' | 'refused', count: number) =>
  harness.until(() => countsOf(run)[state] === count)

/** A created user's groups and custom attributes. */
async function readUser(username: string) {
  const [user] = (await service.ask('GET', `/users?username=${username}`)) as unknown as {
    id: number
  }[]
  if (!user) return undefined
  const memberships = await service.ask('GET', `/users/${user.id}/memberships`)
  const { custom_attributes: attributes } = await service.ask(
    'GET',
    `/users/${user.id}?with_custom_attributes=true`,
  )
  return {
    groups: (memberships as unknown as { source_name: string; access_level: number }[]).map(
      ({ source_name, access_level }) => `${source_name} ${access_level}`,
    ),
    attributes: (attributes as { key: string; value: string }[]).map(
      ({ key, value }) => `${key} ${value}`,
    ),
  }
}

describe('groups and custom attributes', () => {
  const defaults = {
    groups: 'platform/backend:developer; docs',
    customAttributes: 'department=Sales; site=Bergen',
  }
  const complete = {
    groups: expect.arrayContaining(['Backend 30', 'Docs 10']) as unknown,
    attributes: ['department Sales', 'site Bergen'],
  }

  it('are set after the creation, and recorded in the audit log', async () => {
    const { text, usernames } = csvOfUsers(2)
    const run = await start(text, defaults)
    await reach(run, 'done', 2)
    for (const username of usernames) expect(await readUser(username)).toEqual(complete)
    const page = { filter: {}, offset: 0, limit: 100 }
    const { items } = harness.auditLog.list({ instance: service.url, id: 1 }, page)
    const ofFirst = items.filter(({ target }) => target?.username === usernames[0])
    expect(
      ofFirst.map(({ action, object }) => `${action} ${object ?? ''}`.trim()).toSorted(),
    ).toEqual([
      'associations.addGroupMember docs',
      'associations.addGroupMember platform/backend',
      'customAttributes.set department',
      'customAttributes.set site',
      'users.create',
    ])
  })

  it('are set once after a restart, and the user is created once', async () => {
    const { text, usernames } = csvOfUsers(1)
    await harness.end()
    let posts = 0
    const cut: typeof fetch = async (input, init) => {
      if (init?.method === 'POST') posts += 1
      if (String(input).includes('/custom_attributes/site')) throw new TypeError('fetch failed')
      return fetch(input, init)
    }
    harness = await createHarness(service, { fetch: cut })
    const run = await start(text, defaults)
    await harness.until(() => harness.requests.some(({ line }) => line.endsWith('/site')))
    const { folder, clock } = harness
    await harness.close()
    harness = await createHarness(service, { folder, clock })
    await reach(run, 'done', 1)
    expect(posts).toBe(1)
    expect(await readUser(usernames[0]!)).toEqual(complete)
  })

  it('are set if the response to the creation was lost', async () => {
    const { text, usernames } = csvOfUsers(1)
    await harness.end()
    const lossy: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (init?.method !== 'POST' || !String(input).endsWith('/users')) return answer
      throw new TypeError('fetch failed')
    }
    harness = await createHarness(service, { fetch: lossy })
    await reach(await start(text, defaults), 'done', 1)
    expect(harness.writes().filter((line) => line === 'POST /users')).toHaveLength(1)
    expect(await readUser(usernames[0]!)).toEqual(complete)
  })

  it('fail alone, count the user as created, and are retried alone', async () => {
    const { text, usernames } = csvOfUsers(1)
    const run = await start(text, { ...defaults, groups: 'docs; new-team:reporter' })
    await reach(run, 'done', 1)
    const summary = () => harness.runs.get(run.id)
    expect(summary()).toMatchObject({ counts: { refused: 0 }, lacking: 1, already: 0 })
    const [file] = await harness.runs.report(run.id, 'json')
    expect(JSON.parse(file!.text)).toMatchObject({
      counts: { done: 1 },
      actions: [{ outcome: 'done', answer: expect.stringContaining('new-team') as unknown }],
    })
    const { items } = harness.runs.items(run.id)
    expect(items[0]).toMatchObject({
      target: { id: expect.any(Number) as unknown },
      failure: {
        message: expect.stringMatching(
          /^The user was created, .*new-team: Group Not Found/,
        ) as unknown,
      },
    })
    expect(await readUser(usernames[0]!)).toEqual({ ...complete, groups: ['Docs 10'] })
    insertNamespace(service.data, 'Namespace', 'New team')
    const sent = harness.writes().length
    harness.onboarding.retry('a', run.id)
    await harness.until(() => summary().state === 'finished' && summary().lacking === undefined)
    expect(summary()).toMatchObject({ counts: { done: 1 }, already: 0 })
    expect(harness.writes().slice(sent)).toEqual(['POST /groups/new-team/members'])
    expect(await readUser(usernames[0]!)).toEqual({
      ...complete,
      groups: expect.arrayContaining(['Docs 10', 'New team 20']) as unknown,
    })
    // It was created by the run, so undoing the run deletes it.
    const { ids } = await harness.onboarding.undo('a', run.id)
    expect(ids).toEqual([items[0]!.target.id])
  })
})

describe('start date', () => {
  it('delays the creation, across a restart', async () => {
    const { text, usernames } = csvOfUsers(2)
    const [header, first, second] = text.split('\n')
    const day = localDay(harness.clock.now() + 30 * dayMs)
    const rows = [`${header},start_date`, `${first},`, `${second},${day} 10:00`].join('\n')
    const check = await harness.onboarding.check('a', { ...unset, text: rows })
    const at = new Date(`${day}T10:00`).getTime()
    expect(check).toMatchObject({ ready: 2, scheduled: 1, firstStart: at })
    expect(check.rows.map(({ starts }) => starts)).toEqual([undefined, at])
    const run = await start(rows)
    await reach(run, 'done', 1)
    expect(harness.runs.get(run.id)).toMatchObject({ counts: { scheduled: 1 }, due: { at } })
    // Another run can't create the same user in the meantime.
    const again = await harness.onboarding.check('a', { ...unset, text })
    expect(again.rows[1]!.problems).not.toEqual([])
    const { folder, clock } = harness
    await harness.close()
    clock.jump(31 * dayMs)
    harness = await createHarness(service, { folder, clock })
    await reach(run, 'done', 2)
    expect(await readUser(usernames[1]!)).toBeDefined()
  })

  it('can be changed and canceled, and is kept for another run', async () => {
    const { text, usernames } = csvOfUsers(1)
    const startDate = localDay(harness.clock.now() + 30 * dayMs)
    const run = await start(text, { startDate, groups: 'docs:owner', customAttributes: 'a=b' })
    const at = new Date(`${startDate}T08:00`).getTime() + 7 * dayMs
    harness.runs.reschedule(run.id, { at, zone: 'UTC' })
    expect(harness.runs.items(run.id).items[0]!.due).toEqual({ at, zone: 'UTC' })
    await harness.runs.cancel(run.id)
    const { text: rest } = harness.onboarding.remaining('a', run.id)
    const { rows } = await harness.onboarding.check('a', { ...unset, text: rest })
    expect(rows).toMatchObject([{ username: usernames[0], problems: [], starts: at }])
    expect(rest).toContain('docs:owner')
    expect(rest.split(/\r?\n/)[0]).toContain('custom_attribute:a')
    expect(await readUser(usernames[0]!)).toBeUndefined()
  })
})
