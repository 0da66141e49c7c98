import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it.each([
  ['Ada Lovelace', 'AL'],
  ['Ada King Lovelace', 'AL'],
  ['ada', 'A'],
  ['  (Grace)  Hopper ', 'GH'],
  ['Ёлка Иванова', 'ЁИ'],
  ['王小明', '王'],
  ['🌴', '?'],
  ['', '?'],
])('turns %j into %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
