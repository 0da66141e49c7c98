import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  characterStart,
  charactersOf,
  codePointLength,
  shorten,
  truncate,
  truncateStart,
} from './text-length.ts'

const unitsOf = ({ length }: string) => length
const family = '👩‍👩‍👧'
const characters = ['a', ' ', 'é', '🌴', family, '🇨🇦', '👍🏽', 'e\u0301', '각', 'क्षि', '\r\n']
const words = fc.array(fc.constantFrom(...characters), { maxLength: 12 })
const measure = fc.constantFrom(codePointLength, unitsOf)

/** As many of the first characters as fit. */
function fitting(parts: readonly string[], limit: number, lengthOf: (text: string) => number) {
  const count = parts.findIndex((_, index) => lengthOf(parts.slice(0, index + 1).join('')) > limit)
  return count < 0 ? [...parts] : parts.slice(0, count)
}

it('counts an emoji of two UTF-16 units once', () => {
  expect(codePointLength('🌴🌴')).toBe(2)
})

it('keeps as many whole characters as fit, at the start or the end', () => {
  fc.assert(
    fc.property(words, fc.nat({ max: 30 }), measure, (parts, limit, lengthOf) => {
      const text = parts.join('')
      const all = [...charactersOf(text)]
      expect(all.join('')).toBe(text)
      const start = fitting(all, limit, lengthOf)
      const end = fitting(all.toReversed(), limit, lengthOf).toReversed()
      // Otherwise, a single character is too long, and is split.
      if (start.length > 0) expect(truncate(text, limit, lengthOf)).toBe(start.join(''))
      if (end.length > 0) expect(truncateStart(text, limit, lengthOf)).toBe(end.join(''))
      expect(lengthOf(truncate(text, limit, lengthOf))).toBeLessThanOrEqual(limit)
      expect(lengthOf(truncateStart(text, limit, lengthOf))).toBeLessThanOrEqual(limit)
    }),
    { numRuns: 500 },
  )
})

it('splits characters as users see them', () => {
  for (const character of characters)
    expect([...charactersOf(`🌴${character}x`)]).toEqual(['🌴', character, 'x'])
})

it('stays within the limit if a single character is longer', () => {
  const long = `a${'\u0301'.repeat(100)}`
  expect(truncate(long, 10)).toBe(long.slice(0, 10))
  expect(truncateStart(long, 5)).toBe('\u0301'.repeat(5))
  expect(truncate(`🌴${'\u{E0020}'.repeat(10)}`, 5, unitsOf)).toBe('🌴\u{E0020}')
})

describe('shorten', () => {
  it('marks the cut with an ellipsis', () => {
    expect(shorten('one two three', 8)).toBe('one two…')
    expect(shorten('one two', 7)).toBe('one two')
  })
})

describe('characterStart', () => {
  it('returns the start of the character for all of its units', () => {
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join('')
        let start = 0
        for (const character of charactersOf(text)) {
          for (let unit = 0; unit < character.length; unit += 1)
            expect(characterStart(text, start + unit)).toBe(start)
          start += character.length
        }
        expect(characterStart(text, start)).toBe(text.length)
      }),
    )
  })
})
