import { expect, it } from 'vitest'
import { missingIn } from './use-expiry-calendar.ts'

const failed = (message: string) => ({ failure: { message } })

it.each([
  [[], [], []],
  [[failed('Offline.')], [], ['It’s incomplete: Offline.']],
  [
    [failed('Offline.'), failed('Forbidden.')],
    ['a'],
    [
      'It’s incomplete: 2 requests failed. The first error: Offline.',
      'For 1 account, only tokens created in Latchkey are included.',
    ],
  ],
])('a calendar without %j and tokens of %j has a warning', (failures, unlisted, texts) =>
  expect(missingIn({ failures, unlisted })).toEqual(texts),
)
