import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Fate, type Proxy, startProxy } from './testing/proxy.ts'
import { type Service, type Harness, createHarness, startService } from './testing/harness.ts'

const lacksPermission: Fate = {
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    error: 'insufficient_granular_scope',
    error_description:
      'Access denied: Your Personal Access Token lacks the required permissions: [block_user].',
  }),
}

let service: Service
let proxy: Proxy
let harness: Harness
beforeEach(async () => {
  service = await startService({ users: 60 })
  const { token } = await service.ask('POST', '/users/1/personal_access_tokens', {
    name: 'fine-grained',
    scopes: ['api', 'admin_mode'],
  })
  const fineGrained = String(token)
  proxy = await startProxy(service.url, (passing) =>
    passing.method === 'POST' && passing.token === fineGrained ? lacksPermission : 'pass',
  )
  harness = await createHarness(service, { through: proxy.url, token: fineGrained })
})
afterEach(async () => {
  await harness.end()
  await proxy.stop()
  await service.end()
})

it('keeps an action that the token lacks permission for, and sends it once a better token is set', async () => {
  const user = service.someone('active')
  const queued = harness.enqueue('block', user)
  await harness.until(() => harness.queue.summary().waiting !== undefined)
  expect(harness.queue.summary().waiting).toMatchObject({
    reason: 'insufficient-scope',
    message: 'This token lacks a permission: [block_user].',
  })
  expect(harness.get(queued.id).state).toBe('ready')

  harness.target.token = service.tokens.admin
  harness.throttle.resume()
  harness.queue.release()
  expect(await harness.settled(queued)).toMatchObject({ state: 'done' })
  expect(service.user(user.id)!.state).toBe('blocked')
  expect(proxy.accepted.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
