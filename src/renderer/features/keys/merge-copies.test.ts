import { expect, it } from 'vitest'
import { mergeCopies } from './merge-copies.ts'

it('merges copies of a key from several files', () => {
  const key = (fingerprint: string, file: string, rank = 0) => ({ fingerprint, file, rank })
  const keys = [key('A', 'a'), key('B', 'b'), key('A', 'c', 1), key('A', 'd'), key('A', 'c')]
  expect(mergeCopies(keys, ({ rank }) => rank)).toEqual([
    { key: keys[2], otherFiles: ['a', 'd'], copies: [keys[0], keys[2], keys[3], keys[4]] },
    { key: keys[1], otherFiles: [], copies: [keys[1]] },
  ])
})
