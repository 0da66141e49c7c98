import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CopiedSecretEvent } from '../../../shared/operations/host.ts'
import type { LockState } from '../../../shared/operations/lock.ts'
import { createEvents } from '../../platform/events.ts'
import type { Presence } from '../../ports.ts'
import { Lock } from './lock.ts'

/** A lock with a clock, user input and clipboard that the test controls. */
function at({
  minutes = 0,
  withSystem = false,
  pausesQueue = false,
  presence = undefined as Presence | undefined,
} = {}) {
  const settings = {
    lockMinutes: minutes as 0,
    lockWithSystem: withSystem,
    pauseQueueWhileLocked: pausesQueue,
    clipboardSeconds: 30,
  }
  const lockStates: LockState[] = []
  const outcomes: CopiedSecretEvent['outcome'][] = []
  const timers = new Set<{ due: number; callback: () => void }>()
  let now = 0
  const lock = new Lock({
    presence,
    settings: () => settings,
    changed: (state) => void lockStates.push(state),
    copiedSecretChanged: ({ outcome }) => void outcomes.push(outcome),
    clock: {
      now: () => now,
      after(milliseconds, callback) {
        const timer = { due: now + milliseconds, callback }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    },
  })
  lock.scheduleIdleCheck()
  function pass(seconds: number): void {
    for (const end = now + seconds * 1000; now < end; now += 1000) {
      for (const timer of [...timers].filter(({ due }) => due <= now)) {
        timers.delete(timer)
        timer.callback()
      }
    }
  }
  return { lock, settings, lockStates, outcomes, timers, pass }
}

function user(idle = () => 0) {
  const clipboard = { text: '', isAccessible: true, clears: true, access: () => {} }
  const presence: Presence = {
    idleSeconds: idle,
    mayLackIdleTime: true,
    knowsScreenLock: () => true,
    confirm: () => undefined,
    clipboard: {
      read: async () => clipboard.text,
      clear() {
        if (clipboard.clears) clipboard.text = ''
      },
      isAccessible: () => clipboard.isAccessible,
      onAccess(listener) {
        clipboard.access = listener
        return () => void (clipboard.access = () => {})
      },
      writeSecret: async (text) => void (clipboard.text = text),
    },
  }
  return { presence, clipboard }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('Lock', () => {
  it('starts unlocked, locks once on request, and unlocks again', async () => {
    const { lock, lockStates } = at()
    expect(lock.state()).toEqual({
      locked: false,
      reason: undefined,
      verifiesUser: false,
      pausesQueue: false,
    })
    lock.lock('by-hand')
    lock.lock('idle')
    expect(lock.state()).toMatchObject({ locked: true, reason: 'by-hand' })
    await lock.unlock()
    await lock.unlock()
    expect(lockStates.map(({ locked }) => locked)).toEqual([true, false])
  })

  it('never locks automatically when auto-lock is off', () => {
    const { lock, timers, pass } = at()
    pass(100_000)
    lock.systemLocked()
    expect(lock.isLocked).toBe(false)
    expect(timers.size).toBe(0)
  })

  it('locks after the configured minutes without activity on the page', () => {
    const { lock, pass } = at({ minutes: 5 })
    pass(290)
    lock.recordActivity()
    pass(290)
    expect(lock.isLocked).toBe(false)
    pass(20)
    expect(lock.state().reason).toBe('idle')
  })

  it("uses the system's idle time if available", () => {
    let idle = 1
    const { lock, pass } = at({ minutes: 1, ...user(() => idle) })
    pass(10)
    idle = 0
    pass(1000)
    expect(lock.isLocked).toBe(false)
    expect(lock.state().lacksSystemInput).toBeUndefined()
    idle = 60
    pass(10)
    expect(lock.isLocked).toBe(true)
  })

  it("falls back to the last activity on the page if the desktop doesn't report idle time", () => {
    const { lock, pass } = at({ minutes: 10, ...user() })
    pass(290)
    expect(lock.state().lacksSystemInput).toBeUndefined()
    pass(50)
    expect(lock.state().lacksSystemInput).toBe(true)
    lock.recordActivity()
    pass(590)
    expect(lock.isLocked).toBe(false)
    pass(20)
    expect(lock.state().reason).toBe('idle')
  })

  it("doesn't lock while somebody types in another program without a pause", () => {
    let idle = 0
    const { lock, pass } = at({ minutes: 1, ...user(() => idle) })
    pass(280)
    expect(lock.isLocked).toBe(false)
    idle = 1
    pass(10)
    idle = 0
    pass(1000)
    expect(lock.isLocked).toBe(false)
  })

  it('never falls back on a system that always reports idle time', () => {
    const { presence } = user()
    const { lock, pass } = at({ minutes: 1, presence: { ...presence, mayLackIdleTime: false } })
    pass(1000)
    expect(lock.isLocked).toBe(false)
    expect(lock.state().lacksSystemInput).toBeUndefined()
  })

  it('applies changed settings, and restarts the idle timer after unlocking', async () => {
    const { lock, settings, timers, pass } = at({ minutes: 5 })
    pass(200)
    Object.assign(settings, { lockMinutes: 0 })
    lock.scheduleIdleCheck()
    expect(timers.size).toBe(0)
    Object.assign(settings, { lockMinutes: 1 })
    lock.scheduleIdleCheck()
    pass(10)
    expect(lock.isLocked).toBe(true)
    expect(timers.size).toBe(0)
    await lock.unlock()
    pass(50)
    expect(lock.isLocked).toBe(false)
    lock.close()
    expect(timers.size).toBe(0)
  })

  it('locks with the system if configured to', () => {
    const { lock } = at({ withSystem: true })
    lock.systemLocked()
    expect(lock.state().reason).toBe('system')
  })

  it('stays locked until the system confirms the user', async () => {
    const { presence } = user()
    let isOwner = false
    presence.confirm = () => async () => isOwner
    const { lock } = at({ presence })
    lock.lock('by-hand')
    expect(lock.state().verifiesUser).toBe(true)
    await expect(lock.unlock()).rejects.toThrow('The system couldn’t confirm your identity.')
    expect(lock.isLocked).toBe(true)
    isOwner = true
    expect((await lock.unlock()).locked).toBe(false)
  })

  it('pauses the queue while locked if configured to', async () => {
    const { lock } = at({ pausesQueue: true })
    expect(lock.state().pausesQueue).toBe(false)
    expect(lock.lock('by-hand').pausesQueue).toBe(true)
    expect((await lock.unlock()).pausesQueue).toBe(false)
  })

  it('copies a secret to the clipboard, and removes it again', async () => {
    expect(await at().lock.copySecret('glpat-secret')).toEqual({ copied: false })
    const { presence, clipboard } = user()
    const { lock } = at({ presence })
    expect(await lock.copySecret('glpat-secret')).toEqual({ copied: true })
    expect(clipboard.text).toBe('glpat-secret')
    lock.lock('by-hand')
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('')
  })

  it('removes a secret if Latchkey was locked before copying finished', async () => {
    const { presence, clipboard } = user()
    const { lock } = at({ presence })
    const copying = lock.copySecret('glpat-secret')
    lock.lock('by-hand')
    await copying
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('')
  })

  it('removes only its own copied secret from the clipboard', async () => {
    const { presence, clipboard } = user()
    for (const [text, left] of [
      ['glpat-secret', ''],
      ['something else', 'something else'],
    ]) {
      const { lock } = at({ presence })
      clipboard.text = text!
      lock.secretCopied(hashOf('glpat-secret'))
      lock.lock('by-hand')
      await new Promise(setImmediate)
      expect(clipboard.text).toBe(left)
    }
  })

  it('removes a secret after the configured time, whether or not Latchkey has the focus', async () => {
    const { presence, clipboard } = user()
    const { lock, outcomes, pass } = at({ presence })
    await lock.copySecret('glpat-secret')
    pass(29)
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('glpat-secret')
    pass(2)
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('')
    expect(outcomes).toEqual(['cleared'])
  })

  it('reports that the user replaced a secret in the meantime', async () => {
    const { presence, clipboard } = user()
    const { lock, outcomes, pass } = at({ presence })
    await lock.copySecret('glpat-secret')
    clipboard.text = 'something else'
    pass(31)
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('something else')
    expect(outcomes).toEqual(['replaced'])
  })

  it('restarts the time when another secret is copied', async () => {
    const { presence, clipboard } = user()
    const { lock, outcomes, pass } = at({ presence })
    await lock.copySecret('glpat-secret')
    pass(20)
    await lock.copySecret('glpat-other')
    pass(20)
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('glpat-other')
    pass(11)
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('')
    expect(outcomes).toEqual(['cleared'])
  })

  it('waits for access to the clipboard, then removes the secret even while locked', async () => {
    const { presence, clipboard } = user()
    const { lock, outcomes } = at({ presence })
    await lock.copySecret('glpat-secret')
    clipboard.isAccessible = false
    lock.lock('idle')
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('glpat-secret')
    expect(outcomes).toEqual(['waiting'])
    clipboard.isAccessible = true
    clipboard.access()
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('')
    expect(outcomes).toEqual(['waiting', 'cleared'])
  })

  it('repeats a removal that had no effect, and reports if none did', async () => {
    const { presence, clipboard } = user()
    const { lock, outcomes, pass } = at({ presence })
    await lock.copySecret('glpat-secret')
    clipboard.clears = false
    lock.lock('by-hand')
    for (let second = 0; second < 5; second += 1) {
      await new Promise(setImmediate)
      pass(2)
    }
    expect(outcomes).toEqual(['waiting'])
    clipboard.clears = true
    clipboard.access()
    await new Promise(setImmediate)
    expect(outcomes).toEqual(['waiting', 'cleared'])
    clipboard.text = 'glpat-secret'
    clipboard.access()
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('glpat-secret')
  })

  it('clears a clipboard that can’t be read, once', async () => {
    const { presence, clipboard } = user()
    const { lock, outcomes } = at({ presence })
    await lock.copySecret('glpat-secret')
    presence.clipboard.read = () => Promise.reject(new Error('busy'))
    lock.lock('by-hand')
    await new Promise(setImmediate)
    expect(clipboard.text).toBe('')
    expect(outcomes).toEqual(['cleared'])
  })

  it('sends only its own events while locked, and delayed notifications afterwards', async () => {
    const { lock } = at()
    const events = createEvents(() => expect.unreachable())
    const receivedEvents: string[] = []
    const on = lock.filterEvents(events.on)
    on('visit', () => receivedEvents.push('visit'))
    on('lock', ({ locked }) => receivedEvents.push(`lock ${locked}`))
    on('notice', ({ title }) => receivedEvents.push(title))
    lock.lock('by-hand')
    events.emit('visit', {})
    events.emit('lock', lock.state())
    const notice = { key: 'k', text: '', visit: {}, onScreen: false }
    for (let at = 0; at < 12; at++) events.emit('notice', { ...notice, title: `notice ${at}` })
    expect(receivedEvents).toEqual(['lock true'])
    await lock.unlock()
    expect(receivedEvents).toHaveLength(11)
    expect(receivedEvents.at(-1)).toBe('notice 11')
    events.emit('visit', {})
    expect(receivedEvents.at(-1)).toBe('visit')
  })
})
