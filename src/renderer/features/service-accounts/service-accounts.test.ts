import { expect, it } from 'vitest'
import { ownersFor } from './use-service-accounts.ts'
import { fieldError } from '../../forms/form-field.ts'
import {
  accountFields,
  freshServiceAccountDraft,
  ignoredLabels,
  newAccount,
} from './account-draft.ts'

it('sends only filled fields', () => {
  expect(newAccount({ ...freshServiceAccountDraft(), name: ' ' })).toEqual({})
  expect(
    newAccount({ ...freshServiceAccountDraft(), name: ' Export ', username: 'export' }),
  ).toEqual({
    name: 'Export',
    username: 'export',
  })
})

it('rejects an invalid username', () => {
  expect(fieldError(accountFields().username, '')).toBeUndefined()
  for (const username of ['no spaces', '-dash', 'ä', 'robot.html']) {
    expect(fieldError(accountFields().username, username)).toContain('only letters, digits')
  }
  expect(fieldError(accountFields().username, 'x'.repeat(256))).toContain('255')
})

it('accepts the same email addresses as GitLab', () => {
  expect(newAccount({ ...freshServiceAccountDraft(), email: ' bot@intranet ' })).toEqual({
    email: 'bot@intranet',
  })
  expect(fieldError(accountFields().email, 'bot@intranet')).toBeUndefined()
  expect(fieldError(accountFields().email, 'bot at home')).toContain('Enter an email address')
})

it('lists fields that an older instance ignored', () => {
  const sent = { name: 'Robot', username: 'robot', email: 'Bot@example.org' }
  const createdAccount = { id: 1, name: 'Robot', username: 'robot' }
  expect(ignoredLabels(sent, { ...createdAccount, unconfirmed_email: 'bot@example.org' })).toEqual(
    [],
  )
  expect(ignoredLabels(sent, { ...createdAccount, email: 'bot@example.org' })).toEqual([])
  expect(ignoredLabels(sent, createdAccount)).toEqual(['Email'])
  const generated = { id: 1, name: 'Service account user', username: 'service_account_1' }
  expect(ignoredLabels(sent, generated)).toEqual(['Name', 'Username', 'Email'])
  expect(ignoredLabels({}, generated)).toEqual([])
})

it('lists service accounts of the instance for administrators only', () => {
  expect(ownersFor(true)).toEqual(['instance', 'group', 'project'])
  expect(ownersFor(false)).toEqual(['group', 'project'])
})
