import { expect, it } from 'vitest'
import { nameInSentence, shownName } from './shown-name.ts'

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
])('shows the name %j as %j', (name, shown) => {
  expect(shownName({ name, username: 'ada' })).toBe(shown)
})

it('shows “Unknown user” without a name and username', () => {
  expect(shownName({ name: '', username: '' })).toBe('Unknown user')
})

it('truncates a long name in the middle, so users with the same prefix differ', () => {
  const long = `Maximiliane ${'von und zu '.repeat(6)}Hohenstein`
  const [one, other] = ['employee', 'contractor'].map((role) =>
    nameInSentence({ name: `${long} (${role})`, username: role }),
  )
  expect(one).not.toBe(other)
  expect(one).toMatch(/^\u2068Maximiliane von und zu .*…\S.* \(employee\)\u2069$/)
  for (const name of [one, other]) expect([...name!].length).toBeLessThanOrEqual(63)
  expect(nameInSentence({ name: '🌴'.repeat(61), username: 'palm' })).toBe(
    `\u2068${'🌴'.repeat(36)}…${'🌴'.repeat(24)}\u2069`,
  )
})
