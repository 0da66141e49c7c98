import { expect, it } from 'vitest'
import { formatBytes } from './leftover-messages.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_540, '1.5 kB'],
  [20_600, '21 kB'],
  [3_000_000, '3 MB'],
  [2_400_000_000, '2.4 GB'],
  [5e12, '5,000 GB'],
])('formats %d as %s', (bytes, words) => {
  expect(formatBytes(bytes, 'en')).toBe(words)
})
