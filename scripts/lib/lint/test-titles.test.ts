import { RuleTester } from 'eslint'
import { describe, expect, it } from 'vitest'
import { testTitles, translatedWords } from './test-titles.js'

RuleTester.describe = describe
RuleTester.it = it

describe('translatedWords', () => {
  it.each([
    ['is', 'is refused'],
    ['has', 'has no token'],
    ['who', 'who was renamed stays'],
    ['What', 'What was typed stays'],
    ['but', 'but not twice'],
    ['and', 'and reads it again'],
    ['of', 'of two keys takes the newer one'],
    ['where', 'asks again where GitLab refuses'],
    ['so many', 'reads so many pages'],
    ['of its own', 'opens in a window of its own'],
    ['of their own', 'use keys of their own'],
    ['as it is', 'keeps the file as it is'],
    ['as they are', 'keeps rows as they are'],
    ['is told of', 'the page is told of the lock'],
  ])('finds “%s” in “%s”', (words, title) => {
    expect(translatedWords(title)).toBe(words)
  })

  it.each([
    'says where the token is kept',
    'keeps typed values and marks fields changed by others',
    'offers nothing when everything is done',
    'isolates the worker',
    'searches everywhere',
  ])('accepts “%s”', (title) => {
    expect(translatedWords(title)).toBeUndefined()
  })
})

const errors = [{ messageId: 'translated' }]

new RuleTester().run('tests/titles', testTitles, {
  valid: [
    "it('retries when GitLab refuses', () => {})",
    "describe('of two keys', () => {})",
    "test.describe('is no test', () => {})",
    "test.skip(process.platform !== 'linux', 'has other paths')",
    "visit('is no test')",
    'it(title, () => {})',
  ],
  invalid: [
    { code: "it('is refused', () => {})", errors },
    { code: "test('is refused @full', { tag: '@browser' }, () => {})", errors },
    { code: "it.each([1, 2])('is refused with %s', () => {})", errors },
    { code: "it.runIf(isLinux).each([1])('is refused with %s', () => {})", errors },
    { code: 'it.each`a`("is refused with $a", () => {})', errors },
    { code: 'test(`asks ${user} where GitLab refuses`, () => {})', errors },
    { code: "test.step('has a sheet', () => {})", errors },
  ],
})
