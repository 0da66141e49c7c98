import { afterEach, expect, it, vi } from 'vitest'
import type { RouteRecordNormalized } from 'vue-router'
import { prefetchScreens } from './prefetch.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['when the page is idle', (callback: () => void) => setTimeout(callback)],
  ['if the browser lacks requestIdleCallback', undefined],
])('preloads screens %s, and admin screens for administrators only', async (_, idle) => {
  vi.stubGlobal('requestIdleCallback', idle)
  const load = { own: vi.fn(async () => ({})), admin: vi.fn(async () => ({})) }
  const routes = [
    { components: { default: load.own }, meta: {} },
    { components: { default: load.admin }, meta: { admin: true } },
  ] as unknown as RouteRecordNormalized[]
  await prefetchScreens(routes, false)
  expect(load.own).toHaveBeenCalledOnce()
  expect(load.admin).not.toHaveBeenCalled()
  await prefetchScreens(routes, true)
  expect(load.admin).toHaveBeenCalledOnce()
})
