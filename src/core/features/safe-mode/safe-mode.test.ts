import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jsonFile } from '../../infra/files/json-file.ts'
import { SafeMode, type SafeModePorts, StartsFile } from './safe-mode.ts'

let dataFolder: string
/** What waits for the start to go well. */
let settle: (() => void) | undefined
/** What the thread that watches may write, while it watches. */
let watched: Parameters<SafeModePorts['watch']>[0] | undefined
beforeEach(() => void (dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-starts-'))))
afterEach(() => rmSync(dataFolder, { recursive: true }))

const open = () => jsonFile(join(dataFolder, 'starts.json'), StartsFile, () => undefined)

/** A start; the one before it was killed. */
function start(accounts = ['a']): SafeMode {
  settle = watched = undefined
  return new SafeMode({
    file: open(),
    accounts,
    after(_, callback) {
      settle = callback
      return () => void (settle = undefined)
    },
    watch(contents) {
      watched = contents
      return () => void (watched = undefined)
    },
    changed: () => undefined,
  })
}

/** What the thread does when the main one is stuck. */
function getStuck(): void {
  if (watched) open().write(watched.bad)
}

function goOn(): void {
  if (watched) open().write(watched.good)
}

/** Whether safe mode is on after two starts that did this and were then killed. */
function isOnAfter(act: (safeMode: SafeMode) => void): boolean {
  for (let times = 0; times < 2; times += 1) act(start())
  return start().state().on
}

describe('two starts that were killed', () => {
  it('before any answer do not count', () => {
    expect(isOnAfter(() => getStuck())).toBe(false)
  })

  it('while it worked well do not count, however soon after an answer', () => {
    expect(isOnAfter((safeMode) => safeMode.onResponse())).toBe(false)
  })

  it('while an answer kept them busy lead to safe mode', () => {
    const act = (safeMode: SafeMode) => {
      safeMode.onResponse()
      getStuck()
    }
    expect(isOnAfter(act)).toBe(true)
  })

  it('after an answer kept them busy for a while do not count', () => {
    const act = (safeMode: SafeMode) => {
      safeMode.onResponse()
      getStuck()
      goOn()
    }
    expect(isOnAfter(act)).toBe(false)
  })

  it('long after their first answer do not count', () => {
    const act = (safeMode: SafeMode) => {
      safeMode.onResponse()
      settle!()
      safeMode.onResponse()
      getStuck()
    }
    expect(isOnAfter(act)).toBe(false)
  })

  it('without accounts do not count', () => {
    const act = () => {
      start([]).onResponse()
      getStuck()
    }
    for (let times = 0; times < 2; times += 1) act()
    expect(start().state()).toEqual({ on: false })
  })
})

it('resets the count after a good start', () => {
  for (const end of [getStuck, () => settle!(), getStuck]) {
    start().onResponse()
    end()
  }
  expect(start().state()).toEqual({ on: false })
})

it('a start that was continued and killed while all was well does not begin in safe mode again', () => {
  isOnAfter((safeMode) => {
    safeMode.onResponse()
    getStuck()
  })
  const safeMode = start()
  safeMode.leave()
  safeMode.onResponse()
  expect(start().state()).toEqual({ on: false })
})

it('a start that was continued and ended by an answer begins in safe mode again', () => {
  isOnAfter((safeMode) => {
    safeMode.onResponse()
    getStuck()
  })
  const safeMode = start()
  expect(safeMode.state()).toEqual({ on: true })
  safeMode.leave()
  safeMode.onResponse()
  getStuck()
  expect(start().state()).toEqual({ on: true })
})

it('does not count an error before any answer', () => {
  const act = (safeMode: SafeMode) => {
    safeMode.onCrash()
    safeMode.close()
  }
  expect(isOnAfter(act)).toBe(false)
})

it('counts an error some time after an answer', () => {
  const act = (safeMode: SafeMode) => {
    safeMode.onResponse()
    safeMode.onCrash()
    goOn()
    safeMode.close()
  }
  expect(isOnAfter(act)).toBe(true)
})
