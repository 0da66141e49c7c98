import { expect, it } from 'vitest'
import type { ReviewersPart } from '../../../shared/operations/review.ts'
import { partProgress, partReviewer } from './part-messages.ts'
import { partLink } from './reminder.ts'
import { decisionSource } from './review-messages.ts'
import { newSplitDraft, splitOf, splitProblem } from './split-draft.ts'

const now = new Date('2026-05-04T12:00').getTime()
const part: ReviewersPart = {
  ...{ id: '1a2b3c4d-0000', name: 'Paula', email: 'paula@example.org', created: now },
  ...{ items: 80, decided: 61 },
}
const review = { name: 'Q2', instance: 'https://git.example.org' }
const due = (day: string) => ({
  plan: { due: day, reviewers: [], undecided: 'exception' as const },
})

it('describes a part by its reviewer, progress, and due date', () => {
  expect(partReviewer(part)).toBe('Paula')
  expect(partReviewer({ name: '', email: '' })).toBe('No reviewer found')
  expect(partProgress(part, {}, now)).toBe('61 of 80 decided')
  expect(partProgress(part, due('2026-05-08'), now)).toBe('61 of 80 decided · Due in 4 days')
  expect(partProgress(part, due('2026-05-02'), now)).toBe('61 of 80 decided · Overdue for 2 days')
  const imported = { importedBy: 'ines', at: now }
  expect(partProgress({ ...part, imported }, due('2026-05-08'), now)).toBe('61 of 80 decided')
})

it('writes an email that names the file with the part’s page', () => {
  const { searchParams } = new URL(partLink(part, { ...review, ...due('2026-05-08') }, now)!)
  expect(searchParams.get('body')).toContain(
    'the attached file review-part-git.example.org-paula-example.org-2026-05-04-1a2b3c4d.html',
  )
  expect(partLink({ ...part, email: '' }, review, now)).toBeUndefined()
})

it('tells a decision from a file from one that was made here', () => {
  const source = { importedBy: 'ines', at: now }
  expect(decisionSource({ by: 'ines', at: now }, now)).toMatch(/^@ines, /)
  expect(decisionSource({ by: part.email, at: now, source }, now)).toMatch(
    /^paula@example\.org\. From a file that @ines imported, .*; not signed$/,
  )
  const signed = { ...source, signedWith: 'SHA256:abc' }
  expect(decisionSource({ by: 'paula', at: now, source: signed }, now)).toMatch(
    /^@paula\. From a file .*; signed with SHA256:abc$/,
  )
})

it('splits by the plan’s reviewer if there is one, and needs a name or a file otherwise', () => {
  const reviewers = [{ name: 'Paula', email: 'paula@example.org' }]
  const draft = newSplitDraft(reviewers)
  expect(splitOf(draft, reviewers)).toEqual({ by: 'reviewer', reviewer: reviewers[0] })
  expect(splitOf(newSplitDraft([]), [])).toEqual({ by: 'owner' })
  const byAttribute = { ...draft, by: 'attribute' as const }
  expect(splitOf(byAttribute, [])).toEqual({ by: 'attribute', attribute: 'manager' })
  expect(splitProblem({ ...byAttribute, attribute: ' ' })).toMatch(/^Enter the name/)
  expect(splitProblem({ ...draft, by: 'map' })).toBe('Choose a file.')
})
