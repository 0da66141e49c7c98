import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type UnformattedFailure, type FailureError, formatFailure } from '../failure.ts'
import { jsonFile } from './json-file.ts'
import { asNobody } from './testing/as-nobody.ts'
import { fillDisk } from './testing/full-disk.ts'
import { testFolder } from '../../testing/folder.ts'

let folder: string
let path: string
let logged: string[]
let unsaved: UnformattedFailure[]
beforeEach(() => {
  folder = testFolder()
  path = join(folder, 'names.json')
  logged = []
  unsaved = []
})

const Shape = z.object({ names: z.array(z.string()).default([]) })
const open = () =>
  jsonFile(
    path,
    Shape,
    (message) => logged.push(message),
    (failure) => unsaved.push(failure),
  )
const backups = () => readdirSync(folder).filter((name) => /^names\.json\.broken-\d+$/.test(name))

describe('document', () => {
  it('survives a restart and is readable only by its owner', () => {
    expect(open().read()).toEqual({ names: [] })
    open().write({ names: ['a'] })
    expect(open().read()).toEqual({ names: ['a'] })
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('can start with a byte order mark', () => {
    writeFileSync(path, '\uFEFF{ "names": ["a"] }')
    expect(open().read()).toEqual({ names: ['a'] })
    expect(logged).toEqual([])
  })

  it('is neither read nor overwritten if it is too large', () => {
    const text = `{"names":[${'0,'.repeat(3_000_000)}0]}`
    writeFileSync(path, text)
    const document = open()
    expect(document.read()).toEqual({ names: [] })
    expect(() => document.write({ names: ['a'] })).toThrow(
      `Couldn’t read ${path}: it is larger than any file that Latchkey writes there.`,
    )
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('is empty after being removed', () => {
    const document = open()
    document.write({ names: ['a'] })
    document.remove()
    expect(readdirSync(folder)).toEqual([])
    expect(document.read()).toEqual({ names: [] })
    document.remove()
  })

  it('can be prepared, then committed or canceled', () => {
    const document = open()
    document.write({ names: ['a'] })
    document.prepare({ names: ['b'] }).cancel()
    expect(document.read()).toEqual({ names: ['a'] })
    expect(readdirSync(folder)).toEqual(['names.json'])
    document.prepare({ names: ['c'] }).commit()
    expect(document.read()).toEqual({ names: ['c'] })
    expect(open().read()).toEqual({ names: ['c'] })
  })
})

describe('malformed document', () => {
  const whole = '{"names": ['
  const inPart = '{"names": ["a", 7, "b"]}'

  it.each([whole, inPart])("isn't changed by reading: %s", (text) => {
    writeFileSync(path, text)
    open().read()
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['names.json'])
    expect(logged).toEqual([expect.stringContaining('could not be parsed')])
  })

  it.each([whole, inPart, 'null', '7'])('counts as invalid, with the defaults: %s', (text) => {
    writeFileSync(path, text)
    expect(open().read()).toEqual({ names: [] })
    expect(open().isInvalid()).toBe(true)
  })

  it.each([whole, inPart])('is set aside once when overwritten: %s', (text) => {
    writeFileSync(path, text)
    const document = open()
    document.write({ names: ['c'] })
    document.write({ names: ['d'] })
    expect(backups()).toHaveLength(1)
    expect(readFileSync(join(folder, backups()[0]!), 'utf8')).toBe(text)
    expect(open().read()).toEqual({ names: ['d'] })
  })
})

describe.runIf(process.platform !== 'win32')('unreadable document', () => {
  const obstructions = {
    'a folder': () => mkdirSync(path),
    'a broken link': () => symlinkSync(join(folder, 'gone', 'names.json'), path),
    'missing permission': () => {
      writeFileSync(path, '{"names": ["a"]}', { mode: 0 })
      chmodSync(folder, 0o777)
    },
  }

  it.each(Object.entries(obstructions))('is kept and reported by file name: %s', (_, make) => {
    make()
    asNobody(() => {
      const document = open()
      expect(document.read()).toEqual({ names: [] })
      expect(document.read()).toEqual({ names: [] })
      expect(logged).toEqual(['A document cannot be read.'])
      for (const act of [() => document.assertReadable(), () => document.write({ names: ['b'] })]) {
        expect(act).toThrow(`Couldn’t read ${path}: `)
      }
      document.saveOrReport({ names: ['b'] })
      const [failure] = unsaved.map(formatFailure)
      expect(failure!.message).toContain(path)
      expect(failure!.hint).toMatch(new RegExp(`${path}( away|, or remove the link)?\\.$`))
    })
    expect(readdirSync(folder)).toEqual(['names.json'])
  })

  it('is not overwritten with the defaults', () => {
    writeFileSync(path, '{"names": ["a"]}', { mode: 0 })
    chmodSync(folder, 0o777)
    const document = open()
    const readWhileDenied = asNobody(() => document.read())
    expect(() => document.write({ names: [...readWhileDenied.names, 'b'] })).toThrow(
      'Couldn’t read',
    )
    expect(document.read()).toEqual({ names: ['a'] })
    document.write({ names: [...document.read().names, 'b'] })
    expect(open().read()).toEqual({ names: ['a', 'b'] })
  })
})

describe('document that cannot be saved', () => {
  it('is kept unchanged, and the reason is reported', () => {
    const document = open()
    document.write({ names: ['a'] })
    rmSync(path)
    mkdirSync(path)
    expect(() => document.write({ names: ['b'] })).toThrow(
      'Couldn’t save names.json on this computer: there is a folder in its place.',
    )
    expect(document.read()).toEqual({ names: ['a'] })
    rmSync(folder, { recursive: true })
    expect(() => document.write({ names: ['b'] })).toThrow('the folder no longer exists')
    mkdirSync(folder)
  })

  describe.runIf(process.platform === 'linux')('on a full disk', () => {
    it('is kept unchanged, and the failure includes its folder', () => {
      const document = open()
      document.write({ names: ['a'] })
      fillDisk(folder, 'names.json')
      expect(failureOf(() => document.write({ names: ['b'] }))).toEqual({
        kind: 'unexpected',
        message: 'Couldn’t save names.json on this computer: the disk is full.',
        hint: `Free up space for ${folder}. Then try again.`,
      })
      expect(document.read()).toEqual({ names: ['a'] })
      expect(open().read()).toEqual({ names: ['a'] })
    })

    it('keeps the new value in memory, and the failure is reported', () => {
      const document = open()
      document.write({ names: ['a'] })
      const makeRoom = fillDisk(folder, 'names.json')
      document.saveOrReport({ names: ['b'] })
      expect(document.read()).toEqual({ names: ['b'] })
      expect(open().read()).toEqual({ names: ['a'] })
      expect(unsaved.map(formatFailure)).toEqual([
        {
          kind: 'unexpected',
          message: 'Couldn’t save names.json on this computer: the disk is full.',
          hint: `Your changes on GitLab aren’t affected. Free up space for ${folder}.`,
        },
      ])
      expect(logged).toEqual(['A document could not be saved.'])
      makeRoom()
      document.saveOrReport({ names: [...document.read().names, 'c'] })
      expect(open().read()).toEqual({ names: ['b', 'c'] })
      expect(unsaved).toHaveLength(1)
    })
  })
})

/** The formatted failure that is thrown. */
function failureOf(act: () => void) {
  try {
    act()
  } catch (error) {
    return formatFailure((error as FailureError).failure)
  }
  return undefined
}
