import { describe, expect, it } from 'vitest'
import { toSentence } from './sentence.ts'

describe('toSentence', () => {
  it.each([
    [{}, ''],
    [{ name: ["can't be blank"] }, "Name can't be blank"],
    [{ expires_at: ['is far', 'is odd'] }, 'Expires at is far and Expires at is odd'],
    [{ base: ['All of it is wrong.'], name: ['is odd'] }, 'All of it is wrong. and Name is odd'],
    [{ a: ['1'], b: ['2'], c: ['3'] }, 'A 1, B 2, and C 3'],
  ])('joins %j', (wrong, text) => {
    expect(toSentence(wrong)).toBe(text)
  })
})
