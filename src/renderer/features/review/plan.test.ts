import { expect, it } from 'vitest'
import { groupPath } from './group-path.ts'
import { planDraftOf, dueText, planOf, planProblems } from './plan-draft.ts'
import { reminderLink } from './reminder.ts'

const today = '2026-05-04'
const now = new Date('2026-05-04T22:30').getTime()

it('leaves out empty reviewers, and names the others by their email if they have no name', () => {
  const draft = planDraftOf(undefined)
  draft.reviewers.push({ name: ' ', email: '' }, { name: '', email: ' ada@example.org ' })
  expect(planProblems(draft, today)).toEqual({ due: [], reviewers: [] })
  expect(planOf(draft)).toEqual({
    reviewers: [{ name: 'ada@example.org', email: 'ada@example.org' }],
    undecided: 'exception',
  })
})

it('rejects reviewers without an email, text that isn’t a date, and a day that is over', () => {
  const withDue = (due: string) => ({ ...planDraftOf(undefined), due })
  const nameless = { ...withDue(''), reviewers: [{ name: 'Ada', email: '' }] }
  expect(planProblems(nameless, today).reviewers).toHaveLength(1)
  expect(planProblems(withDue('someday'), today).due).toHaveLength(1)
  expect(planProblems(withDue('2026-05-03'), today).due).toHaveLength(1)
  expect(planProblems(withDue('2026-05-04'), today).due).toEqual([])
  // A review that is overdue can still be edited.
  expect(planProblems(withDue('2026-05-03'), today, '2026-05-03').due).toEqual([])
})

it('marks a due date within a week', () => {
  expect(dueText('2026-05-04', now)).toEqual({ text: 'Due today', tone: 'warning' })
  expect(dueText('2026-05-11', now)).toEqual({ text: 'Due in 7 days', tone: 'warning' })
  expect(dueText('2026-05-12', now)).toEqual({ text: 'Due in 8 days', tone: undefined })
  expect(dueText('2026-05-03', now)).toBeUndefined()
})

it.each([
  ['platform/api', 'platform/api'],
  ['/platform/', 'platform'],
  ['https://git.example.org/sub/platform/api/-/group_members?page=2', 'platform/api'],
  ['https://git.example.org/sub/groups/platform/-/activity', 'platform'],
  ['https://git.example.org/platform', undefined],
  ['https://evil.example/sub/platform', undefined],
  ['https://', undefined],
  ['', undefined],
])('finds the group’s path in %j', (typed, path) => {
  expect(groupPath(typed, 'https://git.example.org/sub')).toBe(path)
})

const state = {
  name: 'Q2 & “all”',
  instance: 'https://git.example.org',
  plan: { ...planOf(planDraftOf(undefined)), due: '2026-05-11' },
}

it('writes a reminder with the due date and the progress', () => {
  const link = reminderLink({ name: 'Ada', email: "ada.o'neil@example.org" }, state, {
    decided: 61,
    total: 80,
  })!
  expect(link).toMatch(/^mailto:ada\.o%27neil@example\.org\?/)
  const { searchParams } = new URL(link)
  expect(searchParams.get('subject')).toBe('Access review: Q2 & “all”')
  expect(searchParams.get('body')!.split('\r\n\r\n')).toEqual([
    'Hello Ada,',
    'The access review “Q2 & “all”” on git.example.org is due on 2026-05-11.',
    '61 of 80 items decided',
  ])
})

it('links to no address that could name more than one recipient', () => {
  const email = 'ada@example.org,eve@evil.example'
  expect(reminderLink({ name: 'Ada', email }, state)).toBeUndefined()
})
