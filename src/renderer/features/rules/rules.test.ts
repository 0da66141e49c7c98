import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DirectoryView } from '../../../shared/operations/directory.ts'
import type { UserRule } from '../../../shared/operations/rules.ts'
import { newRuleDraft, ruleDraftOf, ruleErrors, ruleSources, toRuleFields } from './rule-draft.ts'
import { missedText, ruleOutcomeText, ruleSummary, ruleTimeText } from './rule-messages.ts'

beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

const view: DirectoryView = {
  id: 'v1',
  name: 'Quiet humans',
  filter: { states: ['active'], humans: true, external: false, inactive_days: 90 },
  order_by: 'last_activity_on',
  sort: 'asc',
  columns: ['name'],
}
const today = '2026-06-01'

describe('draft of a rule', () => {
  it('is made from a saved view, whose filter and order it copies', () => {
    const sources = ruleSources([view], today)
    const draft = newRuleDraft(sources, 'v1')
    expect(draft).toMatchObject({ name: 'Quiet humans', action: 'deactivate', days: [1] })
    expect(toRuleFields(draft, sources)).toEqual({
      name: 'Quiet humans',
      view: 'Quiet humans',
      filter: view.filter,
      order_by: 'last_activity_on',
      sort: 'asc',
      action: 'deactivate',
      days: [1],
      at: '07:00',
      atMost: 200,
    })
  })

  it('leaves out the built-in view of new users, whose days would be fixed', () => {
    const ids = ruleSources([], today).map(({ id }) => id)
    expect(ids).toContain('built-in inactive')
    expect(ids).not.toContain('built-in new')
  })

  it('keeps the filter of the edited rule after its view has changed', () => {
    const rule: UserRule = {
      ...toRuleFields(newRuleDraft(ruleSources([view], today), 'v1'), ruleSources([view], today))!,
      id: 'r1',
      next: 0,
      isChecking: false,
      history: [],
    }
    const sources = ruleSources([{ ...view, filter: { admins: true } }], today, rule)
    expect(toRuleFields(ruleDraftOf(rule), sources)).toMatchObject({ filter: view.filter })
  })

  it('needs a name, a day, a time, and a number of users within the limit', () => {
    const draft = newRuleDraft(ruleSources([], today))
    expect(ruleErrors(draft)).toEqual({})
    const invalid = { ...draft, name: ' ', days: [], at: 'noon', atMost: '1001' }
    expect(Object.keys(ruleErrors(invalid))).toEqual(['name', 'days', 'at', 'atMost'])
    for (const atMost of ['', '0', '1.5', '1e4'])
      expect(Object.keys(ruleErrors({ ...draft, atMost }))).toEqual(['atMost'])
    for (const atMost of ['1', '1000']) expect(ruleErrors({ ...draft, atMost })).toEqual({})
  })
})

describe('texts of rules', () => {
  const { filter } = view
  const rule = { days: [1], at: '07:00', filter, atMost: 200, action: 'deactivate' as const }

  it('describe in one sentence what a rule will do', () => {
    expect(ruleSummary(rule).replaceAll(/[\u2066-\u2069]/g, '')).toBe(
      'Every Monday at 7:00 AM (this computer’s time), Latchkey loads the user list and proposes: Deactivate at most 200 ' +
        'users matching Active · Humans only · Exclude external users · Inactive for at least 90 days. ' +
        'If it isn’t open then, it does so when you next open it. You’ll find the proposal here and on Home. ' +
        'Nothing happens until you start it.',
    )
  })

  it('list the days', () => {
    expect(ruleTimeText({ days: [1, 4], at: '17:30' })).toMatch(
      /^Every Monday and Thursday at 5:30/,
    )
    expect(ruleTimeText({ days: [1, 2, 3, 4, 5, 6, 7], at: '00:05' })).toMatch(
      /^Every day at 12:05/,
    )
  })

  it('count missed times by their weekday', () => {
    expect(missedText(rule, undefined)).toBeUndefined()
    expect(missedText(rule, 1)).toBe('1 Monday missed')
    expect(missedText(rule, 2)).toBe('2 Mondays missed')
    expect(missedText({ days: [7] }, 2)).toBe('2 Sundays missed')
    expect(missedText({ days: [1, 4] }, 2)).toBe('2 times missed')
  })

  it('state the outcome of a check', () => {
    expect(ruleOutcomeText({ at: 0, outcome: 'proposed', count: 1 })).toBe('Proposed 1 user')
    expect(ruleOutcomeText({ at: 0, outcome: 'failed', why: 'Latchkey is locked.' })).toBe(
      'Nothing proposed: Latchkey is locked.',
    )
  })
})
