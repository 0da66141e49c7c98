import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Connectivity } from '../../shared/operations/connectivity.ts'
import { hostKey } from './latchkey.ts'
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

/** Creates the store with a host that records activity reports. */
function store() {
  const app = createApp({})
  const reports: unknown[] = []
  let emit: (next: Connectivity) => void
  app.provide(hostKey, {
    async invoke(_, input) {
      reports.push(input)
      return { ok: true, value: {} }
    },
    on: (_, listener) => {
      emit = listener as typeof emit
      return () => undefined
    },
  })
  app.use(createPinia())
  const connectivity = app.runWithContext(() => useConnectivityStore())
  const setState = (state: Connectivity['state'], account = 'a') => emit({ account, state })
  return { reports, connectivity, setState }
}

function show(isShown: boolean) {
  page.hidden = !isShown
  page.dispatchEvent(new Event('visibilitychange'))
}

it('reports activity immediately, then every minute while an instance is unreachable', () => {
  const { reports, connectivity, setState } = store()
  const end = connectivity.reportActivity()
  setState('online')
  vi.advanceTimersByTime(24 * 60 * minute)
  expect(reports).toHaveLength(1)
  setState('offline')
  expect(reports).toHaveLength(2)
  setState('online', 'b')
  vi.advanceTimersByTime(10 * minute)
  expect(reports).toHaveLength(12)
  end()
  vi.advanceTimersByTime(10 * minute)
  window.dispatchEvent(new Event('focus'))
  expect(reports).toHaveLength(12)
})

it('stops reporting once every instance is reachable again', () => {
  const { reports, connectivity, setState } = store()
  connectivity.reportActivity()
  setState('service-down')
  vi.advanceTimersByTime(2 * minute)
  setState('online')
  reports.length = 0
  vi.advanceTimersByTime(10 * minute)
  expect(reports).toEqual([])
})

it('doesn’t report while the page is hidden, and reports again once it becomes visible', () => {
  const { reports, connectivity, setState } = store()
  connectivity.reportActivity()
  setState('offline')
  reports.length = 0
  show(false)
  vi.advanceTimersByTime(24 * 60 * minute)
  window.dispatchEvent(new Event('online'))
  expect(reports).toEqual([])
  show(true)
  expect(reports).toHaveLength(1)
})

it('reports that the network is back only while the page is visible', () => {
  const { reports, connectivity } = store()
  connectivity.reportActivity()
  window.dispatchEvent(new Event('online'))
  expect(reports).toEqual([{}, { networkIsBack: true }])
})
