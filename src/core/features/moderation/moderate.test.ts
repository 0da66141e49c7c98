import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '../../platform/messages.ts'
import {
  moderationActions,
  moderationRules,
  objectionTo,
} from '../../../shared/rules/moderation.ts'
import {
  type Service,
  type Harness,
  createHarness,
  startService,
  states,
} from './testing/harness.ts'

let service: Service
let harness: Harness
beforeAll(async () => {
  service = await startService({ flavor: 'gitlab', users: 150 })
  harness = await createHarness(service)
})
afterAll(async () => {
  await harness.end()
  await service.end()
})

const cases = moderationActions.flatMap((action) => states.map((state) => ({ action, state })))

it.each(cases)('matches GitLab’s state after $action on a user who is $state', async (one) => {
  const { action, state } = one
  const user = service.someone(state, cases.indexOf(one))
  const seen = { ...user, two_factor_enabled: true, last_activity_on: null }
  const objection = objectionTo(action, seen, { id: 1, now: harness.clock.now() })
  if (objection) {
    expect(harness.refusalOf(() => harness.enqueue(action, user))).toMatchObject({
      kind: 'conflict',
      message: textOf(objection.text),
    })
    expect(service.user(user.id)?.state).toBe(state)
    return
  }
  const queued = harness.enqueue(action, user)
  const ended = await harness.settled(queued)
  expect(ended.state).toBe('done')
  const { resultingState } = moderationRules[action]
  const after = service.user(user.id)!
  if (action === 'disable_two_factor') expect(after.two_factor_enabled).toBe(0)
  if (resultingState === 'gone') {
    expect(ended.failure?.message).toMatch(/accepted the deletion/)
    service.skipMinutes(2)
    await fetch(`${service.url}/api/v4/user`)
    expect(service.user(user.id)).toBeUndefined()
  } else expect(ended.after).toBe(after.state)
  if (resultingState && resultingState !== 'gone') expect(after.state).toBe(resultingState)
})
