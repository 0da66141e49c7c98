import { expect, it } from 'vitest'
import { cutPieces } from './cut-middle.ts'

const written = (text: string) =>
  cutPieces(text).map(({ from, to, isFlexible }) => [text.slice(from, to), isFlexible])

it('keeps the end of a username', () => {
  expect(written('@magda.bianchi.17')).toEqual([
    ['@magda.bianc', true],
    ['hi.17', false],
  ])
})

it('cuts an email address once, and keeps its domain', () => {
  expect(written('magda.bianchi17@corp.example.com')).toEqual([
    ['magda.bianc', true],
    ['hi17@corp.example.com', false],
  ])
})

it('cuts a long domain too, but never the end of the name before it', () => {
  expect(written('magda.bianchi17@very-long-name.example.com')).toEqual([
    ['magda.bianc', true],
    ['hi17@', false],
    ['very-long-name.example.com', true],
  ])
})

it('never cuts short or non-Latin strings in the middle', () => {
  for (const text of ['anna@x.example', 'магда.бьянки@example.com']) {
    expect(cutPieces(text)).toEqual([{ from: 0, to: text.length, isFlexible: true }])
  }
})
