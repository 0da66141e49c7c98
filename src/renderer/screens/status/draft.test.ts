import { expect, it } from 'vitest'
import { draftOf, visibleStatus } from './draft.ts'

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
