import { expect, it } from 'vitest'
import type { ReviewItem, ReviewState } from '../../../shared/operations/review.ts'
import {
  decidedItems,
  decisionText,
  itemFacts,
  itemText,
  lowerRoles,
  needsRole,
} from './item-messages.ts'

const direct: ReviewItem = {
  ...{ id: 'direct:Project:1:2', kind: 'direct', user: 2, username: 'maya', name: 'Maya' },
  ...{ title: 'platform/api', source_type: 'Project', source: 1, level: 30, expires_at: null },
  ...{ origin: null, findings: ['new', 'own'], decided: null, remediation: null },
}
const state: ReviewState = { phase: 'done', total: 1, read: 1, incomplete: 0, gone: 0 }
const closed = { ...state, closed: { by: 'ines', at: 0 } }

it('describes an item with its findings', () => {
  expect(itemText(direct)).toBe('Direct membership: platform/api')
  expect(itemFacts(direct)).toBe(
    'Developer · Expires: Never · New since last review · Reviewer’s own access',
  )
  const account: typeof direct = {
    ...direct,
    kind: 'account',
    title: '',
    level: null,
    findings: [],
  }
  expect([itemText(account), itemFacts(account)]).toEqual(['Account', ''])
})

it('offers lower roles for a direct membership, and only those of projects in a project', () => {
  expect(lowerRoles({ ...direct, level: 20 })).toEqual([15, 10])
  expect(lowerRoles({ ...direct, level: 20, source_type: 'Namespace' })).toEqual([15, 10, 5])
  expect(lowerRoles({ ...direct, kind: 'inherited' })).toEqual([])
  expect([needsRole(direct, 'change'), needsRole(direct, 'remove')]).toEqual([true, false])
  expect(needsRole({ ...direct, level: 10 }, 'change')).toBe(false)
})

it('lists undecided items of a closed review as exceptions if its plan says so', () => {
  const plan = (undecided: 'exception' | 'no_change') => ({ reviewers: [], undecided })
  expect(decisionText(direct, state)).toBe('')
  expect(decisionText(direct, { ...closed, plan: plan('exception') })).toBe('Exception')
  expect(decisionText(direct, { ...closed, plan: plan('no_change') })).toBe('Undecided')
  const unread: ReviewItem = { ...direct, kind: 'unread', origin: 'gpg' }
  expect(decisionText(unread, { ...closed, plan: plan('exception') })).toBe('')
  expect(itemFacts(unread)).toContain('Source: GPG keys')
  const decided = { decision: 'change', note: '', by: 'ines', at: 0, level: 20 } as const
  expect(decisionText({ ...direct, decided }, closed)).toBe('Change to Reporter')
})

it('counts what couldn’t be read neither as decided nor as undecided', () => {
  const kinds = { unread: 3 } as never
  const counts = { total: 10, kinds, decisions: { undecided: 5 } as never }
  expect(decidedItems({ ...counts, findings: {} as never, remediation: {} as never })).toEqual({
    decided: 2,
    total: 7,
  })
})
