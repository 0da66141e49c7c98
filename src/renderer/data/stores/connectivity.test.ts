import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hostKey } from '../latchkey.ts'
import { useConnectivityStore } from './connectivity.ts'

const minute = 60_000
let page: EventTarget & { hidden: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The store over a host that notes what is said to it. */
function store() {
  const app = createApp({})
  const said: unknown[] = []
  app.provide(hostKey, {
    async invoke(_, input) {
      said.push(input)
      return { ok: true, value: {} }
    },
    on: () => () => undefined,
  })
  app.use(createPinia())
  return { said, connectivity: app.runWithContext(() => useConnectivityStore()) }
}

function show(isShown: boolean) {
  page.hidden = !isShown
  page.dispatchEvent(new Event('visibilitychange'))
}

it('says once a minute that somebody has the page before them', () => {
  const { said, connectivity } = store()
  const end = connectivity.reportActivity()
  expect(said).toHaveLength(1)
  vi.advanceTimersByTime(10 * minute)
  expect(said).toHaveLength(11)
  end()
  vi.advanceTimersByTime(10 * minute)
  window.dispatchEvent(new Event('focus'))
  expect(said).toHaveLength(11)
})

it('says nothing while the page is hidden or its window minimised, and at once when it is back', () => {
  const { said, connectivity } = store()
  connectivity.reportActivity()
  show(false)
  vi.advanceTimersByTime(24 * 60 * minute)
  window.dispatchEvent(new Event('online'))
  expect(said).toHaveLength(1)
  show(true)
  expect(said).toHaveLength(2)
})

it('says that the network is back only where somebody sees it', () => {
  const { said, connectivity } = store()
  connectivity.reportActivity()
  window.dispatchEvent(new Event('online'))
  expect(said).toEqual([{}, { networkIsBack: true }])
})
