import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { createBrowserHost } from './host-browser.ts'
import { createLatchkeyClient, failureOf } from '../latchkey.ts'
import { createTabSession } from './tab-session.ts'
import { openTab } from '../../testing/tab-page.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Serves a page from a test server and resolves its requests against the server’s address. */
async function serve(handler: Handler, first = new Map<string, Envelope>()) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    handler(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  closers.push(close)
  const page = openTab(origin, new Map([['latchkey-tab', 'secret']]))
  closers.push(page.close)
  const tab = createTabSession(page)
  const takeFirst = (name: string) => {
    const response = first.get(name)
    first.delete(name)
    return response
  }
  return {
    ...createBrowserHost(
      { send: tab.send, takeFirst },
      { pauseMs: 20, firstCatchUpMs: 20, pollMs: 20 },
    ),
    onRefused: tab.onRefused,
    runTimeouts: page.runTimeouts,
    close,
  }
}

const answer = (response: ServerResponse, value: unknown) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value))

it('sends operation, input and account, and unwraps the response', async () => {
  const { host } = await serve((request, response, body) => {
    expect(request.method).toBe('POST')
    answer(response, { ok: true, value: { id: 7, requestNames: JSON.parse(body) } })
  })
  const user = await createLatchkeyClient(host)('work').user.get()
  expect(user).toEqual({ id: 7, requestNames: { name: 'user.get', input: {}, account: 'work' } })
})

it('uses each preloaded response once instead of sending a request', async () => {
  let calls = 0
  const { host } = await serve(
    (request, response) => {
      if (request.url === '/invoke') calls += 1
      answer(response, { ok: true, value: 'asked' })
    },
    new Map([['lock.state', { ok: true, value: 'known' }]]),
  )
  const { lock } = createLatchkeyClient(host)()
  expect([await lock.state(), await lock.state(), calls]).toEqual(['known', 'asked', 1])
})

it('polls for a slow response until it arrives', async () => {
  let pollCount = 0
  const { host } = await serve((request, response, body) => {
    if (request.url === '/invoke') {
      expect(request.headers.prefer).toBe('respond-async')
      response.statusCode = 202
      return answer(response, { id: 'late' })
    }
    expect([request.url, JSON.parse(body)]).toEqual(['/answer', { id: 'late' }])
    pollCount += 1
    if (pollCount === 1) return response.writeHead(202).end()
    answer(response, { ok: true, value: { id: 7 } })
  })
  expect(await host.invoke('user.get', {})).toEqual({ ok: true, value: { id: 7 } })
  expect(pollCount).toBe(2)
})

it('reports the host as unreachable if it stops before a slow response arrives', async () => {
  const { host } = await serve((request, response) => {
    if (request.url !== '/invoke') return response.destroy()
    response.statusCode = 202
    answer(response, { id: 'late' })
  })
  expect(await host.invoke('user.get', {})).toMatchObject({
    ok: false,
    failure: { message: 'Can’t reach Latchkey.' },
  })
})

it('throws the failure from the response', async () => {
  const failure = { kind: 'offline', message: 'a.example is not reachable.' }
  const { host } = await serve((_, response) => answer(response, { ok: false, failure }))
  await createLatchkeyClient(host)('work')
    .user.get()
    .then(
      () => expect.unreachable(),
      (error) => expect(failureOf(error)).toEqual(failure),
    )
})

it('reports the host as unreachable if it has stopped', async () => {
  const { host, close } = await serve(() => undefined)
  close()
  expect(await host.invoke('accounts.list', {})).toMatchObject({
    ok: false,
    failure: { kind: 'unexpected', message: 'Can’t reach Latchkey.' },
  })
})

it('treats a 401 response as a rejection of the page', async () => {
  const { host, onRefused, runTimeouts } = await serve((_, response) =>
    response.writeHead(401).end(),
  )
  const refused = vi.fn()
  onRefused(refused)
  const answer = host.invoke('accounts.list', {})
  await vi.waitUntil(() => {
    runTimeouts()
    return refused.mock.calls.length > 0
  })
  expect(await answer).toMatchObject({ ok: false })
  expect(refused).toHaveBeenCalledOnce()
})

it('treats an invalid response as a failure, never as data', async () => {
  const { host } = await serve((_, response) => response.end('<html>'))
  expect(await host.invoke('accounts.list', {})).toMatchObject({ ok: false })
})

it('receives events, and fetches missed state on each connection', async () => {
  const streams: ServerResponse[] = []
  const { host } = await serve((request, response, body) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      return streams.push(response)
    }
    const { name } = JSON.parse(body)
    answer(response, { ok: true, value: name === 'connectivity.list' ? [] : { theme: name } })
  })
  const settings = vi.fn()
  const stop = host.on('settings', settings)
  await vi.waitFor(() => expect(settings).toHaveBeenCalledWith({ theme: 'settings.get' }))
  settings.mockClear()
  streams[0]!.write('event: settings\ndata: {"theme":"dark"}\n\n')
  await vi.waitFor(() => expect(settings).toHaveBeenCalledWith({ theme: 'dark' }))

  streams[0]!.destroy()
  await vi.waitFor(() => expect(settings).toHaveBeenCalledWith({ theme: 'settings.get' }))

  stop()
  streams[1]!.write('event: settings\ndata: {"theme":"light"}\n\nevent: accounts\ndata: {}\n\n')
  const accounts = vi.fn()
  host.on('accounts', accounts)
  streams[1]!.write('event: accounts\ndata: {"accounts":[]}\n\n')
  await vi.waitFor(() => expect(accounts).toHaveBeenCalled())
  expect(settings).not.toHaveBeenCalledWith({ theme: 'light' })
})

it('fetches each account’s status after a reconnect, but not on the first connection', async () => {
  const streams: ServerResponse[] = []
  const requestNames: string[] = []
  const { host } = await serve((request, response, body) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      return streams.push(response)
    }
    const { name, account } = JSON.parse(body)
    requestNames.push(name)
    if (account === 'offline') {
      return answer(response, { ok: false, failure: { kind: 'offline', message: 'Offline.' } })
    }
    if (name === 'connectivity.list') return answer(response, { ok: true, value: [] })
    const accounts = [{ id: 'offline' }, { id: 'work' }]
    answer(response, { ok: true, value: account ? { message: 'Away' } : { accounts } })
  })
  const onStatus = vi.fn()
  const onVisit = vi.fn()
  host.on('status', onStatus)
  // The state for `visit` is fetched last.
  host.on('visit', onVisit)
  await vi.waitFor(() => expect(onVisit).toHaveBeenCalled())
  expect(requestNames).not.toContain('ownStatus.get')
  streams[0]!.destroy()
  await vi.waitFor(() =>
    expect(onStatus).toHaveBeenCalledWith({ account: 'work', status: { message: 'Away' } }),
  )
  expect(onStatus).toHaveBeenCalledOnce()
})

it('reports when the host becomes unreachable and reachable again', async () => {
  let isGone = false
  const streams: ServerResponse[] = []
  const { host, onReachable } = await serve((request, response) => {
    if (isGone) return response.destroy()
    if (request.url !== '/events') return answer(response, { ok: true, value: [] })
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
    streams.push(response)
  })
  const reachability: boolean[] = []
  onReachable((isReachable) => reachability.push(isReachable))
  host.on('settings', () => undefined)
  await vi.waitFor(() => expect(reachability).toEqual([true]))
  isGone = true
  streams[0]!.destroy()
  await vi.waitFor(() => expect(reachability).toContain(false))
  isGone = false
  await vi.waitFor(() => expect(reachability.at(-1)).toBe(true))
})
