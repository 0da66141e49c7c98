import { expect, it } from 'vitest'
import { momentWords } from '../../ui/time/moments.ts'
import { ageWords, isNotLoaded, isOnlyCutOff, readingWords } from './sync-messages.ts'

const now = new Date(2026, 4, 1, 12, 0).getTime()
const asOf = new Date(2026, 4, 1, 9, 5).getTime()

it('says what is being read', () => {
  expect(readingWords({ known: 1200, reading: 'everybody' }, now)).toMatch(/1.?200 people so far/)
  expect(readingWords({ known: 60, asOf, reading: 'changes' }, now)).toBe(
    `Reading who changed since ${momentWords(asOf, now)}.`,
  )
  expect(readingWords({ known: 60, came: 40, asOf, reading: 'everybody' }, now)).toContain(
    'Reading everybody again: 40 of about 60 people.',
  )
})

it('says how old a copy is, and that a part is a part', () => {
  expect(ageWords({ asOf }, now)).toContain(`What is shown is from ${momentWords(asOf, now)}`)
  expect(ageWords({}, now)).toContain('only a part')
})

it('knows a list of which nobody was loaded from an empty or a partial one', () => {
  expect(isNotLoaded({ known: 0 })).toBe(true)
  expect(isNotLoaded({ known: 5 })).toBe(false)
  expect(isNotLoaded({ known: 0, asOf })).toBe(false)
})

it('takes being cut off for no alarm, and everything else for one', () => {
  const kinds = ['offline', 'timeout', 'not-the-service', 'forbidden', 'rate-limited'] as const
  const quiet = kinds.filter((kind) => isOnlyCutOff({ kind, message: '' }))
  expect(quiet).toEqual(['offline', 'timeout', 'not-the-service'])
})
