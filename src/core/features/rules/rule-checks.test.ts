import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { message } from '../../../shared/messages/message.ts'
import type { DirectoryState } from '../../../shared/operations/directory.ts'
import type { NeededColumn } from '../../../shared/rules/reports.ts'
import type { RuleFields } from '../../../shared/operations/rules.ts'
import { memoryFile } from '../../platform/files/memory-file.ts'
import { FailureError, type UnformattedFailure } from '../../platform/failure.ts'
import { createFailure } from '../../platform/failures.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { RuleChecks } from './rule-checks.ts'
import { RuleStore } from './rule-store.ts'
import { RulesFile } from './rules-file.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** A Monday at noon. */
const start = Date.parse('2026-06-01T12:00:00Z')
const monday = Date.parse('2026-06-08T07:00:00Z')
const rule: RuleFields = {
  name: 'Inactive',
  view: 'Inactive',
  filter: {},
  order_by: 'id',
  sort: 'asc',
  action: 'deactivate',
  days: [1],
  at: '07:00',
  atMost: 2,
}

/** Checks with a clock of the test, whose timers run while it passes. */
function openChecks() {
  let timers: { at: number; callback: () => void }[] = []
  const stage = {
    now: start,
    accounts: ['a'],
    objection: undefined as UnformattedFailure | undefined,
    /** Loads all users. */
    load: (): Promise<Partial<DirectoryState>> => Promise.resolve({ phase: 'whole' }),
    loadCount: 0,
    unknown: [] as NeededColumn[],
    logged: [] as string[],
  }
  const clock = {
    now: () => stage.now,
    after(milliseconds: number, callback: () => void) {
      const timer = { at: stage.now + milliseconds, callback }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
  }
  const file = memoryFile(RulesFile)
  const store = new RuleStore(() => file)
  const checks = new RuleChecks({
    store,
    accounts: () => stage.accounts,
    gitlabOf: (account) => ({ account }) as GitLabClient,
    objectionTo: () => stage.objection,
    directory: {
      async loadAll() {
        stage.loadCount += 1
        const state = await stage.load()
        return { phase: 'whole', known: 3, allUsersAsOf: stage.now, ...state }
      },
      prepare: () => Promise.resolve(),
    },
    unknownColumns: () => stage.unknown,
    bulkOf: () => ({
      select: () =>
        Promise.resolve({
          ids: [1, 2, 3],
          skipped: [{ why: message('moderation.isYou'), count: 1 }],
        }),
      preview: () => Promise.resolve({}),
    }),
    clock,
    onChange: () => undefined,
    log: (text) => stage.logged.push(text),
  })
  /** Sets the clock, runs the timers that are due, and waits for the checks. */
  async function passTo(moment: number) {
    stage.now = moment
    const due = timers.filter(({ at }) => at <= moment)
    timers = timers.filter(({ at }) => at > moment)
    for (const { callback } of due) callback()
    for (let turn = 0; turn < 3; turn += 1) {
      await yieldToEventLoop()
      await checks.running
    }
  }
  const first = () => store.list('a')[0]!
  return { stage, store, checks, passTo, first, history: () => first().history }
}

let test: ReturnType<typeof openChecks>
beforeEach(async () => {
  test = openChecks()
  test.store.save('a', rule, start)
  await test.passTo(start)
})

const locked = createFailure('lock.locked')

describe('checks of rules', () => {
  it('propose the first users at the time of the rule', async () => {
    await test.passTo(monday - 1)
    expect(test.history()).toEqual([])
    await test.passTo(monday)
    expect(test.history()).toMatchObject([
      { outcome: 'proposed', due: monday, count: 2, skipped: 1 },
    ])
    expect(test.first().proposal).toMatchObject({ ids: '1 2', left: 1, missed: 0 })
    await test.passTo(monday + day)
    expect(test.history()).toHaveLength(1)
  })

  it('run once for rules of the same time, with one sync', async () => {
    test.store.save('a', { ...rule, name: 'Other' }, start)
    await test.passTo(monday)
    expect(test.stage.loadCount).toBe(1)
    expect(test.store.list('a').map(({ history }) => history.length)).toEqual([1, 1])
  })

  it('count a computer that slept through two Mondays as one catch-up', async () => {
    await test.passTo(monday + 9 * day)
    expect(test.history()).toMatchObject([
      { outcome: 'proposed', due: monday + 7 * day, missed: 2 },
    ])
  })

  it('don’t load anything while locked, and catch up once after unlocking', async () => {
    test.stage.objection = locked
    await test.passTo(monday)
    await test.passTo(monday + 11 * minute)
    await test.passTo(monday + 22 * minute)
    expect(test.stage.loadCount).toBe(0)
    expect(test.history()).toMatchObject([{ outcome: 'failed', due: monday }])
    test.stage.objection = undefined
    test.checks.retry('a')
    await test.passTo(monday + 23 * minute)
    expect(test.history()).toMatchObject([
      { outcome: 'proposed', missed: 1 },
      { outcome: 'failed' },
    ])
    expect(test.stage.loadCount).toBe(1)
  })

  it('propose nothing if Latchkey is locked while users load', async () => {
    test.stage.load = () => {
      test.stage.objection = locked
      return Promise.resolve({})
    }
    await test.passTo(monday)
    expect(test.history()).toMatchObject([{ outcome: 'failed' }])
    expect(test.first().proposal).toBeUndefined()
  })

  it('make up for a time at which Latchkey was locked while users loaded', async () => {
    test.stage.load = () => {
      test.stage.objection = locked
      return Promise.resolve({ phase: 'stopped' })
    }
    await test.passTo(monday)
    test.stage.objection = undefined
    test.stage.load = () => Promise.resolve({})
    test.checks.retry('a')
    await test.passTo(monday + minute)
    expect(test.history()[0]).toMatchObject({ outcome: 'proposed', due: monday })
  })

  it('propose nothing if the instance doesn’t send a field of the filter', async () => {
    test.stage.unknown = ['external']
    await test.passTo(monday)
    expect(test.history()).toMatchObject([{ outcome: 'failed' }])
    expect(test.first().proposal).toBeUndefined()
  })

  it('go on after a failure while the clock was ahead', async () => {
    const failure = createFailure('rules.notComplete', {}, { kind: 'offline' })
    test.stage.load = () => Promise.reject(new FailureError(failure))
    await test.passTo(monday + 300 * day)
    test.stage.load = () => Promise.resolve({})
    test.stage.now = monday
    test.checks.wake()
    await test.passTo(monday)
    expect(test.history()[0]).toMatchObject({ outcome: 'proposed' })
  })

  it('don’t ask the keychain for the token again until it is known to be readable', async () => {
    const refused = createFailure('rotation.notStarted')
    test.stage.load = () => Promise.reject(new FailureError(refused))
    await test.passTo(monday)
    await test.passTo(monday + day)
    expect(test.stage.loadCount).toBe(1)
    test.stage.load = () => Promise.resolve({})
    test.checks.retry('a')
    await test.passTo(monday + day)
    expect(test.history()[0]).toMatchObject({ outcome: 'proposed', missed: 1 })
  })

  it.each<[string, Partial<DirectoryState>]>([
    ['stopped', { phase: 'stopped' }],
    ['began earlier', { allUsersAsOf: start }],
    ['skipped entries', { skipped: 1 }],
  ])('propose nothing after a sync that %s, and don’t try again', async (_, state) => {
    test.stage.load = () => Promise.resolve(state)
    await test.passTo(monday)
    await test.passTo(monday + day)
    expect(test.history()).toMatchObject([{ outcome: 'failed' }])
    expect(test.stage.loadCount).toBe(1)
  })

  it('try a time again after a while if the instance was unreachable', async () => {
    const failure = createFailure('rules.notComplete', {}, { kind: 'offline' })
    test.stage.load = () => Promise.reject(new FailureError(failure))
    await test.passTo(monday)
    await test.passTo(monday + 9 * minute)
    expect(test.stage.loadCount).toBe(1)
    await test.passTo(monday + 10 * minute)
    expect(test.stage.loadCount).toBe(2)
    expect(test.history()).toHaveLength(1)
  })

  it('record an unexpected error, and log it', async () => {
    test.stage.load = () => Promise.reject(new Error('broken'))
    await test.passTo(monday)
    expect(test.history()).toMatchObject([{ outcome: 'failed' }])
    expect(test.stage.logged).toEqual(["A rule couldn't be checked."])
  })

  it('record nothing for a rule that was removed meanwhile, or an account that was signed out', async () => {
    test.stage.load = () => {
      test.store.remove('a', test.first().id)
      return Promise.resolve({})
    }
    await test.passTo(monday)
    expect(test.store.list('a')).toEqual([])
    test.store.save('a', rule, monday)
    test.stage.load = () => {
      test.stage.accounts = []
      return Promise.resolve({})
    }
    await test.passTo(monday + 7 * day)
    expect(test.history()).toEqual([])
  })

  it('check a rule again that was changed meanwhile', async () => {
    test.stage.load = () => {
      test.stage.load = () => Promise.resolve({})
      test.store.save('a', { ...rule, id: test.first().id, atMost: 1 }, monday)
      return Promise.resolve({})
    }
    await test.passTo(monday)
    expect(test.history()).toEqual([])
    await test.passTo(monday + minute)
    expect(test.first().proposal).toMatchObject({ ids: '1', left: 2 })
  })

  it('record nothing after closing', async () => {
    test.stage.load = () => {
      test.checks.close()
      return Promise.resolve({})
    }
    await test.passTo(monday)
    expect(test.history()).toEqual([])
  })

  it('don’t advance a time for a check by hand that failed', async () => {
    await test.passTo(monday + day)
    const late = monday + 8 * day
    test.stage.objection = locked
    test.stage.now = late
    test.checks.checkNow('a', test.first().id)
    expect(test.checks.isChecking('a', test.first().id)).toBe(true)
    await test.checks.running
    test.stage.objection = undefined
    await test.passTo(late + minute)
    expect(test.history()[0]).toMatchObject({ outcome: 'proposed', due: monday + 7 * day })
  })

  it('go on after the clock was set back', async () => {
    await test.passTo(monday + 365 * day)
    expect(test.history()).toHaveLength(1)
    test.checks.wake()
    await test.passTo(monday + day)
    await test.passTo(monday + 7 * day)
    expect(test.history()).toHaveLength(2)
  })
})
