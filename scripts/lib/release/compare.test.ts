import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDifferences, hashFiles } from './compare.ts'

let work: string
beforeEach(() => void (work = mkdtempSync(join(tmpdir(), 'latchkey-compare-'))))
afterEach(() => rmSync(work, { recursive: true }))

function build(name: string, files: Record<string, string>): Map<string, string> {
  const folder = join(work, name)
  mkdirSync(join(folder, 'deep'), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return hashFiles(folder)
}

it('returns nothing for equal builds', () => {
  const files = { 'a.js': 'same', 'deep/b.js': 'same too' }
  expect(findDifferences(build('one', files), build('two', files))).toEqual([])
})

it('returns files that differ or exist in only one build', () => {
  const one = build('one', { 'same.js': '', 'deep/built-at.js': '1', 'only-one.js': '' })
  const two = build('two', { 'same.js': '', 'deep/built-at.js': '2', 'only-two.js': '' })
  expect(findDifferences(one, two)).toEqual([
    join('deep', 'built-at.js'),
    'only-one.js',
    'only-two.js',
  ])
})
