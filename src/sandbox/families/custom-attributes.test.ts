import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../start.ts'
import { startSeededSandbox } from '../testing/seeded-sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await startSeededSandbox({ users: 0 })))
afterAll(() => sandbox.stop())

async function ask(method: string, path: string, body?: object, token = sandbox.tokens.admin) {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': token, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const text = await answer.text()
  return [answer.status, text && JSON.parse(text)] as const
}

it('sets, replaces, reads, and removes a custom attribute', async () => {
  const path = '/users/1/custom_attributes/cost.center'
  expect(await ask('PUT', path, { value: '4711' })).toEqual([
    200,
    { key: 'cost.center', value: '4711' },
  ])
  expect(await ask('PUT', path, { value: '4712' })).toMatchObject([200, { value: '4712' }])
  expect(await ask('GET', path)).toEqual([200, { key: 'cost.center', value: '4712' }])
  const [, user] = await ask('GET', '/users/1?with_custom_attributes=true')
  expect(user.custom_attributes).toContainEqual({ key: 'cost.center', value: '4712' })
  expect(await ask('DELETE', path)).toEqual([204, ''])
  expect(await ask('GET', path)).toEqual([404, { message: '404 Not found' }])
  expect(await ask('DELETE', path)).toEqual([404, { message: '404 Not found' }])
})

it('rejects custom attributes without a value, for unknown users, and from other users', async () => {
  const path = '/users/1/custom_attributes/team'
  expect(await ask('PUT', path, {})).toEqual([400, { error: 'value is missing' }])
  expect(await ask('PUT', path, { value: ' ' })).toEqual([
    400,
    { message: { value: [`can't be blank`] } },
  ])
  expect((await ask('GET', '/users/9999/custom_attributes/team'))[0]).toBe(404)
  expect((await ask('PUT', path, { value: 'x' }, sandbox.tokens.user))[0]).toBe(403)
})
