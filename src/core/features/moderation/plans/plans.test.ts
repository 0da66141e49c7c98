import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import type { QueuedAction } from '../../../../shared/operations/queue.ts'
import type { DirectoryUser } from '../../../../shared/rules/moderation.ts'
import { dateIn } from '../../../testing/dates.ts'
import { fastClock } from '../../../jobs/testing/fast-clock.ts'
import { type Harness, type Service, createHarness, startService } from '../testing/harness.ts'

const dayMs = 24 * 60 * 60_000

let service: Service
let harness: Harness
let users: DirectoryUser[]
let count = 0
beforeAll(async () => void (service = await startService({ users: 160 })))
afterAll(() => service.end())
beforeEach(async () => {
  users = Array.from({ length: 5 }, () => ({
    ...service.someone('active', count++),
    two_factor_enabled: true,
  }))
  harness = await createHarness(service, { users: () => users })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await harness.end()
})

const offboard: RunPlan = {
  name: 'Offboard',
  onFailure: 'review',
  steps: [
    { action: 'block' },
    { action: 'revoke_impersonation_tokens' },
    { action: 'delete_ssh_keys' },
    { action: 'delete_emails' },
    { action: 'delete_identities' },
    { action: 'add_note' },
  ],
}

function start(
  plan: RunPlan,
  users: readonly DirectoryUser[],
  reason?: string,
): Promise<JobSummary> {
  const ids = users.map(({ id }) => id)
  const selection = { kind: 'users', ids } as const
  return harness.queue.bulk.start({
    selection,
    plan,
    reason,
    note: false,
    affectedCount: ids.length,
  })
}

const actionsOf = ({ id }: JobSummary): QueuedAction[] =>
  harness.queue.list({ run: id, offset: 0, limit: 100 }).items.toReversed()
const statesOf = (run: JobSummary) =>
  actionsOf(run).map(({ action, state }) => `${action} ${state}`)
const waitForEnd = (run: JobSummary) =>
  harness.until(() => harness.runs.get(run.id).state === 'finished', 10)

function newKey(): string {
  const parts = [Buffer.from('ssh-ed25519'), randomBytes(32)]
  const framed = parts.map((part) => Buffer.concat([Buffer.from([0, 0, 0, part.length]), part]))
  return `ssh-ed25519 ${Buffer.concat(framed).toString('base64')}`
}

/** Adds keys, tokens, and emails to a user. */
async function addObjects({ id }: DirectoryUser): Promise<void> {
  for (const nth of [1, 2, 3]) {
    await service.ask('POST', `/users/${id}/keys`, { title: `laptop ${nth}`, key: newKey() })
  }
  for (const name of ['ci', 'bot']) {
    await service.ask('POST', `/users/${id}/impersonation_tokens`, {
      name,
      scopes: ['api'],
      expires_at: dateIn(30),
    })
  }
  for (const nth of [1, 2]) {
    const email = `second${nth}.${id}@example.com`
    await service.ask('POST', `/users/${id}/emails`, { email, skip_confirmation: true })
  }
  await service.ask('PUT', `/users/${id}`, { provider: 'saml', extern_uid: `uid-${id}` })
}

const keyTitles = async ({ id }: DirectoryUser) => {
  const keys = (await service.ask('GET', `/users/${id}/keys`)) as unknown as { title: string }[]
  return keys.map(({ title }) => title)
}

const counts = async ({ id }: DirectoryUser) => {
  const [keys, tokens, emails, user] = await Promise.all([
    service.ask('GET', `/users/${id}/keys`),
    service.ask('GET', `/users/${id}/impersonation_tokens?state=active`),
    service.ask('GET', `/users/${id}/emails`),
    service.ask('GET', `/users/${id}`),
  ])
  const length = (list: unknown) => (list as unknown[]).length
  return {
    keys: length(keys),
    tokens: length(tokens),
    emails: length(emails),
    identities: length(user['identities']),
    state: user['state'],
    note: user['note'],
  }
}

describe('plan', () => {
  it('runs all steps in order and records each object in the audit log', async () => {
    const [leaver] = users as [DirectoryUser]
    await addObjects(leaver)
    const { emails } = await counts(leaver)
    const keys = await keyTitles(leaver)
    const run = await start(offboard, [leaver], 'Left in May')
    await waitForEnd(run)
    expect(statesOf(run)).toEqual(offboard.steps.map(({ action }) => `${action} done`))
    const after = await counts(leaver)
    expect(after).toMatchObject({ keys: 0, tokens: 0, identities: 0, state: 'blocked' })
    expect(emails - after.emails).toBe(2)
    expect(after.note).toContain('Left in May')
    const { items } = harness.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, offset: 0, limit: 100 },
    )
    const written = items.map(({ action, object }) => `${action} ${object ?? ''}`.trim())
    expect(written.toReversed()).toEqual([
      'block',
      'impersonationTokens.revoke ci',
      'impersonationTokens.revoke bot',
      ...keys.map((title) => `sshKeys.removeOf ${title}`),
      `emails.removeOf second1.${leaver.id}@example.com`,
      `emails.removeOf second2.${leaver.id}@example.com`,
      'users.removeIdentity saml',
      'users.modify',
    ])
    expect(items.every(({ run: id, reason }) => id === run.id && reason === 'Left in May')).toBe(
      true,
    )
  })

  it('waits for its undo period, and sends nothing if it is undone', async () => {
    harness.settings.undoSeconds = 5
    harness.clock.hold()
    const [leaver] = users as [DirectoryUser]
    await addObjects(leaver)
    const before = await counts(leaver)
    const { id } = await start(offboard, [leaver], 'Left in May')
    await harness.until(() => harness.runs.get(id).starts !== undefined)
    expect(harness.runs.get(id).starts).toBeGreaterThan(harness.clock.now())
    const undone = await harness.runs.cancel(id)
    expect(undone.counts).toMatchObject({ cancelled: offboard.steps.length })
    expect(await counts(leaver)).toEqual(before)
  })

  it('skips completed steps and users it doesn’t apply to', async () => {
    const [first, second] = users as [DirectoryUser, DirectoryUser]
    first.state = 'blocked'
    service.set(first.id, { state: 'blocked' })
    second.state = 'blocked_pending_approval'
    const selection = { kind: 'users', ids: users.map(({ id }) => id) } as const
    const preview = await harness.queue.bulk.preview({ selection, plan: offboard })
    expect(preview).toMatchObject({ affectedCount: 4, stepCounts: [3, 4, 4, 4, 4, 4] })
    expect(preview.skipped).toMatchObject([{ count: 1, sample: [{ id: second.id }] }])
  })

  it.each(['banned', 'ldap_blocked'])(
    'runs the remaining steps for a leaver who is %s',
    async (state) => {
      const [leaver] = users as [DirectoryUser]
      await addObjects(leaver)
      leaver.state = state
      service.set(leaver.id, { state })
      const run = await start(offboard, [leaver], 'Left in May')
      await waitForEnd(run)
      expect(statesOf(run)).toEqual(offboard.steps.slice(1).map(({ action }) => `${action} done`))
      expect(await counts(leaver)).toMatchObject({ keys: 0, tokens: 0, identities: 0, state })
    },
  )

  it('runs each step once despite lost responses and a restart', async () => {
    const [leaver] = users as [DirectoryUser]
    await addObjects(leaver)
    const keys = await keyTitles(leaver)
    let cut = 0
    await harness.end()
    const lossy: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (init?.method !== 'DELETE' || (cut += 1) % 2 === 0) return answer
      throw new TypeError('fetch failed')
    }
    harness = await createHarness(service, { users: () => users, fetch: lossy })
    const run = await start(offboard, [leaver], 'Left')
    await harness.until(() => cut > 1, 2)
    await harness.close()
    const { folder, clock } = harness
    harness = await createHarness(service, { users: () => users, folder, clock })
    await waitForEnd(run)
    expect(await counts(leaver)).toMatchObject({ keys: 0, tokens: 0, identities: 0 })
    const { items } = harness.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, offset: 0, limit: 100 },
    )
    const deleted = items.filter(({ action }) => action === 'sshKeys.removeOf')
    expect(deleted.map(({ object }) => object).toSorted()).toEqual(keys.toSorted())
  })

  it.each([
    ['stop', ['block refused', 'delete_ssh_keys cancelled']],
    ['review', ['block refused', 'delete_ssh_keys conflict']],
    ['continue', ['block refused', 'delete_ssh_keys done']],
  ] as const)('follows its policy after a refusal: %s', async (onFailure, states) => {
    const [leaver] = users as [DirectoryUser]
    await addObjects(leaver)
    await harness.end()
    const refusing: typeof fetch = async (input, init) =>
      String(input).endsWith('/block')
        ? new Response('{"message":"403 Forbidden - no"}', {
            status: 403,
            headers: { 'content-type': 'application/json', 'x-request-id': '1' },
          })
        : await fetch(input, init)
    harness = await createHarness(service, { users: () => users, fetch: refusing })
    const plan: RunPlan = {
      name: 'Two',
      onFailure,
      steps: [{ action: 'block' }, { action: 'delete_ssh_keys' }],
    }
    const run = await start(plan, [leaver])
    await waitForEnd(run)
    expect(statesOf(run)).toEqual(states)
  })

  it('requires a reason if a step adds it to the note', async () => {
    await expect(start(offboard, users.slice(0, 1))).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { reason: expect.anything() as unknown } },
    })
  })

  it('computes edits from the current field values', async () => {
    const [first, second] = users as [DirectoryUser, DirectoryUser]
    await service.ask('PUT', `/users/${first.id}`, { note: 'Known', projects_limit: 5 })
    const plan: RunPlan = {
      name: 'Edit',
      onFailure: 'continue',
      steps: [
        {
          action: 'edit_user',
          edit: {
            note: { mode: 'append', text: 'Contractor' },
            projects_limit: 5,
            identity: { provider: 'saml', uid: '{username}@idp' },
          },
        },
      ],
    }
    const run = await start(plan, [first, second])
    await waitForEnd(run)
    for (const { id, username } of [first, second]) {
      const user = await service.ask('GET', `/users/${id}`)
      expect(user).toMatchObject({ projects_limit: 5 })
      expect(user['identities']).toContainEqual(
        expect.objectContaining({ provider: 'saml', extern_uid: `${username}@idp` }),
      )
      expect(user['note']).toBe(id === first.id ? 'Known\nContractor' : 'Contractor')
    }
    await waitForEnd(await start(plan, [first]))
    expect((await service.ask('GET', `/users/${first.id}`))['note']).toBe('Known\nContractor')
  })
})

describe('scheduled step', () => {
  const blockUntil = (at: number): RunPlan => ({
    name: 'Temporary access',
    onFailure: 'review',
    steps: [{ action: 'block' }, { action: 'unblock', dated: true }],
    due: { at, zone: 'Europe/Berlin' },
  })

  it('waits for its date across restarts, past the usual expiry', async () => {
    const [firstUser] = users as [DirectoryUser]
    const at = harness.clock.now() + 30 * dayMs
    const run = await start(blockUntil(at), [firstUser])
    await harness.until(() => statesOf(run)[0] === 'block done')
    expect(statesOf(run)).toEqual(['block done', 'unblock scheduled'])
    expect(actionsOf(run)[1]).toMatchObject({ due: { at, zone: 'Europe/Berlin' } })
    const { folder, clock } = harness
    await harness.close()
    clock.jump(29 * dayMs)
    harness = await createHarness(service, { users: () => users, folder, clock })
    expect(statesOf(run)).toEqual(['block done', 'unblock scheduled'])
    expect(service.user(firstUser.id)!.state).toBe('blocked')
    await harness.close()
    clock.jump(2 * dayMs)
    harness = await createHarness(service, { users: () => users, folder, clock })
    await waitForEnd(run)
    expect(statesOf(run)).toEqual(['block done', 'unblock done'])
    expect(service.user(firstUser.id)!.state).toBe('active')
  })

  it('is canceled once the same action is done manually, so that it doesn’t end a later block', async () => {
    const [firstUser, other] = users as [DirectoryUser, DirectoryUser]
    const run = await start(blockUntil(harness.clock.now() + 30 * dayMs), [firstUser, other])
    const blocked = () => statesOf(run).filter((one) => one === 'block done')
    await harness.until(() => blocked().length === 2)
    const now = harness.enqueue('unblock', service.user(firstUser.id)!)
    expect(now.state).toBe('ready')
    await harness.settled(now)
    expect(service.user(firstUser.id)!.state).toBe('active')
    expect(statesOf(run).toSorted()).toEqual([
      'block done',
      'block done',
      'unblock cancelled',
      'unblock scheduled',
    ])
  })

  it.each([
    ['2026-10-24T12:00', '2026-10-25T03:30', '2026-10-25T02:30:00Z'],
    ['2026-10-20T12:00', '2026-10-26T09:00', '2026-10-26T08:00:00Z'],
    ['2027-03-27T12:00', '2027-03-28T03:30', '2027-03-28T01:30:00Z'],
    ['2027-03-20T12:00', '2027-03-29T09:00', '2027-03-29T07:00:00Z'],
  ])(
    'scheduled at %s runs at %s Berlin time across a restart and a DST change',
    async (chosen, due, utc) => {
      vi.stubEnv('TZ', 'Europe/Berlin')
      const [firstUser] = users as [DirectoryUser]
      const clock = fastClock(1)
      const setTo = (moment: number) => clock.jump(moment - clock.now())
      setTo(new Date(chosen).getTime())
      const { folder } = harness
      await harness.close()
      harness = await createHarness(service, { users: () => users, folder, clock })
      // Converted like a value typed in the UI.
      const at = new Date(due).getTime()
      expect(at).toBe(Date.parse(utc))
      const run = await start(blockUntil(at), [firstUser])
      await harness.until(() => statesOf(run)[0] === 'block done')
      await harness.close()
      setTo(at - 30 * 60_000)
      harness = await createHarness(service, { users: () => users, folder, clock })
      expect(statesOf(run)[1]).toBe('unblock scheduled')
      expect(clock.now()).toBeLessThan(at)
      await harness.close()
      setTo(at)
      harness = await createHarness(service, { users: () => users, folder, clock })
      await waitForEnd(run)
      expect(statesOf(run)[1]).toBe('unblock done')
      expect(service.user(firstUser.id)!.state).toBe('active')
    },
  )

  it('waits for a decision if the user has changed since', async () => {
    const [firstUser] = users as [DirectoryUser]
    const run = await start(blockUntil(harness.clock.now() + dayMs), [firstUser])
    await harness.until(() => statesOf(run)[0] === 'block done')
    service.set(firstUser.id, { state: 'banned' })
    harness.clock.jump(2 * dayMs)
    harness.runner.wake()
    await harness.until(() => statesOf(run)[1] !== 'unblock scheduled')
    await waitForEnd(run)
    expect(statesOf(run)[1]).toBe('unblock refused')
  })

  it('never deletes without a decision', async () => {
    const [firstUser] = users as [DirectoryUser]
    const run = await start(
      {
        name: 'Delete later',
        onFailure: 'review',
        steps: [{ action: 'delete', dated: true }],
        due: { at: harness.clock.now() + dayMs, zone: 'UTC' },
      },
      [firstUser],
    )
    harness.clock.jump(2 * dayMs)
    harness.runner.wake()
    await harness.until(() => statesOf(run)[0] === 'delete conflict')
    expect(harness.writes()).toEqual([])
    const [due] = actionsOf(run)
    harness.queue.decide(due!.id, 'apply')
    harness.queue.sendNow([due!.id])
    await waitForEnd(run)
    expect(statesOf(run)).toEqual(['delete done'])
  })

  it('can be canceled before its date', async () => {
    const run = await start(blockUntil(harness.clock.now() + dayMs), users.slice(0, 1))
    await harness.until(() => statesOf(run)[0] === 'block done')
    const [, later] = actionsOf(run)
    harness.queue.cancel([later!.id])
    expect(statesOf(run)).toEqual(['block done', 'unblock cancelled'])
    expect(harness.runs.get(run.id).state).toBe('finished')
  })

  const offboardOn = (at: number): RunPlan => ({
    ...offboard,
    steps: offboard.steps.map((step) => ({ ...step, dated: true })),
    due: { at, zone: 'Europe/Berlin' },
  })

  it('offboards on its date across a restart, including the steps that can’t be undone', async () => {
    const [leaver] = users as [DirectoryUser]
    await addObjects(leaver)
    const before = await counts(leaver)
    const run = await start(offboardOn(harness.clock.now() + 30 * dayMs), [leaver], 'Leaves')
    expect(actionsOf(run).every(({ state }) => state === 'scheduled')).toBe(true)
    const { folder, clock } = harness
    await harness.close()
    clock.jump(29 * dayMs)
    harness = await createHarness(service, { users: () => users, folder, clock })
    expect(await counts(leaver)).toEqual(before)
    await harness.close()
    clock.jump(2 * dayMs)
    harness = await createHarness(service, { users: () => users, folder, clock })
    await waitForEnd(run)
    expect(statesOf(run)).toEqual(offboard.steps.map(({ action }) => `${action} done`))
    expect(await counts(leaver)).toMatchObject({
      keys: 0,
      tokens: 0,
      identities: 0,
      state: 'blocked',
    })
  })

  it('still offboards a user who was blocked and unblocked before its date', async () => {
    const [leaver] = users as [DirectoryUser]
    const run = await start(offboardOn(harness.clock.now() + dayMs), [leaver], 'Leaves')
    for (const action of ['block', 'unblock'] as const) {
      await harness.settled(harness.enqueue(action, service.user(leaver.id)!))
    }
    harness.clock.jump(2 * dayMs)
    harness.runner.wake()
    await waitForEnd(run)
    expect(service.user(leaver.id)!.state).toBe('blocked')
    expect(statesOf(run)[0]).toBe('block done')
  })

  it('is canceled once the user has been offboarded earlier', async () => {
    const [leaver, other] = users as [DirectoryUser, DirectoryUser]
    const later = await start(offboardOn(harness.clock.now() + dayMs), [leaver, other], 'Leave')
    await waitForEnd(await start(offboard, [leaver], 'Left early'))
    const states = actionsOf(later).map(({ target, state }) => [target.id, state])
    expect(states).toEqual([
      ...offboard.steps.map(() => [leaver.id, 'cancelled']),
      ...offboard.steps.map(() => [other.id, 'scheduled']),
    ])
  })

  it('can be moved to another date, for the run or for one user', async () => {
    const [first, second] = users as [DirectoryUser, DirectoryUser]
    const now = harness.clock.now()
    const due = (days: number) => ({ at: now + days * dayMs, zone: 'Asia/Tokyo' })
    const run = await start(offboardOn(now + dayMs), [first, second], 'Leave')
    const moved = harness.runs.reschedule(run.id, due(30))
    expect(moved.due).toEqual({ action: 'block', at: due(30).at })
    const item = actionsOf(run).find(({ target }) => target.id === second.id)!
    harness.runs.reschedule(run.id, due(60), item.id)
    const dates = actionsOf(run).map(({ target, due }) => [target.id, due])
    expect(dates).toEqual([
      ...offboard.steps.map(() => [first.id, due(30)]),
      ...offboard.steps.map(() => [second.id, due(60)]),
    ])
    harness.clock.jump(2 * dayMs)
    harness.runner.wake()
    await harness.runs.cancel(run.id)
    expect(service.user(first.id)!.state).toBe('active')
    const { plan } = await harness.queue.bulk.remaining(run.id)
    expect(plan!.due).toEqual(due(30))
  })

  it('can’t be moved into the past, or once its date has come', async () => {
    const [firstUser] = users as [DirectoryUser]
    const now = harness.clock.now()
    const run = await start(blockUntil(now + dayMs), [firstUser])
    const reschedule = (at: number) => () => harness.runs.reschedule(run.id, { at, zone: 'UTC' })
    expect(harness.refusalOf(reschedule(now - dayMs))).toMatchObject({ kind: 'invalid' })
    harness.clock.jump(2 * dayMs)
    harness.runner.wake()
    await waitForEnd(run)
    expect(harness.refusalOf(reschedule(now + 9 * dayMs))).toMatchObject({ kind: 'conflict' })
  })
})
