import { describe, expect, it } from 'vitest'
import {
  editConflictMessage,
  ignoredUserFieldsMessage,
  userSavedMessage,
  undoneMessage,
} from './edit-messages.ts'

const now = { name: 'Maya', username: 'maya', email: 'maya@example.com' }
const noEdit = { now, sent: [], ignored: [], theirs: [] }

describe('save message', () => {
  it.each([
    [{ sent: ['note', 'bio'] }, 'Saved for \u2068Maya\u2069: Bio and Note.'],
    [
      { sent: ['note', 'auditor'], ignored: ['auditor'] },
      'Saved for \u2068Maya\u2069, except Auditor: this instance ignored it.',
    ],
    [
      { sent: ['skype', 'auditor'], ignored: ['auditor', 'skype'] },
      'Not saved: this instance ignored Skype and Auditor.',
    ],
    [
      { sent: ['website_url'], ignored: ['website_url'], altered: ['website_url'] },
      'GitLab stored a different value for Website.',
    ],
    [
      { sent: ['email', 'skip_reconfirmation'], unconfirmed: 'm@example.org' },
      'The email stays maya@example.com until the owner of m@example.org opens the confirmation link.',
    ],
    [
      { sent: ['note'], theirs: ['location', 'unknown_field'] },
      'Saved for \u2068Maya\u2069: Note. Changed elsewhere: Location.',
    ],
    [{}, 'Nothing to save: GitLab already has these values.'],
  ])('reports the result of each field for %j', (edit, words) => {
    expect(userSavedMessage({ ...noEdit, ...edit })).toBe(words)
  })
})

describe('undo message', () => {
  it.each([
    [{ sent: ['note'] }, 'Undone for \u2068Maya\u2069.'],
    [
      { sent: ['bio'], left: ['note'] },
      'Undone for \u2068Maya\u2069: Bio. Not undone because it was changed since: Note.',
    ],
    [{ left: ['note'] }, 'Nothing was undone. Not undone because it was changed since: Note.'],
  ])('reports the result of each field for %j', (edit, words) => {
    expect(undoneMessage(now, { sent: [], left: [], ignored: [], ...edit })).toBe(words)
  })
})

it('lists conflicting fields', () => {
  expect(editConflictMessage(['note'], ['location'])).toBe(
    'Someone else changed Note too. Choose which value to keep, then save. Changed elsewhere: Location.',
  )
})

it('lists fields that weren’t set for a new user', () => {
  expect(ignoredUserFieldsMessage([])).toBe('')
  expect(ignoredUserFieldsMessage(['auditor'])).toBe('Not set: this instance ignored Auditor.')
})
