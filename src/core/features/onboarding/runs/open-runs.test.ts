import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FailureError } from '../../../infra/failure.ts'
import { openRuns } from './open-runs.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-runs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function messageOf(path: string): string {
  try {
    openRuns(path).close()
    return ''
  } catch (error) {
    return (error as FailureError).message
  }
}

it('keeps a damaged file, and says where it is', () => {
  const path = join(folder, 'onboarding.db')
  writeFileSync(path, 'no database at all, but longer than a header of one would be'.repeat(20))
  const before = readFileSync(path)
  expect(messageOf(path)).toBe(`The file of onboarding runs is damaged: ${path}`)
  expect(readFileSync(path)).toEqual(before)
})

it('opens a file again', () => {
  const path = join(folder, 'onboarding.db')
  expect(messageOf(path)).toBe('')
  expect(messageOf(path)).toBe('')
})

it('says that a file can’t be written', () => {
  const path = join(folder, 'onboarding.db')
  mkdirSync(path)
  expect(messageOf(path)).toBe('Couldn’t save the run on this computer.')
})
