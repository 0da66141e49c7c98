import { expect, it } from 'vitest'
import { descriptionNotSetMessage, ignoredFieldsMessage } from './ignored-fields.ts'

it('lists the fields an instance ignored', () => {
  expect(ignoredFieldsMessage([])).toBe('')
  expect(ignoredFieldsMessage(['Email'])).toBe('Not set: this instance ignored Email.')
})

it('lists the description only if it was sent and ignored', () => {
  expect(descriptionNotSetMessage('Nightly', { description: 'Nightly' })).toBe('')
  expect(descriptionNotSetMessage(undefined, {})).toBe('')
  const missing = 'Not set: this instance ignored Description.'
  expect(descriptionNotSetMessage('Nightly', {})).toBe(missing)
  expect(descriptionNotSetMessage('Nightly', { description: null })).toBe(missing)
})
