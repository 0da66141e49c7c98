import { describe, expect, it } from 'vitest'
import { localeOf, matchLanguage, offeredLanguages } from './languages.ts'

describe('system language', () => {
  it('matches the first supported language, whatever its region', () => {
    for (const tag of offeredLanguages) {
      expect(matchLanguage(['tlh', `${tag}-AQ`, 'en'])).toBe(tag)
    }
  })

  it('falls back to English if no language is supported or the tag is invalid', () => {
    expect(matchLanguage(['tlh', 'C.UTF-8', ''])).toBe('en')
    expect(matchLanguage([])).toBe('en')
  })
})

it('formats numbers and dates in the system locale if its language matches', () => {
  expect(localeOf('en', ['fr-CH', 'en-NZ', 'en-US'])).toBe('en-NZ')
  expect(localeOf('en', ['fr-CH'])).toBe('en')
})
