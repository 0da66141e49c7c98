import { expect, it } from 'vitest'
import { highlightMatches, sliceParts } from './highlight.ts'

const marked = (text: string, search: string) =>
  highlightMatches(text, search)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['Maya Lindqvist', 'lind', 'Maya [Lind]qvist'],
  ['Maya Lindqvist', 'maya  qvi', '[Maya] Lind[qvi]st'],
  ['maya.lindqvist', '@maya', '[maya].lindqvist'],
  ['Zoë Łuk', 'zoe', '[Zoë] Łuk'],
  ['ananas', 'ana', '[anana]s'],
  ['ﬁne', 'f', '[ﬁ]ne'],
  ['🌻 Ada', 'ada', '🌻 [Ada]'],
  ['Ada', '', 'Ada'],
  ['', 'a', ''],
])('highlights matches in %j for %j', (text, search, result) => {
  expect(marked(text, search)).toBe(result)
})

it('slices highlighted parts', () => {
  const parts = highlightMatches('Maya Lindqvist', 'lind')
  expect(sliceParts(parts, 3, 7)).toEqual([
    { text: 'a ', isMatch: false },
    { text: 'Li', isMatch: true },
  ])
  expect(sliceParts(parts)).toEqual(parts)
})
