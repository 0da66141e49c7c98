import { expect, it } from 'vitest'
import { mergeCopies } from './use-local-keys.ts'

it('merges copies of a key from several files', () => {
  const key = (fingerprint: string, file: string, rank = 0) => ({
    localKeyId: `${fingerprint} in ${file}`,
    fingerprint,
    file,
    rank,
  })
  const keys = [key('A', 'a'), key('B', 'b'), key('A', 'c', 1), key('A', 'd'), key('A', 'c')]
  expect(mergeCopies(keys, ({ rank }) => rank)).toEqual([
    { key: keys[2], otherFiles: ['a', 'd'], addedIds: [] },
    { key: keys[1], otherFiles: [], addedIds: [] },
  ])
})

it('lists a key’s copies only if all of them were added by hand', () => {
  const key = (localKeyId: string, isAdded: boolean) => ({
    localKeyId,
    fingerprint: 'A',
    file: localKeyId,
    isAdded,
  })
  const idsOf = (...keys: ReturnType<typeof key>[]) => mergeCopies(keys, () => 0)[0]!.addedIds
  expect(idsOf(key('a', true), key('b', true))).toEqual(['a', 'b'])
  expect(idsOf(key('a', true), key('b', false))).toEqual([])
})
