import { describe, expect, it } from 'vitest'
import { characterStart, codePointLength, shorten, truncate, truncateStart } from './text-length.ts'

const unitsOf = ({ length }: string) => length
const family = '👩‍👩‍👧'

describe('codePointLength', () => {
  it('counts an emoji of two UTF-16 units once', () => {
    expect(codePointLength('🌴🌴')).toBe(2)
  })
})

describe('truncate', () => {
  it('cuts at the limit and keeps shorter strings unchanged', () => {
    expect(truncate('🌴'.repeat(101), 100)).toBe('🌴'.repeat(100))
    expect(truncate('short', 100)).toBe('short')
    expect(truncate('anything', Infinity)).toBe('anything')
  })

  it.each([
    ['an emoji', '🌴'],
    ['a family', family],
    ['a flag', '🇨🇦'],
    ['a skin tone', '👍🏽'],
    ['a letter with a mark', 'e\u0301'],
  ])('drops %s entirely if it crosses the limit', (_, character) => {
    for (const before of [10, 11, 12]) {
      const text = `${'x'.repeat(before)}${character}${character}`
      for (let limit = before; limit < text.length; limit += 1) {
        const cut = truncate(text, limit)
        expect(cut.isWellFormed()).toBe(true)
        expect(cut.slice(before).replaceAll(character, '')).toBe('')
        expect(codePointLength(cut)).toBeLessThanOrEqual(limit)
      }
    }
  })

  it('stays within the limit if a single character is longer', () => {
    expect(codePointLength(truncate(`a${'\u0301'.repeat(100)}`, 10))).toBe(10)
  })

  it('uses a custom measure', () => {
    expect(truncate('🌴🌴🌴', 5, unitsOf)).toBe('🌴🌴')
    expect(truncate(`🌴${'\u{E0020}'.repeat(10)}`, 5, unitsOf)).toBe('🌴\u{E0020}')
  })
})

describe('truncateStart', () => {
  it('keeps whole characters at the end', () => {
    expect(truncateStart('short', 100)).toBe('short')
    expect(truncateStart(`folder/${family}x`, 5)).toBe('x')
    expect(truncateStart(`folder/${family}x`, 6)).toBe(`${family}x`)
  })

  it('stays within the limit if a single character is longer', () => {
    expect(truncateStart(`x${'\u0301'.repeat(10)}`, 5)).toBe('\u0301'.repeat(5))
  })

  it('uses a custom measure', () => {
    expect(truncateStart('🌴🌴🌴', 5, unitsOf)).toBe('🌴🌴')
    expect(truncateStart(`🌴${'\u{E0020}'.repeat(10)}`, 5, unitsOf)).toBe('\u{E0020}'.repeat(2))
  })
})

describe('shorten', () => {
  it('marks the cut with an ellipsis', () => {
    expect(shorten('one two three', 8)).toBe('one two…')
    expect(shorten('one', 8)).toBe('one')
  })
})

describe('characterStart', () => {
  it('returns the same index for all units of a character', () => {
    const text = `ab${family}c`
    for (let index = 2; index < 2 + family.length; index += 1)
      expect(characterStart(text, index)).toBe(2)
    expect(characterStart(text, 2 + family.length)).toBe(2 + family.length)
    expect(characterStart(text, 99)).toBe(text.length)
  })
})
