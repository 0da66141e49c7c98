import { expect, it } from 'vitest'
import { userFacts } from './user-facts.ts'

const user = { id: 7, username: 'anna', name: 'Anna', state: 'active' }
const place = { locale: 'en-GB', timeZone: 'Europe/Berlin' }
const texts = (given: object) =>
  Object.fromEntries(
    userFacts({ ...user, ...given }, place).map(({ label, text }) => [label, text]),
  )

it('shows a user’s email, creation date, last sign-in and last activity', () => {
  const given = {
    email: 'anna@example.com',
    created_at: '2024-12-31T23:30:00Z',
    current_sign_in_at: '2026-05-02T08:00:00Z',
    last_sign_in_at: '2026-04-01T08:00:00Z',
    last_activity_on: '2026-05-03',
  }
  expect(texts(given)).toEqual({
    Email: 'anna@example.com',
    Created: '1 January 2025',
    'Last sign-in': '2 May 2026',
    'Last activity': '3 May 2026',
  })
})

it('shows “Never” for null dates and nothing for missing ones', () => {
  expect(texts({ last_sign_in_at: null, last_activity_on: null })).toEqual({
    'Last sign-in': 'Never',
    'Last activity': 'Never',
  })
  expect(texts({})).toEqual({})
})
