import { expect, it } from 'vitest'
import { textOf } from '../../core/platform/messages.ts'
import { auditActionLabel, auditActions, auditFieldLabel, changeMessage } from './audit-labels.ts'

it('has a text for each action, and derives one for those of other versions', () => {
  expect(auditActions).toContain('block')
  for (const action of auditActions) expect(auditActionLabel(action)).toHaveProperty('id')
  expect(auditActionLabel('projects.archiveAll')).toBe('Archive all')
  expect(auditActionLabel('constructor')).toBe('Constructor')
})

it('labels fields as their forms do', () => {
  expect(textOf(auditFieldLabel('note'))).toBe('Note')
  expect(textOf(auditFieldLabel('expires_at'))).toBe('Expiry date')
  expect(auditFieldLabel('some_new_id')).toBe('Some new ID')
  expect(auditFieldLabel('constructor')).toBe('Constructor')
})

it.each([
  [{}, 'Note: changed'],
  [{ before: 'a', after: 'a' }, 'Note: unchanged'],
  [{ after: 'a' }, 'Note: “a”'],
  [{ before: 'a' }, 'Note: was “a”'],
  [{ before: 'a', after: 'b' }, 'Note: “a” → “b”'],
  [{ before: null, after: '' }, 'Note: empty → empty'],
  [{ before: false, after: true }, 'Note: No → Yes'],
  [{ before: 1, after: 20 }, 'Note: 1 → 20'],
])('describes the change %j', (values, text) => {
  expect(textOf(changeMessage({ field: 'note', ...values }))).toBe(text)
})
