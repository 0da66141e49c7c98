import { expect, it } from 'vitest'
import { cutPieces } from './cut-middle.ts'

const written = (text: string) =>
  cutPieces(text).map(({ from, to, maxWidth }) => [text.slice(from, to), maxWidth !== undefined])

it('keeps the end of a username', () => {
  expect(written('@magda.bianchi.17')).toEqual([
    ['@magda.bianc', true],
    ['hi.17', false],
  ])
})

it('keeps the ends of both parts of an email address', () => {
  expect(written('magda.bianchi17@corp.example.com')).toEqual([
    ['magda.bianc', true],
    ['hi17@', false],
    ['corp.example', true],
    ['.com', false],
  ])
})

it('shares the remaining width between shrinking parts by length', () => {
  expect(cutPieces('magda.bianchi17@corp.example.com').map(({ maxWidth }) => maxWidth)).toEqual([
    'calc((100% - 6.3em) * 0.478)',
    undefined,
    'calc((100% - 6.3em) * 0.522)',
    undefined,
  ])
})

it('leaves short and non-Latin texts whole', () => {
  for (const text of ['anna@x.example', 'магда.бьянки@example.com', '']) {
    expect(cutPieces(text)).toEqual([{ from: 0, to: text.length }])
  }
})
