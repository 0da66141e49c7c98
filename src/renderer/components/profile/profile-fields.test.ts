import { expect, it } from 'vitest'
import type { CurrentUser } from '../../../shared/gitlab/user-fields.ts'
import { fieldText } from './field-text.ts'
import { profileGroups } from './profile-fields.ts'

const user: CurrentUser = {
  id: 7,
  username: 'ada',
  name: 'Ada Lovelace',
  state: 'active',
  bio: '',
  location: null,
  created_by: null,
  confirmed_at: null,
  identities: [{ provider: 'ldapmain', extern_uid: 'uid=ada' }],
  two_factor_enabled: false,
  theme_id: 99,
  shared_runners_minutes_limit: 0,
  last_activity_on: '2026-11-20',
}
const group = (title: string) => profileGroups(user).find((one) => one.title === title)!
const text = (title: string, key: string) =>
  fieldText(
    group(title).filled.find((field) => field.key === key)!,
    0,
  )

it('distinguishes empty fields from missing ones', () => {
  expect(group('About').empty).toEqual(['Location', 'Bio'])
  expect(group('About').filled.map(({ key }) => key)).toEqual(['name', 'username'])
  expect(profileGroups(user).map(({ title }) => title)).not.toContain('Contact')
})

it('treats false, null creators and limits as values', () => {
  expect(text('Security', 'two_factor_enabled')).toBe('No')
  expect(text('Account', 'created_by')).toBe('Self-registered')
  expect(text('Limits and appearance', 'shared_runners_minutes_limit')).toBe('Unlimited')
})

it('labels the state', () => {
  expect(text('Account', 'state')).toBe('Active')
})

it('shows that an email is unconfirmed instead of omitting it', () => {
  expect(text('Security', 'confirmed_at')).toBe('No')
  expect(group('Security').empty).not.toContain('Email confirmed')
})

it('shows unknown values unchanged', () => {
  expect(text('Limits and appearance', 'theme_id')).toBe('99')
  expect(text('Security', 'identities')).toBe('ldapmain: uid=ada')
})
