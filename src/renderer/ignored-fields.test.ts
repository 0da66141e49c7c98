import { expect, it } from 'vitest'
import { ignoredDescription, ignoredWords } from './ignored-fields.ts'

it('names what a service took no notice of', () => {
  expect(ignoredWords([])).toBe('')
  expect(ignoredWords(['Email'])).toBe('Email was not saved: this GitLab version ignores it.')
  expect(ignoredWords(['Auditor', 'GitHub', 'Skype'])).toBe(
    'Auditor, GitHub, and Skype were not saved: this GitLab version ignores them.',
  )
})

it('misses a description only where one was sent', () => {
  expect(ignoredDescription('Nightly', { description: 'Nightly' })).toBe('')
  expect(ignoredDescription(undefined, {})).toBe('')
  expect(ignoredDescription('Nightly', {})).toMatch(/^Description was not saved/)
  expect(ignoredDescription('Nightly', { description: null })).toMatch(/^Description was not/)
})
