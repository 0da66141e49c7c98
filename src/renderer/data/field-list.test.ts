import { expect, it } from 'vitest'
import { exceptionWords, ignoredDescription, ignoredWords, notSetWords } from './field-list.ts'

it('names what a service ignored', () => {
  expect(ignoredWords(['Auditor', 'GitHub', 'Skype'])).toBe(
    'this GitLab ignored Auditor, GitHub, and Skype',
  )
  expect(exceptionWords(['Auditor'])).toBe('except Auditor: this GitLab ignored it')
  expect(exceptionWords(['Auditor', 'Skype'])).toBe(
    'except Auditor and Skype: this GitLab ignored them',
  )
  expect(notSetWords([])).toBe('')
  expect(notSetWords(['Email'])).toBe('Not set: this GitLab ignored Email.')
})

it('misses a description only where one was sent', () => {
  expect(ignoredDescription('Nightly', { description: 'Nightly' })).toBe('')
  expect(ignoredDescription(undefined, {})).toBe('')
  const missing = 'Not set: this GitLab ignored Description.'
  expect(ignoredDescription('Nightly', {})).toBe(missing)
  expect(ignoredDescription('Nightly', { description: null })).toBe(missing)
})
