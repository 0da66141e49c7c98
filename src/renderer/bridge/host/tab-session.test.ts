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

/** A tab; with what another one left in its storage it is that one, loaded again. */
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

/** The status of a call for which a tab waits in vain for the others. */
async function callAlone(tab: ReturnType<typeof tabOf>) {
  let status: number | undefined
  void call(tab).then((answer) => (status = answer))
  return vi.waitUntil(() => {
    tab.page.runTimeouts()
    return status
  })
}

/** Waits until a tab asks the others. */
async function nextQuestion(): Promise<void> {
  const page = openTab(host.origin)
  tabs.push(page)
  const channel = new page.BroadcastChannel('latchkey')
  await new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }))
}

/** Ends the host and starts another one at the same address, which knows none of the tabs. */
async function restart(): Promise<void> {
  const { port } = new URL(host.origin)
  await host.stop()
  host = await startTestHost(Number(port))
}

describe('a tab', () => {
  it('gets in by a key, once', async () => {
    const tab = tabOf()
    const key = newKey()
    expect(await tab.enter(key)).toBe('entered')
    expect(await call(tab)).toBe(200)
    expect(await tab.enter(key)).toBe('stale')
    expect(await call(tab)).toBe(200)
    expect(tab.refused).not.toHaveBeenCalled()
  })

  it('gets the answers to what a page asks first along with its secret, each once', async () => {
    const tab = tabOf()
    const taken = () => firstCalls.map((name) => tab.takeFirst(name, {})?.ok)
    expect(taken()).toEqual(firstCalls.map(() => undefined))
    await tab.enter(newKey())
    expect(tab.takeFirst('settings.get', {}, 'an account')).toBeUndefined()
    expect(tab.takeFirst('settings.get', { all: true })).toBeUndefined()
    expect(taken()).toEqual(firstCalls.map(() => true))
    expect(taken()).toEqual(firstCalls.map(() => undefined))
  })

  it('forgets the answers that the first screen has not asked for', async () => {
    const tab = tabOf()
    await tab.enter(newKey())
    expect(tab.first()).not.toEqual([])
    tab.page.runTimeouts()
    expect(tab.first()).toEqual([])
  })

  it('is still in after a reload', async () => {
    const tab = tabOf()
    await tab.enter(newKey())
    tab.page.close()
    const reloaded = tabOf(tab.page.storage)
    expect(await call(reloaded)).toBe(200)
  })

  it('gets in through another tab of the same browser, and stays in without it', async () => {
    const first = tabOf()
    await first.enter(newKey())
    const second = tabOf()
    expect(await call(second)).toBe(200)
    first.page.close()
    expect(await call(second)).toBe(200)
    expect(second.page.storage).not.toEqual(first.page.storage)
    expect(host.logged).toEqual([])
  })

  it('asks once for all that it sends at the same time', async () => {
    const first = tabOf()
    await first.enter(newKey())
    const sent = vi.spyOn(first.page, 'fetch')
    const second = tabOf()
    expect(await Promise.all([call(second), call(second), call(second)])).toEqual([200, 200, 200])
    expect(sent.mock.calls.map(([path]) => path)).toEqual(['/keys'])
  })

  it('is refused where no tab is in', async () => {
    const tab = tabOf()
    tabOf()
    expect(await callAlone(tab)).toBe(401)
    expect(tab.refused).toHaveBeenCalledOnce()
  })

  it('is refused by a host that was started anew, until it gets a new key', async () => {
    const tab = tabOf()
    await tab.enter(newKey())
    await restart()
    expect(await callAlone(tab)).toBe(401)
    expect(tab.refused).toHaveBeenCalledOnce()
    expect(await tab.enter(newKey())).toBe('entered')
    expect(await call(tab)).toBe(200)
    expect(tab.refused).toHaveBeenCalledOnce()
  })

  it('that was refused gets in as soon as another one does', async () => {
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

  it('that was refused gets in although it asked before another one got in', async () => {
    const [one, other] = [tabOf(), tabOf()]
    await one.enter(newKey())
    await other.enter(newKey())
    await restart()
    expect(await callAlone(other)).toBe(401)
    const asked = nextQuestion()
    const calling = call(other)
    await asked
    await one.enter(newKey())
    expect(await calling).toBe(200)
    expect(other.joined).toHaveBeenCalledOnce()
  })

  it('repeats what was refused while it got a new key', async () => {
    const tab = tabOf()
    await tab.enter(newKey())
    await restart()
    const calling = callAlone(tab)
    await tab.enter(newKey())
    expect(await calling).toBe(200)
    expect(tab.refused).not.toHaveBeenCalled()
  })

  it('is in although its browser lets pages keep nothing', async () => {
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

  it('says that nobody answers', async () => {
    const tab = tabOf()
    const key = newKey()
    await host.stop()
    expect(await tab.enter(key)).toBe('not-answering')
    host = await startTestHost()
  })
})
