import { afterEach, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../start.ts'
import { startSeededSandbox } from './seeded-sandbox.ts'

const running: Sandbox[] = []
const keep = (sandbox: Sandbox) => {
  running.push(sandbox)
  return sandbox
}
afterEach(() => Promise.all(running.splice(0).map((sandbox) => sandbox.stop())))

const noon = new Date('2025-07-01T12:00:00.000Z')
const options = { users: 40, seed: 7, flavor: 'gitlab', now: () => noon } as const

async function users({ url, tokens }: Sandbox, method = 'GET', path = ''): Promise<unknown> {
  const headers = { 'private-token': tokens.admin }
  const response = await fetch(`${url}/api/v4/users${path}?per_page=100`, { method, headers })
  const text = await response.text()
  return text && JSON.parse(text.replaceAll(url, ''))
}

it('has the data of a sandbox that was filled anew, and passes no changes on', async () => {
  const fresh = keep(await startSandbox(options))
  const first = keep(await startSeededSandbox(options))
  expect(first.tokens).toEqual(fresh.tokens)
  expect(await users(first)).toEqual(await users(fresh))
  await users(first, 'POST', '/2/block')
  const second = keep(await startSeededSandbox(options))
  expect(await users(second)).toEqual(await users(fresh))
  expect(await users(second)).not.toEqual(await users(first))
})
