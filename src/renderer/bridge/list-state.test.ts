import { expect, it } from 'vitest'
import { distinctFailures } from './list-state.ts'

it('shows a load failure once if an action failed for the same reason', () => {
  const offline = { kind: 'offline', message: 'Can’t reach git.example.com.' } as const
  const refused = { kind: 'forbidden', message: 'GitLab refused it.' } as const
  expect(distinctFailures(offline, [{ ...offline }, offline])).toEqual({
    load: undefined,
    actions: [offline],
  })
  expect(distinctFailures(offline, [refused])).toEqual({ load: offline, actions: [refused] })
  expect(distinctFailures(undefined, [])).toEqual({ load: undefined, actions: [] })
})
