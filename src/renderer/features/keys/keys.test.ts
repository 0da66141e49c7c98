import { expect, it } from 'vitest'
import { foundKeys } from './same-keys.ts'

it('joins the same key of several files', () => {
  const key = (fingerprint: string, file: string, rank = 0) => ({ fingerprint, file, rank })
  const keys = [key('A', 'a'), key('B', 'b'), key('A', 'c', 1), key('A', 'd'), key('A', 'c')]
  expect(foundKeys(keys, ({ rank }) => rank)).toEqual([
    { key: keys[2], also: ['a', 'd'] },
    { key: keys[1], also: [] },
  ])
})
