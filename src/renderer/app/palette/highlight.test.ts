import { expect, it } from 'vitest'
import { highlight } from './highlight.ts'

const marked = (text: string, typed: string) =>
  highlight(text, typed)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

it('marks what was typed, ignoring case', () => {
  expect(marked('Clear status', 'STAT')).toBe('Clear [stat]us')
  expect(marked('Status', ' status ')).toBe('[Status]')
})

it('marks nothing where nothing is typed or found', () => {
  expect(marked('Status', '')).toBe('Status')
  expect(marked('Status', 'x')).toBe('Status')
  expect(marked('İstanbul', 'stan')).toBe('İstanbul')
})
