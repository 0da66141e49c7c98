import { expect, it } from 'vitest'
import { threeWay } from './three-way.ts'

const same = (_name: string, a: unknown, b: unknown) => (a ?? '') === (b ?? '')

it.each([
  ['unchanged', 'a', 'a', 'a', []],
  ['changed only by me', 'a', 'b', 'a', ['mine']],
  ['changed only by others', 'a', 'a', 'c', ['theirs']],
  ['changed by both to different values', 'a', 'b', 'c', ['conflicts']],
  ['changed by both to the same value', 'a', 'b', 'b', []],
  ['cleared by me and filled by others', 'a', '', 'c', ['conflicts']],
  ['filled by me and missing on the instance', null, 'b', undefined, ['mine']],
] as const)('classifies a field that is %s', (_title, base, mine, theirs, expected) => {
  const compared = threeWay({ note: base }, { note: mine }, { note: theirs }, same)
  const changes = Object.entries(compared).filter(([, names]) => names.length > 0)
  expect(changes).toEqual(expected.map((kind) => [kind, ['note']]))
})

it('compares each field separately, including those in only one version', () => {
  const base = { name: 'Maya', note: 'original', bio: '' }
  const mine = { ...base, note: 'mine', bio: 'Hello' }
  const theirs = { ...base, note: 'LEGAL HOLD', location: 'Malmö' }
  expect(threeWay(base, mine, theirs, same)).toEqual({
    mine: ['bio'],
    theirs: ['location'],
    conflicts: ['note'],
  })
})
