import { expect, it } from 'vitest'
import { appTable } from '../shared/operations/index.ts'
import { en } from '../shared/messages/english.ts'
import { serviceTable } from '../shared/gitlab/index.ts'

// Messages are for users, so they must not contain programming terms.

const operations = Object.entries({ ...appTable, ...serviceTable }).flatMap(([family, rows]) =>
  Object.keys(rows).map((name) => `${family}\\.${name}`),
)

const internal: [what: string, pattern: RegExp][] = [
  ['an identifier', /\b[a-z]+[A-Z]\w*/],
  ['a path of the interface', /(^|\s)(GET|POST|PUT|PATCH|DELETE) \/|\/:\w+/],
  ['a parameter of a path', /(^|\s):[a-z_]+\b/],
  ['an operation', new RegExp(`\\b(${operations.join('|')})\\b`)],
]
/** Names that don't follow normal capitalization. */
const allowedWords = /\b(macOS|iOS|iPhone|iCal|eBay)\b/g

it('messages never mention internals', () => {
  const problems = Object.entries(en).flatMap(([key, text]) => {
    const words = withoutArguments(text).replace(allowedWords, '')
    return internal.filter(([, pattern]) => pattern.test(words)).map(([what]) => `${key}: ${what}`)
  })
  expect(problems).toEqual([])
})

/** Removes argument names and their variants, which users don't see. */
function withoutArguments(text: string): string {
  return text
    .replace(/\{\w+(, \w+)?\}/g, '…')
    .replace(/(\{\w+, (plural|select),)|(\w+|=\d+) (?=\{)/g, '')
}
