import { expect, it } from 'vitest'
import { withEntry } from './named-list.ts'

const rules = {
  max: 2,
  nameTaken: (name: string) => new Error(`${name} is taken`),
  tooMany: () => new Error('too many'),
}
const [one, two] = [
  { id: '1', name: 'One' },
  { id: '2', name: 'Two' },
]

it('appends a new entry, and replaces an existing one in place', () => {
  expect(withEntry([one], two, rules)).toEqual([one, two])
  expect(withEntry([one, two], { id: '1', name: 'one' }, rules)).toEqual([
    { id: '1', name: 'one' },
    two,
  ])
})

it('rejects a duplicate name and a list that would be too long', () => {
  expect(() => withEntry([one, two], { id: '2', name: 'ONE' }, rules)).toThrow('ONE is taken')
  expect(() => withEntry([one, two], { id: '3', name: 'Three' }, rules)).toThrow('too many')
})
