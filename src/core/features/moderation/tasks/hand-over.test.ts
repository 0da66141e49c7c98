import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessLevels } from '../../../../sandbox/database/memberships.ts'
import { setCustomAttribute } from '../../../../sandbox/database/custom-attributes.ts'
import type {
  Dependent,
  DependentAnswer,
  UserDependents,
} from '../../../../shared/operations/dependents.ts'
import type { DependentDecision } from '../../../../shared/rules/dependents.ts'
import type { EvidenceStep } from '../../../../shared/operations/jobs.ts'
import type { PlanStep, RunPlan } from '../../../../shared/operations/plans.ts'
import type { DirectoryUser } from '../../../../shared/rules/moderation.ts'
import { type Harness, type Service, createHarness, startService } from '../testing/harness.ts'
import { addSchedule, readKnown } from '../testing/known-dependents.ts'
import { leaversAt } from '../testing/leaver.ts'

const day = 86_400_000

let service: Service
let leavers: ReturnType<typeof leaversAt>
let harness: Harness
let user: DirectoryUser
let successor: { id: number; username: string; name: string }
let known: UserDependents | undefined
let count = 0
/** Internal IDs of a group and a project in it that the user owns alone. */
let group: number
let project: number

beforeAll(async () => {
  service = await startService({ users: 140, flavor: 'gitlab' })
  leavers = leaversAt(service)
})
afterAll(() => service.end())
beforeEach(() => {
  user = { ...service.someone('active', count++), two_factor_enabled: true }
  const { id, username, name } = service.someone('active', count++)
  successor = { id, username, name }
  for (const { id } of [user, successor]) leavers.leaveAll(id)
  group = leavers.addPlace('Namespace', `alone ${count}`)
  project = leavers.addPlace('Project', `project ${count}`, { parent_id: group })
  leavers.join(user.id, group, accessLevels.owner)
  leavers.join(user.id, project, accessLevels.owner)
  leavers.join(successor.id, project, accessLevels.maintainer)
})
afterEach(() => harness.end())

const schedule = (description: string, owner = user.id) =>
  addSchedule(service, { project, owner, description })
const ownerOf = (schedule: number) =>
  service.data.one<{ owner_id: number; active: number }>(
    'SELECT owner_id, active FROM pipeline_schedules WHERE id = ?',
    schedule,
  )

type Override = (url: URL, method: string) => Response | undefined | Promise<Response | undefined>

async function open(
  instead: Override = () => undefined,
  options: Parameters<typeof createHarness>[1] = {},
): Promise<void> {
  const fetchWithOverrides: typeof fetch = async (input, init) =>
    (await instead(new URL(String(input)), init?.method ?? 'GET')) ?? (await fetch(input, init))
  harness = await createHarness(service, {
    users: () => [user],
    fetch: fetchWithOverrides,
    dependentsOf: () => known,
    ...options,
  })
  known = await readKnown(harness, user)
}

/** Doesn’t show one schedule. */
const refuseToRead =
  (schedule: number, status = 403): Override =>
  (url, method) =>
    method === 'GET' && url.pathname.endsWith(`/pipeline_schedules/${schedule}`)
      ? Response.json({ message: `${status} of a test` }, { status })
      : undefined

const item = (label: string): Dependent => known!.items.find((one) => one.label === label)!
const answer = (label: string, decision: DependentDecision, to = successor): DependentAnswer => ({
  user: user.id,
  key: item(label).key,
  decision,
  ...(decision === 'hand_over' && { successor: to }),
})

const handOverFirst: PlanStep[] = [{ action: 'hand_over' }, { action: 'block' }]

async function start(
  answers: DependentAnswer[],
  { steps = handOverFirst, ...more }: Partial<RunPlan> = {},
): Promise<number> {
  const plan: RunPlan = { name: 'Offboard', onFailure: 'review', steps, answers, ...more }
  const selection = { kind: 'users' as const, ids: [user.id] }
  const run = await harness.queue.bulk.start({
    selection,
    plan,
    note: false,
    affectedCount: 1,
  })
  return run.id
}

const stepsOf = (run: number): EvidenceStep[] => harness.runs.evidence(run).users[0]!.steps

async function run(...request: Parameters<typeof start>): Promise<EvidenceStep[]> {
  const id = await start(...request)
  await harness.until(() => harness.runs.get(id).state === 'finished', 5)
  return stepsOf(id)
}

const outcomes = (step: EvidenceStep | undefined) =>
  Object.fromEntries(step!.handedOver!.map(({ label, outcome }) => [label, outcome]))
const entries = () =>
  harness.auditLog
    .list({ instance: service.url, id: 1 }, { filter: {}, offset: 0, limit: 100 })
    .items.toReversed()
    .map(({ action, object, outcome }) => `${action} ${object ?? ''} ${outcome}`)

describe('handing over before the block', () => {
  it('makes another owner, gives schedules to the successor, and names a new owner', async () => {
    const nightly = schedule('nightly')
    const kept = schedule('weekly')
    setCustomAttribute(service.data, 3, { key: 'owner', value: user.username })
    await open()
    const robot = known!.items.find(({ kind }) => kind === 'service_account')!
    const [step, block] = await run([
      answer('nightly', 'hand_over'),
      answer('weekly', 'stop'),
      answer(`alone ${count}`, 'hand_over'),
      answer(robot.label, 'hand_over'),
    ])
    expect(outcomes(step)).toEqual({
      nightly: 'done',
      [`alone ${count}`]: 'done',
      [robot.label]: 'done',
    })
    expect(block).toMatchObject({ action: 'block', state: 'done' })
    expect(ownerOf(nightly)).toEqual({ owner_id: successor.id, active: 1 })
    expect(ownerOf(kept)).toEqual({ owner_id: user.id, active: 0 })
    expect(leavers.belongings(successor.id).memberships).toMatchObject({
      [`Namespace ${item(`alone ${count}`).id}`]: accessLevels.owner,
    })
    expect(
      service.data.one(`SELECT value FROM custom_attributes WHERE user_id = 3 AND key = 'owner'`),
    ).toEqual({ value: successor.username })
    expect(entries().toSorted()).toEqual(
      [
        `associations.addGroupMember alone ${count} done`,
        'block  done',
        `customAttributes.set ${robot.label} done`,
        'pipelineSchedules.takeOwnership nightly done',
      ].toSorted(),
    )
  })

  it('raises the level of a member', async () => {
    leavers.join(successor.id, group, accessLevels.developer)
    await open()
    const [step] = await run([answer(`alone ${count}`, 'hand_over')])
    expect(outcomes(step)).toEqual({ [`alone ${count}`]: 'done' })
    expect(harness.writes()[0]).toMatch(/^PUT \/groups\/\d+\/members\/\d+$/)
    expect(entries()).toContain(`associations.changeGroupMember alone ${count} done`)
  })

  it('sends nothing if the successor has become an owner since', async () => {
    let isWatched = false
    await open((url, method) => {
      if (!isWatched || method !== 'GET' || !url.pathname.endsWith(`/users/${successor.id}`))
        return undefined
      isWatched = false
      leavers.join(successor.id, group, accessLevels.owner)
      return undefined
    })
    isWatched = true
    const [step] = await run([answer(`alone ${count}`, 'hand_over')])
    expect(outcomes(step)).toEqual({ [`alone ${count}`]: 'already' })
    expect(harness.writes()).toEqual([`POST /users/${user.id}/block`])
  })

  it('hands over the others if one can’t be read', async () => {
    const nightly = schedule('nightly')
    const weekly = schedule('weekly')
    await open(refuseToRead(nightly))
    const [step, block] = await run([answer('nightly', 'hand_over'), answer('weekly', 'hand_over')])
    expect(outcomes(step)).toEqual({ nightly: 'refused', weekly: 'done' })
    expect(block).toMatchObject({ state: 'done' })
    expect(ownerOf(weekly)).toMatchObject({ owner_id: successor.id })
  })

  it('has requests before a crash in the audit log, even if another one can’t be read', async () => {
    const nightly = schedule('nightly')
    const weekly = schedule('weekly')
    await open(refuseToRead(weekly))
    harness.runs.pauseAll()
    const id = await start([answer('nightly', 'hand_over'), answer('weekly', 'hand_over')])
    service.data.run(
      'UPDATE pipeline_schedules SET owner_id = ? WHERE id = ?',
      successor.id,
      nightly,
    )
    harness.store.sql.run(
      `UPDATE items SET snapshot = ? WHERE action = 'hand_over'`,
      JSON.stringify([item('nightly').key, item('weekly').key]),
    )
    harness.runs.resumeAll()
    await harness.until(() => harness.runs.get(id).state === 'finished', 5)
    expect(outcomes(stepsOf(id)[0])).toEqual({ nightly: 'done', weekly: 'refused' })
    expect(entries().toSorted()).toEqual([
      'block  done',
      'pipelineSchedules.takeOwnership nightly done',
      'pipelineSchedules.takeOwnership weekly unknown',
    ])
  })

  it('blocks even if the successor may not take it over', async () => {
    const nightly = schedule('nightly')
    await open()
    service.data.run('DELETE FROM memberships WHERE user_id = ?', successor.id)
    const [step, block] = await run([answer('nightly', 'hand_over')])
    expect(step).toMatchObject({ state: 'refused', handedOver: [{ outcome: 'refused' }] })
    expect(block).toMatchObject({ state: 'done', after: 'blocked' })
    expect(ownerOf(nightly)).toEqual({ owner_id: user.id, active: 0 })
    expect(entries()).toContain('pipelineSchedules.takeOwnership nightly refused')
  })

  it('sends nothing for a successor who was blocked or renamed', async () => {
    schedule('nightly')
    await open()
    service.set(successor.id, { state: 'blocked' })
    const [step] = await run([answer('nightly', 'hand_over')])
    expect(step!.handedOver![0]!.text).toContain('isn’t active')
    expect(harness.writes()).toEqual([`POST /users/${user.id}/block`])
  })

  it('leaves alone what somebody else has taken over', async () => {
    const nightly = schedule('nightly')
    await open()
    service.data.run('UPDATE pipeline_schedules SET owner_id = 2 WHERE id = ?', nightly)
    const [step] = await run([answer('nightly', 'hand_over')])
    expect(outcomes(step)).toEqual({ nightly: 'changed' })
    expect(ownerOf(nightly)).toMatchObject({ owner_id: 2 })
  })

  it('takes over once if the response is lost', async () => {
    const nightly = schedule('nightly')
    let lost = 0
    await open(async (url, method) => {
      if (method !== 'POST' || !url.pathname.endsWith('/take_ownership')) return undefined
      lost += 1
      await fetch(url, {
        method,
        headers: { 'private-token': service.tokens.admin, 'content-type': 'application/json' },
        body: JSON.stringify({ sudo: successor.id }),
      })
      throw new TypeError('fetch failed')
    })
    const [step] = await run([answer('nightly', 'hand_over')])
    expect(outcomes(step)).toEqual({ nightly: 'done' })
    expect(ownerOf(nightly)).toMatchObject({ owner_id: successor.id })
    expect(lost).toBe(1)
    expect(entries().filter((entry) => entry.includes('nightly'))).toHaveLength(1)
  })

  it('gives up on a server error, so that the block isn’t delayed for long', async () => {
    schedule('nightly')
    await open((url, method) =>
      method === 'POST' && url.pathname.endsWith('/take_ownership')
        ? Response.json({ message: '500 Internal Server Error' }, { status: 500 })
        : undefined,
    )
    const [step, block] = await run([answer('nightly', 'hand_over')])
    expect(step).toMatchObject({ state: 'refused' })
    expect(block).toMatchObject({ state: 'done' })
  })

  it('is undone before it is sent, with the whole run', async () => {
    const nightly = schedule('nightly')
    await open(undefined, { undoSeconds: 3600 })
    const id = await start([answer('nightly', 'hand_over')])
    await harness.runs.cancel(id)
    await delay(20)
    expect(harness.writes()).toEqual([])
    expect(ownerOf(nightly)).toEqual({ owner_id: user.id, active: 1 })
  })

  it('happens now and the block on its date', async () => {
    const nightly = schedule('nightly')
    await open()
    const at = harness.clock.now() + 3 * day
    const id = await start([answer('nightly', 'hand_over')], {
      steps: [
        { action: 'hand_over' },
        { action: 'block', dated: true },
        { action: 'second_look', afterDays: 7 },
      ],
      due: { at, zone: 'UTC' },
    })
    await harness.until(() => stepsOf(id)[0]?.state === 'done')
    expect(ownerOf(nightly)).toMatchObject({ owner_id: successor.id })
    expect(stepsOf(id).map(({ state }) => state)).toEqual(['done', 'scheduled', 'scheduled'])
    const [, block, look] = harness.runs.items(id).items
    expect(look!.due!.at - block!.due!.at).toBe(7 * day)
    harness.runs.reschedule(id, { at: at + day, zone: 'UTC' })
    const [, later, laterLook] = harness.runs.items(id).items
    expect([later!.due!.at, laterLook!.due!.at]).toEqual([at + day, at + 8 * day])
  })
})

describe('answers', () => {
  const failureOf = async (...answers: DependentAnswer[]) => {
    const error = (await start(answers).catch((reason: unknown) => reason)) as {
      failure: { message: { id: string } }
    }
    return error.failure.message.id
  }

  it('are rejected about anything that core hasn’t read', async () => {
    const foreign = schedule('foreign', 2)
    await open()
    const key = `schedule ${item(`alone ${count}`).id} ${foreign}`
    expect(await failureOf({ ...answer(`alone ${count}`, 'hand_over'), key })).toBe(
      'dependents.answersOutdated',
    )
    known = undefined
    const stop = { user: user.id, key: 'token 1', decision: 'stop' } as const
    expect(await failureOf(stop)).toBe('dependents.answersOutdated')
  })

  it('never give a schedule to the account’s own user, or anything to a leaver', async () => {
    schedule('nightly')
    await open()
    const self = { id: 1, username: 'ines', name: 'Ines' }
    expect(await failureOf(answer('nightly', 'hand_over', self))).toBe('dependents.notYourself')
    const { id, username, name } = user
    expect(await failureOf(answer('nightly', 'hand_over', { id, username, name }))).toBe(
      'dependents.successorLeaves',
    )
    expect(harness.runs.list().jobs).toEqual([])
  })

  it('aren’t part of the run that continues with the other users', async () => {
    schedule('nightly')
    const { two_factor_enabled: _, ...other } = service.someone('active', count++)
    await open(undefined, { users: () => [user, other] })
    const plan: RunPlan = {
      name: 'Offboard',
      onFailure: 'review',
      steps: handOverFirst,
      answers: [answer('nightly', 'hand_over')],
    }
    const common = { note: false, affectedCount: 1 }
    const first = await harness.queue.bulk.start({
      ...common,
      plan,
      selection: { kind: 'users', ids: [user.id] },
      whole: { kind: 'users', ids: [user.id, other.id] },
    })
    await harness.until(() => harness.runs.get(first.id).state === 'finished', 5)
    const { ids, ...remaining } = await harness.queue.bulk.remaining(first.id)
    expect(ids).toEqual([other.id])
    expect(remaining.plan).toMatchObject({ steps: [{ action: 'block' }] })
    known = undefined
    const second = await harness.queue.bulk.start({
      ...common,
      plan: remaining.plan!,
      continues: first.id,
      selection: { kind: 'users', ids },
    })
    await harness.until(() => harness.runs.get(second.id).state === 'finished', 5)
    expect(service.user(other.id)).toMatchObject({ state: 'blocked' })
  })

  it('are in the evidence together with what was known and what wasn’t', async () => {
    schedule('nightly')
    await open()
    known!.questions.push({ kind: 'runner', why: 'unsupported' })
    const id = await start([answer('nightly', 'later')], { steps: [{ action: 'block' }] })
    await harness.until(() => harness.runs.get(id).state === 'finished', 5)
    const { dependents } = harness.runs.evidence(id).users[0]!
    expect(dependents).toMatchObject({
      answers: [{ decision: 'later' }],
      questions: expect.arrayContaining([{ kind: 'runner', why: 'unsupported' }]),
    })
    expect(dependents!.items.map(({ label }) => label)).toContain('nightly')
    const [file] = await harness.runs.report(id, 'evidence')
    expect(JSON.parse(file!.text).users[0].dependents.answers).toHaveLength(1)
  })

  it('leave kinds that weren’t read as questions', async () => {
    await open()
    known = undefined
    const id = await start([], { steps: [{ action: 'block' }], answers: undefined })
    await harness.until(() => harness.runs.get(id).state === 'finished', 5)
    const { dependents } = harness.runs.evidence(id).users[0]!
    expect(dependents!.questions.map(({ kind, why }) => `${kind} ${why}`)).toEqual([
      'token not_read',
      'ownership not_read',
      'schedule not_read',
      'runner not_read',
      'service_account not_read',
    ])
  })
})

describe('a second look', () => {
  it('says what has become of the block, tokens, successors, and schedules', async () => {
    schedule('nightly')
    schedule('weekly')
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    await open()
    const id = await start([answer('nightly', 'hand_over'), answer('weekly', 'stop')], {
      steps: [...handOverFirst, { action: 'second_look', afterDays: 1 }],
    })
    await harness.until(() => stepsOf(id)[1]?.state === 'done')
    service.data.run(
      `UPDATE pipeline_schedules SET owner_id = 2 WHERE description = 'nightly' AND owner_id = ?`,
      successor.id,
    )
    harness.clock.jump(day)
    harness.runner.wake()
    await harness.until(() => stepsOf(id)[2]?.state === 'done')
    expect(stepsOf(id)[2]!.look).toMatchObject({
      state: 'blocked',
      activeTokens: 1,
      handedOver: [{ label: 'nightly', successor: successor.username, holds: false }],
      schedules: [
        { label: 'nightly', isActive: true },
        { label: 'weekly', isActive: false },
      ],
    })
    expect(entries()).not.toContain('second_look  done')
  })

  it('ends even if GitLab always fails to show a schedule', async () => {
    const nightly = schedule('nightly')
    await open(refuseToRead(nightly, 500))
    const id = await start([answer('nightly', 'stop')], {
      steps: [{ action: 'block' }, { action: 'second_look', afterDays: 1 }],
    })
    await harness.until(() => stepsOf(id)[0]?.state === 'done')
    harness.clock.jump(day)
    harness.runner.wake()
    await harness.until(() => stepsOf(id)[1]?.state === 'done', 5, 20_000)
    expect(stepsOf(id)[1]!.look).toMatchObject({
      state: 'blocked',
      schedules: [{ label: 'nightly', isActive: null }],
    })
  })
})
