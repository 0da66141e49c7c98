import { expect, it } from 'vitest'
import { textOf } from '../platform/messages.ts'
import { capitalize, endSentence, fieldLabelText, instanceHost } from './text.ts'

it.each([
  ['projects_limit', 'Projects limit'],
  ['user_detail.bio', 'Bio'],
  ['constructor', 'Constructor'],
  ['some_new_id', 'Some new ID'],
])('labels the field %s', (name, label) => {
  expect(textOf(fieldLabelText(name))).toBe(label)
})

it('writes sentences', () => {
  expect(capitalize('is invalid')).toBe('Is invalid')
  expect([' too long ', 'Really?', 'Stop!', 'Done.', 'More…'].map(endSentence)).toEqual([
    'too long.',
    'Really?',
    'Stop!',
    'Done.',
    'More…',
  ])
})

it('names an instance by its host and port', () => {
  expect(instanceHost({ baseUrl: 'http://127.0.0.1:8080/git' })).toBe('127.0.0.1:8080')
})
