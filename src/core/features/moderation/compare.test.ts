import { expect, it } from 'vitest'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { compare } from './compare.ts'

const target = { id: 7, username: 'piotr' }

it.each([
  ['on', true, 'as-before'],
  ['off', false, 'reached'],
  ['not reported', undefined, 'as-before'],
  ['null', null, 'as-before'],
])(
  'two-factor authentication counts as disabled only if GitLab reports it as off (%s)',
  (_, two_factor_enabled, comparison) => {
    const current = { ...target, name: 'Piotr', state: 'active', two_factor_enabled }
    const user = current as UserForAdmins
    expect(compare({ action: 'disable_two_factor', target }, user)).toBe(comparison)
  },
)
