import { expect, it } from 'vitest'
import { findVerb } from './find-verb.ts'

const verb = (id: string, ...verbs: string[]) => ({
  id,
  verbs,
  label: id,
  argument: '',
  suggest: () => [],
})
const verbs = [
  verb('status', 'status', 'set status'),
  verb('user', 'user'),
  verb('new', 'user new'),
]
const typed = (query: string) => {
  const match = findVerb(verbs, query)
  return match && [match.verb.id, match.argument]
}

it('separates the verb from its argument', () => {
  expect(typed('status in a meeting 30m')).toEqual(['status', 'in a meeting 30m'])
  expect(typed('  Set Status  Lunch ')).toEqual(['status', 'Lunch'])
  expect(typed('status ')).toEqual(['status', ''])
})

it('picks the longest verb', () => {
  expect(typed('user new ada')).toEqual(['new', 'ada'])
  expect(typed('user newton')).toEqual(['user', 'newton'])
})

it('ignores a verb within another word', () => {
  expect(typed('statuses of others')).toBeUndefined()
  expect(typed('status')).toBeUndefined()
  expect(typed('my status x')).toBeUndefined()
})
