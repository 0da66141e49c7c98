import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { user } from '../../shared/gitlab/current-user.ts'
import { moderation, twoFactor } from '../../shared/gitlab/moderation.ts'
import { anyTokens } from '../../shared/gitlab/any-tokens.ts'
import { impersonationTokens, personalAccessTokens } from '../../shared/gitlab/tokens.ts'
import { users } from '../../shared/gitlab/users.ts'
import { type CappedAction, ceilingDayMs, raiseDelayMs } from '../../shared/rules/ceilings.ts'
import { FailureError } from '../platform/failure.ts'
import { jsonFile } from '../platform/files/json-file.ts'
import type { ManagedPolicy, Policy } from '../platform/policy/policy.ts'
import { noPolicy } from '../platform/policy/policy.ts'
import { testFolder } from '../testing/folder.ts'
import { Ceilings } from './ceilings.ts'
import { LimitsFile } from './limits-file.ts'

const instance = 'https://gitlab.example.com'
const noon = Date.UTC(2026, 4, 4, 12)

let folder: string
/** This computer's clock and the time since it was started, in ms. */
let clock: number
let uptime: number
let ceilings: Ceilings

function open(values: Policy = {}): Ceilings {
  const policy: ManagedPolicy = { ...noPolicy, values }
  const file = jsonFile(join(folder, 'limits.json'), LimitsFile, () => undefined)
  return (ceilings = new Ceilings({ file, policy, now: () => clock, uptime: () => uptime }))
}

/** Lets time pass, which an instance's next response shows. */
function pass(milliseconds: number): void {
  clock += milliseconds
  uptime += milliseconds
}

beforeEach(() => {
  folder = testFolder()
  clock = noon
  uptime = 0
  open()
  ceilings.noteDate(instance, noon)
})

const remove = (id: number) => ceilings.take(instance, users.remove, { id })

/** How many more users can be deleted before one is refused. */
function deleteAll(first = 1): number {
  for (let id = first; ; id += 1) {
    try {
      remove(id)
    } catch (error) {
      if (error instanceof FailureError) return id - first
      throw error
    }
  }
}

describe('a ceiling', () => {
  it('allows 100 deletions a day by default, and says when there are more', () => {
    expect(deleteAll()).toBe(100)
    expect(ceilings.refusalOf(instance, 'delete', { wanted: 30 })).toMatchObject({
      kind: 'conflict',
      reason: 'ceiling',
      message: { values: { limit: 100, host: 'gitlab.example.com', over: 30 } },
      hint: { id: 'limits.waitHint', values: { left: 0, free: noon + ceilingDayMs } },
    })
    pass(ceilingDayMs)
    expect(deleteAll(500)).toBe(100)
  })

  it('counts a user once, however often the action is sent', () => {
    const policy = { ceilings: { delete: 2 } }
    open(policy).noteDate(instance, noon)
    for (let attempt = 0; attempt < 5; attempt += 1) remove(1)
    expect(ceilings.get(instance, 'delete')).toMatchObject({ used: 1, left: 1 })
  })

  it('is for one instance', () => {
    deleteAll()
    expect(() => ceilings.take('https://other.example', users.remove, { id: 1 })).not.toThrow()
  })

  it('doesn’t count what is taken back', () => {
    const takeBack = remove(1)
    takeBack()
    expect(ceilings.get(instance, 'delete').used).toBe(0)
    remove(2)
    remove(2)()
    expect(ceilings.get(instance, 'delete').used).toBe(1)
  })

  it('stores nothing about actions without one', () => {
    ceilings.take(instance, moderation.ban, { id: 1 })
    ceilings.take(instance, moderation.block, { id: 1 })
    expect(ceilings.get(instance, 'ban')).toMatchObject({ limit: null, used: 0 })
  })

  it.each([
    ['ban', moderation.ban, { id: 1 }],
    ['deactivate', moderation.deactivate, { id: 1 }],
    ['disable_two_factor', twoFactor.disable, { id: 1 }],
    ['remove_admin', users.modify, { id: 1, admin: false }],
    ['revoke_tokens', impersonationTokens.revoke, { user_id: 1, impersonation_token_id: 2 }],
    ['revoke_tokens', personalAccessTokens.revoke, { token_id: 2 }],
    ['revoke_tokens', anyTokens.revoke, { token: 'glptt-x' }],
    ['view_as', user.get, { sudo: 1 }],
  ] as const)('forbids the action if it is 0: %s', (action, endpoint, input) => {
    open({ ceilings: { [action]: 0 } as Record<CappedAction, number> })
    expect(() => ceilings.take(instance, endpoint, input)).toThrow(FailureError)
  })

  it('doesn’t stop other changes by the same endpoints', () => {
    open({ ceilings: { remove_admin: 0, view_as: 0 } })
    ceilings.take(instance, users.modify, { id: 1, admin: true })
    ceilings.take(instance, users.modify, { id: 1, name: 'Ines' })
    ceilings.take(instance, user.get, {})
  })
})

describe('a day', () => {
  it('doesn’t start again with a restart', () => {
    deleteAll()
    open().noteDate(instance, noon)
    expect(deleteAll(500)).toBe(0)
  })

  it('doesn’t end when this computer’s clock is set, with or without a response', () => {
    deleteAll()
    clock += ceilingDayMs
    expect(deleteAll(500)).toBe(0)
    open()
    expect(deleteAll(500)).toBe(0)
    clock -= 3 * ceilingDayMs
    open()
    expect(deleteAll(500)).toBe(0)
    ceilings.noteDate(instance, noon)
    expect(deleteAll(500)).toBe(0)
  })

  it('ends without a response once Latchkey has run that long', () => {
    deleteAll()
    open()
    pass(ceilingDayMs)
    expect(deleteAll(500)).toBe(100)
  })

  it('follows the instance’s clock', () => {
    deleteAll()
    ceilings.noteDate(instance, noon + ceilingDayMs)
    expect(deleteAll(500)).toBe(100)
  })
})

describe('a changed ceiling', () => {
  it('applies after an hour if it is higher', () => {
    ceilings.set(instance, 'delete', 150)
    expect(ceilings.get(instance, 'delete')).toMatchObject({
      limit: 100,
      raise: { limit: 150, at: noon + raiseDelayMs },
    })
    expect(deleteAll()).toBe(100)
    clock += raiseDelayMs
    open().noteDate(instance, noon + raiseDelayMs - 1)
    expect(ceilings.get(instance, 'delete').limit).toBe(100)
    pass(1)
    expect(ceilings.get(instance, 'delete')).toEqual({ limit: 150, used: 100, left: 50 })
  })

  it('applies at once if it is lower, and cancels a raise', () => {
    ceilings.set(instance, 'delete', null)
    ceilings.set(instance, 'delete', 5)
    expect(ceilings.get(instance, 'delete')).toEqual({ limit: 5, used: 0, left: 5 })
    pass(raiseDelayMs)
    expect(ceilings.get(instance, 'delete').limit).toBe(5)
  })

  it('can be none', () => {
    ceilings.set(instance, 'delete', null)
    pass(raiseDelayMs)
    expect(ceilings.get(instance, 'delete').limit).toBe(null)
  })

  it('applies at once if the company allows that', () => {
    open({ raiseCeilingsAtOnce: true })
    ceilings.set(instance, 'delete', 150)
    expect(ceilings.get(instance, 'delete').limit).toBe(150)
  })

  it('is at most the company’s', () => {
    open({ organization: 'Tidewater', ceilings: { delete: 20 }, raiseCeilingsAtOnce: true })
    expect(ceilings.get(instance, 'delete')).toMatchObject({ limit: 20, highest: 20 })
    for (const limit of [21, null])
      expect(() => ceilings.set(instance, 'delete', limit)).toThrow(FailureError)
    ceilings.set(instance, 'delete', 10)
    expect(ceilings.get(instance, 'delete').limit).toBe(10)
  })

  it('gives way to a company’s that is lower', () => {
    open({ raiseCeilingsAtOnce: true })
    ceilings.set(instance, 'delete', null)
    open({ ceilings: { delete: 20 } })
    expect(ceilings.get(instance, 'delete').limit).toBe(20)
  })
})
