import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { json, startServer } from '../core/testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../core/testing/latchkey.ts'
import { testLog } from '../core/testing/log.ts'
import { type FirstAnswer, firstCalls, homeCalls, homeReads } from '../shared/operations/host.ts'
import { type BrowserHost, startBrowserHost } from './server.ts'
import { type TestPage, openTestPage, postJson } from './testing/test-page.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
const page = join(root, 'page')
let latchkey: TestLatchkey
let host: BrowserHost
let origin: string
let ownPage: TestPage
beforeAll(async () => {
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<!doctype html><html lang="en"><title>Latchkey</title>')
  writeFileSync(join(page, 'assets/app.js'), 'export {}')
  writeFileSync(join(page, 'notes.txt'), 'not part of the page')
  writeFileSync(join(root, 'secret.html'), 'outside')
  latchkey = createTestLatchkey()
  host = await startBrowserHost({
    latchkey,
    log: testLog(() => undefined),
    pageFolder: page,
    port: 0,
    sleep: () => new Promise(() => undefined),
  })
  origin = host.origin
  ownPage = await openTestPage(host)
})
afterAll(async () => {
  await host.stop()
  await latchkey.close()
  rmSync(root, { recursive: true })
})

/** Sends a request with a path and headers that `fetch` would normalize or reject. */
function raw(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(origin)
    request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
      .on('error', reject)
      .end()
  })
}

describe('page', () => {
  it('is served from an allow-list with its policy', async () => {
    const answer = await fetch(`${origin}/`)
    expect(await answer.text()).toContain('<title>Latchkey</title>')
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect((await fetch(`${origin}/assets/app.js`)).headers.get('content-type')).toMatch(
      /javascript/,
    )
  })

  it('is served in the selected theme, even while locked', async () => {
    const read = async () => (await fetch(`${origin}/`)).text()
    expect(await read()).not.toContain('color-scheme')
    await latchkey.value('settings.set', { theme: 'dark' })
    await latchkey.value('lock.lock')
    expect(await read()).toMatch(/<html [^>]*style="color-scheme: dark">/)
    await latchkey.value('lock.unlock')
    await latchkey.value('settings.set', { theme: 'system' })
    expect(await read()).not.toContain('color-scheme')
  })

  it.each([
    '/notes.txt',
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/assets/..%2f..%2fsecret.html',
  ])('returns 404 for %s', async (path) =>
    expect(await raw(path, { host: new URL(origin).host })).toBe(404),
  )
})

it("server requires a tab's secret for calls and events", async () => {
  const call = { name: 'accounts.list' }
  expect((await postJson(`${origin}/invoke`, call)).status).toBe(401)
  expect((await fetch(`${origin}/events`)).status).toBe(401)
  const answer = await ownPage.post('/invoke', call)
  expect(await answer.json()).toMatchObject({ ok: true, value: { accounts: [] } })
})

it('server signs a page in without waiting for slow first responses', async () => {
  const otherCalls = firstCalls.filter((name) => name !== 'accounts.list')
  let answers = 0
  const invoke: TestLatchkey['invoke'] = async (name, ...rest) => {
    if (name === 'accounts.list') return new Promise(() => undefined)
    const answer = await latchkey.invoke(name, ...rest)
    answers += 1
    return answer
  }
  const slow = await startBrowserHost({
    latchkey: { ...latchkey, invoke },
    log: testLog(() => undefined),
    pageFolder: page,
    port: 0,
    sleep: async () => void (await vi.waitUntil(() => answers === otherCalls.length)),
  })
  answers = 0
  const key = new URL(slow.oneTimeUrl().url).hash.slice('#key='.length)
  const answer = await postJson(`${slow.origin}/enter`, { key })
  const { first } = (await answer.json()) as { first: FirstAnswer[] }
  expect(first.map(({ name }) => name)).toEqual(otherCalls)
  expect((await postJson(`${slow.origin}/enter`, { key })).status).toBe(401)
  await slow.stop()
})

it('server signs a page in with cached Home data of the last account', async () => {
  const service = await startServer((request, response) => {
    const isStatus = request.url?.endsWith('/user/status')
    json(response, 200, isStatus ? { emoji: 'tea' } : { id: 1, username: 'ada', name: 'Ada' })
  })
  const { id } = await latchkey.value<{ id: string }>('accounts.add', {
    baseUrl: service.url,
    token: 'glpat-x',
  })
  await latchkey.invoke('ownStatus.get', {}, id)
  await service.stop()
  await latchkey.invoke('settings.set', { lastAccount: id })
  const key = new URL(host.oneTimeUrl().url).hash.slice('#key='.length)
  const answer = await postJson(`${origin}/enter`, { key })
  const { first } = (await answer.json()) as { first: FirstAnswer[] }
  expect(first).toContainEqual({
    ...{ name: 'cache.read', input: { name: 'ownStatus.get', input: {} }, account: id },
    answer: { ok: true, value: { answer: expect.objectContaining({ value: { emoji: 'tea' } }) } },
  })
  const ofAccount = first.filter(({ account }) => account === id).map(({ name }) => name)
  expect(ofAccount).toEqual([...homeReads.map(() => 'cache.read'), ...homeCalls])
  await latchkey.invoke('accounts.signOut', { id })
})

describe('call', () => {
  it('must be a JSON object of limited size', async () => {
    const form = { 'content-type': 'text/plain' }
    expect((await ownPage.post('/invoke', { name: 'accounts.list' }, form)).status).toBe(415)
    expect((await ownPage.post('/invoke', 'text')).status).toBe(400)
    expect((await ownPage.post('/invoke', 'x'.repeat(17 * 1024 * 1024))).status).toBe(413)
  })
})

describe('slow call', () => {
  it('returns an ID for fetching its response later', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const slow = await startServer(async (_, response) => {
      await released
      json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
    })
    const headers = { prefer: 'respond-async' }
    const call = { name: 'accounts.add', input: { baseUrl: slow.url, token: 'glpat-x' } }
    const late = await ownPage.post('/invoke', call, headers)
    expect(late.status).toBe(202)
    const { id } = (await late.json()) as { id: string }
    expect((await ownPage.post('/answer', { id }, headers)).status).toBe(202)
    expect((await postJson(`${origin}/answer`, { id })).status).toBe(401)
    expect((await ownPage.post('/answer', { id: 'no such call' }, headers)).status).toBe(404)
    release()
    await expect
      .poll(async () =>
        (await ownPage.post('/answer', { id }, headers)).json().catch(() => undefined),
      )
      .toMatchObject({ ok: true, value: { user: { username: 'ada' } } })
    expect((await ownPage.post('/answer', { id }, headers)).status).toBe(404)
    await slow.stop()
  })
})

describe('events', () => {
  it('reach the page as they happen', async () => {
    const reader = await ownPage.events()
    await latchkey.value('settings.set', { theme: 'dark' })
    expect((await reader.read()).value).toMatch(
      /^event: settings\ndata: \{"language":"system","theme":"dark",[^\n]+\}\n\n$/,
    )
    await reader.cancel()
  })
})
