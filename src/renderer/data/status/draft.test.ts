import { expect, it } from 'vitest'
import { clearChoice, draftOf, formOf, keepsPast, originalStatus, visibleStatus } from './draft.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

it('hides what has expired or says nothing', () => {
  const status = { emoji: 'palm_tree', message: null, clear_status_at: '2026-11-20T12:00:01Z' }
  expect(visibleStatus(status, now)).toBe(status)
  expect(visibleStatus(status, now + 1000)).toBeUndefined()
  expect(
    visibleStatus({ emoji: null, message: null, availability: 'not_set' }, now),
  ).toBeUndefined()
  expect(visibleStatus(undefined, now)).toBeUndefined()
})

it('counts someone who is only busy as having a status', () => {
  const status = { availability: 'busy' }
  expect(visibleStatus(status, now)).toBe(status)
  expect(draftOf(status)).toEqual({ emoji: '', message: '', busy: true })
})

it('sends the time that is set now as one to keep, and says when it is over', () => {
  const clear_status_at = '2026-11-20T13:00:00.000Z'
  const form = formOf({ emoji: 'coffee', clear_status_at })
  expect(form).toEqual({ emoji: 'coffee', message: '', busy: false, clear: clear_status_at })
  expect(originalStatus(form)).toMatchObject({ emoji: 'coffee', clear_status_at })
  expect(clearChoice(form)).toBe('keep')
  expect([keepsPast(form, now), keepsPast(form, now + 3_600_000)]).toEqual([false, true])
  for (const [clear, choice] of [
    ['', 'never'],
    ['3_hours', '3_hours'],
  ] as const) {
    expect(clearChoice({ ...form, clear })).toBe(choice)
    expect(keepsPast({ ...form, clear }, Infinity)).toBe(false)
  }
  expect(originalStatus(formOf(undefined))).toMatchObject({ clear_status_at: null })
})
