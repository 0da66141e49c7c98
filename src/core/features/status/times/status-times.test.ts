import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { statusEndpoints } from '../../../../shared/gitlab/current-user.ts'
import { FailureError } from '../../../platform/failure.ts'
import { memoryFile } from '../../../platform/files/memory-file.ts'
import { testLog } from '../../../testing/log.ts'
import { signedIn } from '../../keys/ssh/testing/account-service.ts'
import { StatusScheduler } from './status-times.ts'
import { TimesStage, focus, lunch, minute, offline, nothingPlanned } from './testing/times-stage.ts'
import { StatusTimesFile } from './times-file.ts'

let stage: TimesStage
beforeAll(async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  stage = await TimesStage.start()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await stage.stop()
})
beforeEach(() => stage.open())
afterEach(() => stage.close())

describe('scheduled status when requests fail', () => {
  it.each(['the answer is lost', 'Latchkey ends'])(
    'is still ended by Latchkey if %s',
    async (what) => {
      await stage.setElsewhere({ message: 'At home' })
      stage.save(lunch)
      stage.hooks.after = (endpoint) => {
        if (endpoint === statusEndpoints.set) stage.isOffline = true
        if (stage.isOffline) throw offline()
      }
      await stage.until('11:00')
      stage.hooks = {}
      stage.isOffline = false
      expect(stage.shown().ending).toBeUndefined()
      if (what === 'Latchkey ends') {
        await stage.times.close()
        stage.restart()
        await stage.pass(0)
      } else await stage.pass(minute)
      expect(stage.sent).toEqual(['11:00'])
      await stage.until('12:00')
      expect(await stage.get()).toMatchObject({ message: 'At home' })
    },
  )

  it('doesn’t restore an earlier status that couldn’t be ended', async () => {
    await stage.setElsewhere({ message: 'At home' })
    stage.save(lunch, { ...lunch, id: 'nap', from: '13:00', to: '14:00', status: focus })
    await stage.until('11:30')
    // Only the first request fails.
    stage.hooks.before = () => {
      stage.hooks = {}
      throw offline()
    }
    await stage.until('12:10')
    expect(await stage.get()).toMatchObject({ message: 'Focusing' })
    await stage.until('13:00')
    expect(await stage.get()).toMatchObject({ message: 'At home' })
  })

  it('is set once even if the schedule is saved while it is being set', async () => {
    stage.save(lunch)
    let tokenReads = 0
    const answers = Promise.withResolvers<void>()
    stage.hooks.before = () => {
      tokenReads += 1
      return answers.promise
    }
    const passing = stage.until('11:00')
    await vi.waitUntil(() => tokenReads > 0)
    stage.save(lunch)
    stage.timers.splice(0).forEach(({ run }) => run())
    await new Promise(setImmediate)
    expect(tokenReads).toBe(1)
    answers.resolve()
    await passing
    await stage.times.running
    expect(stage.sent).toEqual(['11:00'])
  })

  it("isn't retried after a failed token read until one succeeds", async () => {
    stage.save(lunch)
    let tokenReads = 0
    stage.hooks.before = () => {
      tokenReads += 1
      throw new FailureError({ kind: 'keychain', message: 'The keychain is locked' })
    }
    await stage.until('11:10')
    expect(tokenReads).toBe(1)
    expect(stage.timers).toEqual([])
    expect(stage.lastEvent?.problem).toBe('The keychain is locked')
    stage.hooks = {}
    await stage.get()
    expect(stage.lastEvent?.problem).toBeUndefined()
    await stage.pass(minute)
    expect(await stage.get()).toMatchObject({ message: 'Lunch' })
  })

  it('is retried after an internal error, which is logged', async () => {
    stage.save(lunch)
    stage.hooks.before = () => {
      throw new TypeError('a mistake')
    }
    await stage.until('11:01')
    expect(stage.logged.join()).toContain("A status couldn't be set or cleared on time")
    stage.hooks = {}
    await stage.pass(minute)
    expect(await stage.get()).toMatchObject({ message: 'Lunch' })
  })

  it('is retried every minute while the instance is unreachable', async () => {
    stage.save(lunch)
    stage.isOffline = true
    await stage.until('11:30')
    stage.isOffline = false
    await stage.pass(minute)
    expect(await stage.get()).toMatchObject({ message: 'Lunch' })
    expect(stage.sent).toEqual(['11:31'])
  })

  it("isn't retried after a rejection, which is reported", async () => {
    const readOnly = await signedIn(stage.sandbox.url, stage.sandbox.tokens.read_user)
    const { account } = readOnly
    const file = memoryFile(StatusTimesFile)
    const run: (() => void)[] = []
    const refused = new StatusScheduler({
      fileOf: () => file,
      accounts: () => [account],
      gitlabOf: () => readOnly,
      ownStatus: stage.ownStatus,
      onChange: () => undefined,
      log: testLog(() => undefined).warn,
      clock: {
        now: () => stage.now,
        after: (_, callback) => (run.push(callback), () => undefined),
      },
    })
    refused.saveSchedule(account, [lunch])
    await new Promise(setImmediate)
    stage.now = Date.parse('2026-11-23T11:00Z')
    run.at(-1)!()
    await new Promise(setImmediate)
    await refused.running
    expect(refused.get(account).problem).toMatch(/./)
    expect(file.read().begun).toEqual({ lunch: stage.now })
    await refused.close()
  })
})

it('is empty if its file is invalid', async () => {
  const file = { schedule: [{ ...lunch, from: '25:00' }, 7, lunch], begun: [], sending: 'x' }
  writeFileSync(join(stage.folder, 'status-times.json'), JSON.stringify(file))
  stage.restart()
  expect(stage.shown()).toEqual(nothingPlanned)
})
