import { describe, expect, it } from 'vitest'
import { directionOf, localeOf, matchLanguage, offeredLanguages } from './languages.ts'

describe('the language of the system', () => {
  it('is the first one that Latchkey speaks, whatever its region', () => {
    for (const tag of offeredLanguages) {
      expect(matchLanguage(['tlh', `${tag}-AQ`, 'en'])).toBe(tag)
    }
  })

  it('is English where Latchkey speaks none of them, or the system has no tag', () => {
    expect(matchLanguage(['tlh', 'C.UTF-8', ''])).toBe('en')
    expect(matchLanguage([])).toBe('en')
  })
})

it('writes numbers and dates as the system does, if that is set to the same language', () => {
  expect(localeOf('en', ['fr-CH', 'en-NZ', 'en-US'])).toBe('en-NZ')
  expect(localeOf('en', ['fr-CH'])).toBe('en')
})

it('knows which way a language is written', () => {
  expect(['en', 'ja', 'ar', 'he', 'fa-IR', 'ur'].map(directionOf)).toEqual([
    'ltr',
    'ltr',
    'rtl',
    'rtl',
    'rtl',
    'rtl',
  ])
})
