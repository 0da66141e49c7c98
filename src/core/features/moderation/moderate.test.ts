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
  service = await startService({ flavour: 'gitlab', users: 150 })
  harness = await createHarness(service)
})
afterAll(async () => {
  await harness.end()
  await service.end()
})

const cases = moderationActions.flatMap((action) => states.map((state) => ({ action, state })))

it.each(cases)('$action of a user who is $state ends in the state of the service', async (one) => {
  const { action, state } = one
  const person = service.someone(state, cases.indexOf(one))
  const seen = { ...person, two_factor_enabled: true, last_activity_on: null }
  const objection = objectionTo(action, seen, { id: 1, now: harness.clock.now() })
  if (objection) {
    expect(harness.refusalOf(() => harness.enqueue(action, person))).toMatchObject({
      kind: 'conflict',
      message: textOf(objection.text),
    })
    expect(service.person(person.id)?.state).toBe(state)
    return
  }
  const queued = harness.enqueue(action, person)
  const ended = await harness.settled(queued)
  expect(ended.state).toBe('done')
  const { becomes } = moderationRules[action]
  const after = service.person(person.id)!
  if (action === 'disable_two_factor') expect(after.two_factor_enabled).toBe(0)
  if (becomes === 'gone') {
    expect(ended.failure?.message).toMatch(/accepted the deletion/)
    service.skipMinutes(2)
    await fetch(`${service.url}/api/v4/user`)
    expect(service.person(person.id)).toBeUndefined()
  } else expect(ended.after).toBe(after.state)
  if (becomes && becomes !== 'gone') expect(after.state).toBe(becomes)
})
