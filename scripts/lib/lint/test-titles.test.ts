import { RuleTester } from 'eslint'
import { describe, expect, it } from 'vitest'
import { testTitles, translatedWords } from './test-titles.js'

RuleTester.describe = describe
RuleTester.it = it

describe('translatedWords', () => {
  it.each([
    ['is one who', 'is one who was renamed'],
    ['has nothing that', 'has nothing that others read'],
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
    'is refused without a token',
    'has no token',
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
    "test.describe('of no test', () => {})",
    "test.skip(process.platform !== 'linux', 'and other paths')",
    "visit('of no test')",
    'it(title, () => {})',
  ],
  invalid: [
    { code: "it('but not twice', () => {})", errors },
    { code: "test('but not twice @full', { tag: '@browser' }, () => {})", errors },
    { code: "it.each([1, 2])('of the two takes %s', () => {})", errors },
    { code: "it.runIf(isLinux).each([1])('of the two takes %s', () => {})", errors },
    { code: 'it.each`a`("of the two takes $a", () => {})', errors },
    { code: 'test(`asks ${user} where GitLab refuses`, () => {})', errors },
    { code: "test.step('and a sheet', () => {})", errors },
  ],
})
