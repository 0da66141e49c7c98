import { expect, it } from 'vitest'
import { formatGroups, parseGroups } from './further-columns.ts'

it('reads and writes groups with each role, including Security Manager', () => {
  const text = 'docs:guest; platform/backend:security_manager; platform:owner'
  expect(parseGroups(text)).toEqual([
    { group: 'docs', level: 10 },
    { group: 'platform/backend', level: 25 },
    { group: 'platform', level: 50 },
  ])
  expect(
    formatGroups(parseGroups(text) as Exclude<ReturnType<typeof parseGroups>, { id: string }>),
  ).toBe(text)
  expect(parseGroups('docs:administrator')).toEqual({
    id: 'onboarding.unknownRole',
    values: { role: 'administrator' },
  })
})
