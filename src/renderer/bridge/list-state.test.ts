import { expect, it } from 'vitest'
import { distinctFailures } from './list-state.ts'

it('shows the failure of loading and of acting once where they say the same', () => {
  const offline = { kind: 'offline', message: 'Can’t reach git.example.com.' } as const
  const refused = { kind: 'forbidden', message: 'GitLab refused it.' } as const
  expect(distinctFailures(offline, [{ ...offline }, offline])).toEqual({
    load: undefined,
    actions: [offline],
  })
  expect(distinctFailures(offline, [refused])).toEqual({ load: offline, actions: [refused] })
  expect(distinctFailures(undefined, [])).toEqual({ load: undefined, actions: [] })
})
