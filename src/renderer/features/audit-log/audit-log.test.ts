import { fullDay } from '../../ui/time/moments.ts'
import { expect, it } from 'vitest'
import {
  auditLogDraftErrors,
  queryToDraft,
  draftToFilter,
  draftToQuery,
} from './audit-log-filter.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import { auditActionLabel } from '../../../shared/rules/audit-labels.ts'
import { textOf } from '../../ui/messages.ts'
import { entryTitle, formatStateChange, formatValues } from './audit-log-messages.ts'

it('restores valid filters from the URL', () => {
  const query = {
    search: 'anna',
    outcome: 'refused',
    from: '2026-11-20',
    to: '2026-13-99',
    target: '12',
    run: '7',
    onboardingRun: 'x',
    action: ['block', 'ban'],
  }
  const draft = queryToDraft(query)
  expect(draft).toEqual({
    search: 'anna',
    action: '',
    outcome: 'refused',
    from: '2026-11-20',
    to: '',
    target: '12',
    run: '7',
    onboardingRun: '',
  })
  expect(draftToFilter(draft)).toEqual({
    search: 'anna',
    outcome: 'refused',
    from: '2026-11-20',
    run: 7,
    target: 12,
  })
  expect(queryToDraft(draftToQuery(draft))).toEqual(draft)
  expect(queryToDraft({ outcome: 'lost', target: '-3' })).toMatchObject({ outcome: '', target: '' })
})

it('filters by user ID or username', () => {
  const filterOf = (target: string) => draftToFilter({ ...queryToDraft({}), target })
  expect(filterOf(' 12 ')).toEqual({ target: 12 })
  expect(filterOf('@maya.l')).toEqual({ username: 'maya.l' })
  expect(filterOf('maya')).toEqual({ username: 'maya' })
  expect(filterOf('@')).toEqual({})
  expect(queryToDraft({ target: '@maya' }).target).toBe('@maya')
})

it('ignores an empty search', () => {
  expect(draftToFilter(queryToDraft({ search: '  ' }))).toEqual({})
})

it('rejects an end date before the start date', () => {
  const draft = queryToDraft({ from: '2026-11-20', to: '2026-11-19' })
  expect(auditLogDraftErrors(draft)).toEqual({
    to: [`Choose ${fullDay('2026-11-20')} or later.`],
  })
  expect(auditLogDraftErrors({ ...draft, to: '2026-11-20' })).toEqual({})
  expect(auditLogDraftErrors({ ...draft, to: '' })).toEqual({})
})

it('labels actions and state changes', () => {
  expect(textOf(auditActionLabel('hard_delete'))).toBe('Delete with contributions')
  expect(textOf(auditActionLabel('users.modify'))).toBe('Edit user')
  expect(auditActionLabel('constructor')).toBe('Constructor')
  expect(auditActionLabel('emails.confirmFor')).toBe('Confirm for')
  const block = { action: 'block', outcome: 'done' } as const
  expect(formatStateChange({ ...block, before: 'active', after: 'blocked' })).toBe(
    'Active → Blocked',
  )
  expect(formatStateChange({ ...block, before: 'active' })).toBe('Active → not read')
  expect(formatStateChange(block)).toBeUndefined()
  expect(formatStateChange({ ...block, before: 'active', after: 'active' })).toBeUndefined()
})

it.each([
  ['reject', 'blocked_pending_approval', 'blocked', 'Pending approval → Deletion accepted'],
  ['hard_delete', 'active', 'blocked', 'Active → Deletion accepted'],
  ['delete', 'active', 'active', 'Active → Deletion accepted'],
  ['delete', 'active', 'gone', 'Active → Deleted'],
])('shows the outcome of %s from %s, not a temporary state', (action, before, after, expected) => {
  expect(formatStateChange({ action, outcome: 'done', before, after })).toBe(expected)
})

it('shows a user’s state if deleting them failed', () => {
  const failed = {
    action: 'delete',
    outcome: 'refused',
    before: 'active',
    after: 'blocked',
  } as const
  expect(formatStateChange(failed)).toBe('Active → Blocked')
})

it('shows an entry’s object and values without repeating any', () => {
  const entry: AuditLogEntry = {
    id: 1,
    at: 1,
    instance: 'https://gitlab.example.com',
    actor: { id: 1, username: 'ines' },
    action: 'sshKeys.addFor',
    object: 'laptop',
    fields: ['title', 'key', 'usage_type'],
    changes: [
      { field: 'title', after: 'laptop' },
      { field: 'key', after: 'SHA256:x' },
      { field: 'usage_type', after: 'auth' },
    ],
    outcome: 'done',
  }
  expect(entryTitle(entry)).toBe('Add SSH key “laptop”')
  expect(formatValues(entry)).toEqual(['Key: “SHA256:x”', 'Usage: “auth”'])
  const edit: AuditLogEntry = {
    ...entry,
    action: 'users.modify',
    object: 'saml',
    changes: [
      { field: 'note', before: 'original', after: 'LEGAL HOLD' },
      { field: 'admin', before: true, after: false },
      { field: 'bio', before: 'x', after: null },
      { field: 'provider', after: 'saml' },
      { field: 'password' },
      { field: 'extern_uid', before: 'kim' },
      { field: 'auditor', before: false, after: false },
      { field: 'constructor', after: 1 },
    ],
  }
  expect(entryTitle(edit)).toBe('Edit user')
  expect(formatValues(edit)).toEqual([
    'Note: “original” → “LEGAL HOLD”',
    'Administrator: Yes → No',
    'Bio: “x” → empty',
    'Provider: “saml”',
    'Password: changed',
    'External UID: was “kim”',
    'Auditor: unchanged',
    'Constructor: 1',
  ])
})
