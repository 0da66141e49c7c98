import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { emptyReport, writeReport } from './report-file.ts'
import { testFolder } from '../../testing/folder.ts'

let folder: string
beforeEach(() => void (folder = testFolder()))

const report = emptyReport('1.2.3', true)

describe('self-test report', () => {
  it('contains the kernel version without a custom suffix', () => {
    const release = vi.spyOn(os, 'release').mockReturnValue('6.12.3-ada-laptop+')
    syncBuiltinESMExports()
    onTestFinished(() => {
      release.mockRestore()
      syncBuiltinESMExports()
    })
    expect(emptyReport('1.2.3', true).system).toBe(`${process.platform} 6.12.3`)
  })

  it('can replace a missing file, an empty file, or an earlier report', () => {
    const file = join(folder, 'report.json')
    writeReport(file, { ...report, ok: true })
    writeReport(file, report)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(report)
    writeFileSync(file, '')
    writeReport(file, report)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(report)
  })

  it.each(['-----BEGIN KEY-----', '{}', 'null', '[]', '{"checks":[]}'])(
    'never overwrites another file: %j',
    (text) => {
      const file = join(folder, 'mine')
      writeFileSync(file, text)
      expect(() => writeReport(file, report)).toThrow('isn’t a self-test report')
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('rejects a folder, and a file in a missing folder', () => {
    mkdirSync(join(folder, 'folder'))
    expect(() => writeReport(join(folder, 'folder'), report)).toThrow('isn’t a self-test report')
    expect(() => writeReport(join(folder, 'no/report.json'), report)).toThrow(
      'the folder no longer exists. Choose another file.',
    )
  })

  it.skipIf(process.platform === 'win32')("doesn't wait for a named pipe", () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(() => writeReport(join(folder, 'pipe'), report)).toThrow('isn’t a self-test report')
  })
})
