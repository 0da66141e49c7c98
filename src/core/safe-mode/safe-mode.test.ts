import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jsonFile } from '../data/json-file.ts'
import { SafeMode, StartsFile } from './safe-mode.ts'

let dataFolder: string
beforeEach(() => void (dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-starts-'))))
afterEach(() => rmSync(dataFolder, { recursive: true }))

describe('a process that is killed', () => {
  let waiting: (() => void)[]
  beforeEach(() => void (waiting = []))
  const begin = (accounts = ['a']) =>
    new SafeMode({
      file: jsonFile(join(dataFolder, 'starts.json'), StartsFile, () => undefined),
      accounts,
      after(_, callback) {
        waiting.push(callback)
        return () => undefined
      },
      changed: () => undefined,
    })
  it('ended badly, unless it went on for a while after its first answers', () => {
    begin()
    begin().answered()
    expect(begin().state()).toEqual({ on: true })
    waiting.forEach((settle) => settle())
    expect(begin().state()).toEqual({ on: false })
  })

  it('without accounts says nothing of any instance', () => {
    for (let times = 0; times < 3; times += 1) begin([]).answered()
    expect(begin().state()).toEqual({ on: false })
  })
})
