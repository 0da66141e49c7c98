import { expect, it } from 'vitest'
import {
  clearChoice,
  exactEnd,
  exactMoment,
  draftOf,
  emptyForm,
  expectedStatus,
  formOf,
  keepsPast,
  originalStatus,
  timedStatus,
  visibleStatus,
} from './draft.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

it('hides an expired or empty status', () => {
  const status = { emoji: 'palm_tree', message: null, clear_status_at: '2026-11-20T12:00:01Z' }
  expect(visibleStatus(status, now)).toBe(status)
  expect(visibleStatus(status, now + 1000)).toBeUndefined()
  expect(
    visibleStatus({ emoji: null, message: null, availability: 'not_set' }, now),
  ).toBeUndefined()
  expect(visibleStatus(undefined, now)).toBeUndefined()
})

it('shows a busy status without a message', () => {
  const status = { availability: 'busy' }
  expect(visibleStatus(status, now)).toBe(status)
  expect(draftOf(status)).toEqual({ emoji: '', message: '', busy: true })
})

it('keeps the current expiry as a choice, and reports when it has passed', () => {
  const clear_status_at = '2026-11-20T13:00:00.000Z'
  const form = formOf({ emoji: 'coffee', clear_status_at })
  expect(form).toEqual({ emoji: 'coffee', message: '', busy: false, clear: clear_status_at })
  expect(originalStatus(form)).toMatchObject({ emoji: 'coffee', clear_status_at })
  expect(clearChoice(form, now)).toBe('keep')
  expect([keepsPast(form, now), keepsPast(form, now + 3_600_000)]).toEqual([false, true])
  for (const [clear, choice] of [
    ['', 'never'],
    ['3_hours', '3_hours'],
  ] as const) {
    expect(clearChoice({ ...form, clear }, now)).toBe(choice)
    expect(keepsPast({ ...form, clear }, Infinity)).toBe(false)
  }
  expect(originalStatus(formOf(undefined))).toMatchObject({ clear_status_at: null })
})

it('predicts the resulting status with its expiry', () => {
  const lunch = { emoji: 'pizza', message: 'Lunch', busy: true }
  expect(expectedStatus({ ...lunch, clear: '30_minutes' }, now)).toEqual({
    emoji: 'pizza',
    message: 'Lunch',
    availability: 'busy',
    clear_status_at: '2026-11-20T12:30:00.000Z',
  })
  expect(expectedStatus({ ...lunch, clear: 'never' }, now).clear_status_at).toBeNull()
  const for2Hours = expectedStatus({ ...lunch, clear: '120_minutes' }, now)
  expect(for2Hours.clear_status_at).toBe('2026-11-20T14:00:00.000Z')
  const endsAt = now + 60_000
  const exactly = expectedStatus({ ...lunch, clear: '30_minutes', endsAt }, now)
  expect(exactly.clear_status_at).toBe('2026-11-20T12:01:00.000Z')
  const base = { clear_status_at: '2026-11-20T13:00:00Z' }
  expect(expectedStatus({ ...lunch, clear: 'keep', base }, now)).toMatchObject(base)
})

it('converts to a preset with the closest duration', () => {
  const form = { emoji: 'pizza', message: ' Lunch ', busy: false, clear: '30_minutes' }
  const lunch = { emoji: 'pizza', message: 'Lunch', busy: false }
  expect(timedStatus(form, now)).toEqual({ ...lunch, clear: '30_minutes' })
  expect(timedStatus({ ...form, clear: '' }, now)).toEqual({ ...lunch, clear: 'never' })
  const clear = '2026-11-20T14:40:00Z'
  expect(timedStatus({ ...form, clear }, now)).toEqual({ ...lunch, clear: '3_hours' })
  // Latchkey would clear it before GitLab does.
  expect(timedStatus({ ...form, clear }, now, now + 7_200_000).clear).toBe('120_minutes')
})

it('sends a duration long enough for an exact end', () => {
  const at = (ms: number) => ({ ...emptyForm, clear: exactEnd(now + ms) })
  expect(exactMoment(at(60_000).clear)).toBe(now + 60_000)
  expect(exactMoment('3_hours')).toBeUndefined()
  expect(clearChoice(at(60_000), now)).toBe('30_minutes')
  expect(clearChoice(at(30 * 60_000 + 1), now)).toBe('3_hours')
  expect(clearChoice(at(29.5 * 86_400_000), now)).toBe('30_days')
  expect(keepsPast(at(0), now)).toBe(true)
  expect(keepsPast(at(1), now)).toBe(false)
  expect(timedStatus(at(60_000), now).clear).toBe('30_minutes')
  expect(timedStatus(at(7_200_000), now).clear).toBe('120_minutes')
})
