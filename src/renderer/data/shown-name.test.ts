import { expect, it } from 'vitest'
import { shownName } from './shown-name.ts'

it.each([
  ['Ada', 'Ada'],
  ['王小雨', '王小雨'],
  ['🌻', '🌻'],
  ['…', '…'],
  ['', 'ada'],
  ['\u200B\u2060\u200B', 'ada'],
  ['\u0301', 'ada'],
  ['invoice\u202Egpj.exe', 'invoice⟨U+202E⟩gpj.exe'],
  ['\u2067שלום\u2069', '⟨U+2067⟩שלום⟨U+2069⟩'],
  ['\u202E', 'ada'],
])('calls somebody named %j %j', (name, shown) => {
  expect(shownName({ name, username: 'ada' })).toBe(shown)
})

it('calls somebody without a name or a username an unknown user', () => {
  expect(shownName({ name: '', username: '' })).toBe('Unknown user')
})
