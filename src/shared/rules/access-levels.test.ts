import { expect, it } from 'vitest'
import { accessLevelMessage, accessLevels, ownerLevel } from './access-levels.ts'

it.each([
  [0, 'users.accessNone'],
  [20, 'users.accessReporter'],
  [25, 'users.accessSecurityManager'],
  [30, 'users.accessDeveloper'],
  [ownerLevel, 'users.accessOwner'],
])('access level %i has a name', (level, id) => {
  expect(accessLevelMessage(level)).toEqual({ id })
})

it('an unknown access level is shown with its number', () => {
  expect(accessLevelMessage(27)).toEqual({ id: 'users.accessLevel', values: { level: '27' } })
  expect(accessLevelMessage(null)).toEqual({ id: 'users.accessUnknown' })
})

it('access levels are in order, and those of members have names for files', () => {
  const roles = Object.values(accessLevels).flatMap(({ role }) => role ?? [])
  expect(roles).toEqual([
    ...['minimal', 'guest', 'planner', 'reporter', 'security_manager', 'developer'],
    ...['maintainer', 'owner'],
  ])
})
