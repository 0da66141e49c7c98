import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestHost, startTestHost } from '../../../serve/testing/test-host.ts'
import { firstCalls } from '../../../shared/operations/host.ts'
import { createTabSession } from './tab-session.ts'
import { type TestTab, openTab } from '../../testing/tab-page.ts'

let host: TestHost
const tabs: TestTab[] = []
beforeEach(async () => void (host = await startTestHost()))
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.close()
  await host.stop()
})

/** Opens a tab. Passing another tab’s storage simulates reloading that tab. */
function tabOf(storage?: Map<string, string>) {
  const page = openTab(host.origin, storage)
  tabs.push(page)
  const refused = vi.fn()
  const joined = vi.fn()
  const session = createTabSession(page)
  session.onRefused(refused)
  session.onJoined(joined)
  return { ...session, page, refused, joined }
}

const newKey = () => new URL(host.oneTimeUrl().url).hash.slice('#key='.length)
const call = async (tab: ReturnType<typeof tabOf>) =>
  (
    await tab.send('/invoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'settings.get' }),
    })
  ).status

/** Makes a call that no other tab can help with; returns its status. */
async function callAlone(tab: ReturnType<typeof tabOf>) {
  let status: number | undefined
  void call(tab).then((answer) => (status = answer))
  return vi.waitUntil(() => {
    tab.page.runTimeouts()
    return status
  })
}

/** Waits until a tab asks the others for a key. */
async function nextQuestion(): Promise<void> {
  const page = openTab(host.origin)
  tabs.push(page)
  const channel = new page.BroadcastChannel('latchkey')
  await new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }))
}

/** Replaces the host with a new one at the same address that recognizes none of the tabs. */
async function restart(): Promise<void> {
  const { port } = new URL(host.origin)
  await host.stop()
  host = await startTestHost(Number(port))
}

describe('tab session', () => {
  it('accepts a key only once', async () => {
    const tab = tabOf()
    const key = newKey()
    expect(await tab.enter(key)).toBe('entered')
    expect(await call(tab)).toBe(200)
    expect(await tab.enter(key)).toBe('stale')
    expect(await call(tab)).toBe(200)
    expect(tab.refused).not.toHaveBeenCalled()
  })

  it('receives preloaded responses with its secret, and serves each one once', async () => {
    const tab = tabOf()
    const takeAll = () => firstCalls.map((name) => tab.takeFirst(name, {})?.ok)
    expect(takeAll()).toEqual(firstCalls.map(() => undefined))
    await tab.enter(newKey())
    expect(tab.takeFirst('settings.get', {}, 'an account')).toBeUndefined()
    expect(tab.takeFirst('settings.get', { all: true })).toBeUndefined()
    expect(takeAll()).toEqual(firstCalls.map(() => true))
    expect(takeAll()).toEqual(firstCalls.map(() => undefined))
  })

  it('discards unclaimed preloaded responses', async () => {
    const tab = tabOf()
    await tab.enter(newKey())
    expect(tab.first()).not.toEqual([])
    tab.page.runTimeouts()
    expect(tab.first()).toEqual([])
  })

  it('stays signed in after a reload', async () => {
    const tab = tabOf()
    await tab.enter(newKey())
    tab.page.close()
    const reloaded = tabOf(tab.page.storage)
    expect(await call(reloaded)).toBe(200)
  })

  it('signs in through another tab, and stays signed in after that tab closes', async () => {
    const first = tabOf()
    await first.enter(newKey())
    const second = tabOf()
    expect(await call(second)).toBe(200)
    first.page.close()
    expect(await call(second)).toBe(200)
    expect(second.page.storage).not.toEqual(first.page.storage)
    expect(host.logged).toEqual([])
  })

  it('requests one key for several concurrent calls', async () => {
    const first = tabOf()
    await first.enter(newKey())
    const sent = vi.spyOn(first.page, 'fetch')
    const second = tabOf()
    expect(await Promise.all([call(second), call(second), call(second)])).toEqual([200, 200, 200])
    expect(sent.mock.calls.map(([path]) => path)).toEqual(['/keys'])
  })

  it('is rejected when no other tab is signed in', async () => {
    const tab = tabOf()
    tabOf()
    expect(await callAlone(tab)).toBe(401)
    expect(tab.refused).toHaveBeenCalledOnce()
  })

  it('is rejected by a restarted host until it gets a new key', async () => {
    const tab = tabOf()
    await tab.enter(newKey())
    await restart()
    expect(await callAlone(tab)).toBe(401)
    expect(tab.refused).toHaveBeenCalledOnce()
    expect(await tab.enter(newKey())).toBe('entered')
    expect(await call(tab)).toBe(200)
    expect(tab.refused).toHaveBeenCalledOnce()
  })

  it('signs a rejected tab in again as soon as another tab signs in', async () => {
    const [one, other] = [tabOf(), tabOf()]
    await one.enter(newKey())
    await other.enter(newKey())
    await restart()
    expect(await Promise.all([callAlone(one), callAlone(other)])).toEqual([401, 401])
    await one.enter(newKey())
    await vi.waitUntil(() => other.joined.mock.calls.length > 0)
    expect(await call(other)).toBe(200)
    expect(one.joined).not.toHaveBeenCalled()
  })

  it('signs a rejected tab in even if it requested a key before the other tab signed in', async () => {
    const [one, other] = [tabOf(), tabOf()]
    await one.enter(newKey())
    await other.enter(newKey())
    await restart()
    expect(await callAlone(other)).toBe(401)
    const question = nextQuestion()
    const calling = call(other)
    await question
    await one.enter(newKey())
    expect(await calling).toBe(200)
    expect(other.joined).toHaveBeenCalledOnce()
  })

  it('retries a rejected call once it has a new key', async () => {
    const tab = tabOf()
    await tab.enter(newKey())
    await restart()
    const question = nextQuestion()
    const calling = call(tab)
    await question
    await tab.enter(newKey())
    tab.page.runTimeouts()
    expect(await calling).toBe(200)
    expect(tab.refused).not.toHaveBeenCalled()
  })

  it('works without sessionStorage', async () => {
    const page = openTab(host.origin)
    tabs.push(page)
    const blocked = () => {
      throw new DOMException('The request was denied.', 'SecurityError')
    }
    Object.defineProperty(page, 'sessionStorage', { get: blocked })
    const tab = createTabSession(page)
    expect(await tab.enter(newKey())).toBe('entered')
    expect((await tab.send('/keys', { method: 'POST' })).status).toBe(201)
  })

  it('reports that the host isn’t responding', async () => {
    const tab = tabOf()
    const key = newKey()
    await host.stop()
    expect(await tab.enter(key)).toBe('not-answering')
    host = await startTestHost()
  })
})
