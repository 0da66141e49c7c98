import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jsonFile } from '../data/json-file.ts'
import { SafeMode, StartsFile } from './safe-mode.ts'

let dataFolder: string
let clock: number
let processorMs: number
/** How often the mark was written. */
let writes: number
let timers: { at: number; callback: () => void }[]
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-starts-'))
  clock = processorMs = writes = 0
})
afterEach(() => rmSync(dataFolder, { recursive: true }))

/** A start; the one before it was killed. */
function start(accounts = ['a']): SafeMode {
  timers = []
  const file = jsonFile(join(dataFolder, 'starts.json'), StartsFile, () => undefined)
  return new SafeMode({
    file: {
      ...file,
      read: () => file.read(),
      remove: () => file.remove(),
      keep(value) {
        writes += 1
        file.keep(value)
      },
    },
    accounts,
    after(milliseconds, callback) {
      const timer = { at: clock + milliseconds, callback }
      timers.push(timer)
      return () => void (timers = timers.filter((one) => one !== timer))
    },
    processorMs: () => processorMs,
    changed: () => undefined,
  })
}

/** Lets time pass in which nothing comes; each half second takes so much of the processor. */
function pass(milliseconds: number, processor = 0): void {
  for (const end = clock + milliseconds; clock < end; clock += 100) {
    processorMs += processor / 5
    const due = timers.filter(({ at }) => at <= clock)
    timers = timers.filter(({ at }) => at > clock)
    due.forEach(({ callback }) => callback())
  }
}

/** Whether safe mode is on after two starts that did this and were then killed. */
function isOnAfter(act: (safeMode: SafeMode) => void): boolean {
  for (let times = 0; times < 2; times += 1) act(start())
  return start().state().on
}

describe('two starts that were killed', () => {
  it('before anything was answered count nothing', () => {
    expect(isOnAfter(() => pass(3_000))).toBe(false)
  })

  it('while they had nothing to do count nothing, however soon after an answer', () => {
    const act = (safeMode: SafeMode) => {
      safeMode.came()
      pass(1_500)
    }
    expect(isOnAfter(act)).toBe(false)
  })

  it('with an answer just in lead to safe mode', () => {
    expect(isOnAfter((safeMode) => safeMode.came())).toBe(true)
  })

  it('by what they computed after an answer lead to safe mode', () => {
    const act = (safeMode: SafeMode) => {
      safeMode.came()
      pass(5_000, 400)
    }
    expect(isOnAfter(act)).toBe(true)
  })

  it('by a later answer lead to safe mode', () => {
    const act = (safeMode: SafeMode) => {
      safeMode.came()
      pass(5_000)
      safeMode.came()
    }
    expect(isOnAfter(act)).toBe(true)
  })

  it('more than 15 seconds after their first answer count nothing', () => {
    const act = (safeMode: SafeMode) => {
      safeMode.came()
      pass(16_000, 400)
      safeMode.came()
    }
    expect(isOnAfter(act)).toBe(false)
  })

  it('after an answer to an action of the queue count nothing, however soon', () => {
    const act = (safeMode: SafeMode) => {
      safeMode.came()
      safeMode.progressed()
      safeMode.came()
    }
    expect(isOnAfter(act)).toBe(false)
  })

  it('without accounts say nothing of any instance', () => {
    for (let times = 0; times < 2; times += 1) start([]).came()
    expect(start().state()).toEqual({ on: false })
  })
})

it('writes a single mark for answers that come close together', () => {
  const safeMode = start()
  for (let answers = 0; answers < 50; answers += 1) {
    safeMode.came()
    pass(100)
  }
  expect(writes).toBe(1)
})

it('a start that was continued and killed before any answer does not begin in safe mode again', () => {
  isOnAfter((safeMode) => safeMode.came())
  start().leave()
  expect(start().state()).toEqual({ on: false })
})

it('a start that was continued and ended by an answer begins in safe mode again', () => {
  isOnAfter((safeMode) => safeMode.came())
  const safeMode = start()
  safeMode.leave()
  safeMode.came()
  expect(start().state()).toEqual({ on: true })
})

it('an error before any answer says nothing of any instance', () => {
  const act = (safeMode: SafeMode) => {
    safeMode.crashed()
    safeMode.close()
  }
  expect(isOnAfter(act)).toBe(false)
})

it('an error some seconds after an answer counts, although there was nothing to do before it', () => {
  const act = (safeMode: SafeMode) => {
    safeMode.came()
    pass(5_000)
    safeMode.crashed()
    pass(2_000)
    safeMode.close()
  }
  expect(isOnAfter(act)).toBe(true)
})

it('an error counts although the queue goes on after it', () => {
  const act = (safeMode: SafeMode) => {
    safeMode.came()
    safeMode.crashed()
    safeMode.progressed()
  }
  expect(isOnAfter(act)).toBe(true)
})
