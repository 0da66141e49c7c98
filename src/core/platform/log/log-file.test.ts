import { chmodSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openLogFile } from './log-file.ts'
import { testFolder } from '../../testing/folder.ts'

let root: string
let folder: string
beforeEach(() => {
  root = testFolder()
  folder = join(root, 'logs')
})

describe('log file', () => {
  it('is readable only by its owner and continues after a restart', () => {
    for (const line of ['one', 'two']) {
      const file = openLogFile(folder)
      file.write(line)
      file.close()
    }
    expect(readFileSync(join(folder, 'latchkey.log'), 'utf8')).toBe('one\ntwo\n')
    if (process.platform === 'win32') return
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'latchkey.log')).mode & 0o777).toBe(0o600)
  })

  it('rotates and deletes the oldest file', () => {
    const file = openLogFile(folder, { bytes: 100, files: 3 })
    for (let line = 1; line <= 100; line += 1) file.write(`line ${line}`)
    const names = readdirSync(folder).toSorted()
    expect(names).toEqual(['latchkey.log', 'latchkey.log.1', 'latchkey.log.2'])
    for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(100)
    expect(file.tail(15)).toEqual(Array.from({ length: 15 }, (_, nth) => `line ${86 + nth}`))
    expect(file.tail(1000).length).toBeLessThan(40)
    file.close()
  })

  it('can be cleared and written again', () => {
    const file = openLogFile(folder, { bytes: 20 })
    for (let line = 1; line <= 10; line += 1) file.write(`line ${line}`)
    file.clear()
    expect(readdirSync(folder)).toEqual([])
    file.write('anew')
    expect(file.tail(9)).toEqual(['anew'])
    file.close()
  })

  it('never throws if nothing can be written', () => {
    writeFileSync(folder, 'a file where the folder should be')
    const file = openLogFile(folder)
    expect(() => file.write('lost')).not.toThrow()
    expect(file.tail(5)).toEqual([])
    chmodSync(folder, 0o600)
  })
})
