import { describe, expect, it } from 'vitest'
import { conflictWords, ignoredInCreation, savedWords, undoneWords } from './edit-messages.ts'

const now = { name: 'Maya', username: 'maya', email: 'maya@example.com' }
const nothing = { now, sent: [], ignored: [], theirs: [] }

describe('a save', () => {
  it.each([
    [{ sent: ['note', 'bio'] }, 'Saved for \u2068Maya\u2069: Bio and Note.'],
    [
      { sent: ['note', 'auditor'], ignored: ['auditor'] },
      'Saved for \u2068Maya\u2069, except Auditor: this GitLab ignored it.',
    ],
    [
      { sent: ['skype', 'auditor'], ignored: ['auditor', 'skype'] },
      'Not saved: this GitLab ignored Skype and Auditor.',
    ],
    [
      { sent: ['website_url'], ignored: ['website_url'], altered: ['website_url'] },
      'GitLab stored another value for Website.',
    ],
    [
      { sent: ['email', 'skip_reconfirmation'], waiting: 'm@example.org' },
      'The email stays maya@example.com until its owner opens the link sent to m@example.org.',
    ],
    [
      { sent: ['note'], theirs: ['location', 'unknown_field'] },
      'Saved for \u2068Maya\u2069: Note. Changed by someone else meanwhile: Location.',
    ],
    [{}, 'Nothing to save: GitLab already has these values.'],
  ])('%j is told as it was', (edit, words) => {
    expect(savedWords({ ...nothing, ...edit })).toBe(words)
  })
})

describe('an undo', () => {
  it.each([
    [{ sent: ['note'] }, 'Undone for \u2068Maya\u2069.'],
    [
      { sent: ['bio'], left: ['note'] },
      'Undone for \u2068Maya\u2069: Bio. Left as it is, because it was changed since: Note.',
    ],
    [{ left: ['note'] }, 'Nothing was undone. Left as it is, because it was changed since: Note.'],
  ])('%j is told as it was', (edit, words) => {
    expect(undoneWords(now, { sent: [], left: [], ignored: [], ...edit })).toBe(words)
  })
})

it('names the fields that both sides changed', () => {
  expect(conflictWords(['note'], ['location'])).toBe(
    'Someone else changed Note too. Choose which value to keep, then save. Also changed by someone else: Location.',
  )
})

it('says what a new user does not have', () => {
  expect(ignoredInCreation([])).toBe('')
  expect(ignoredInCreation(['auditor'])).toBe('Not set: this GitLab ignored Auditor.')
})
