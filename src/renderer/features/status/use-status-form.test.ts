import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computed, createApp, effectScope, nextTick, ref, shallowRef } from 'vue'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { visibleStatus } from '../../components/status/draft.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { createStorage } from '../../testing/storage.ts'
import { exactEnd } from '../../components/status/draft.ts'
import { useStatusForm } from './use-status-form.ts'

const minute = 60_000
const start = Date.parse('2026-11-20T12:00:00Z')
const coffee: UserStatus = {
  emoji: 'coffee',
  message: 'Coffee',
  availability: 'not_set',
  clear_status_at: '2026-11-20T12:30:00Z',
}

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', createStorage(stored))
  // In development mode, the router warns when it is used outside a component.
  vi.stubEnv('NODE_ENV', 'production')
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
  queryClient.clear()
})

/** Opens the form like a screen does, before the status has loaded. */
function open({ isReachable = true } = {}) {
  const requests: { name: string; input: unknown }[] = []
  const loaded = shallowRef<UserStatus>()
  const isCached = ref(false)
  const isWritten = ref(false)
  const now = shallowRef(currentTime())
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async (name, input) => {
      requests.push({ name, input })
      const saved = { outcome: 'saved', now: coffee, sent: [], ignored: [], theirs: [] }
      return { ok: true, value: isReachable ? saved : { outcome: 'queued' } }
    },
    on: () => () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.use(createPinia())
  const current = computed(() => visibleStatus(loaded.value, now.value))
  const form = app.runWithContext(() =>
    effectScope().run(() => useStatusForm('a', { loaded, current, isCached, isWritten })),
  )!
  return {
    form,
    requests,
    async sets(status: UserStatus) {
      isWritten.value = true
      loaded.value = status
      await nextTick()
    },
    async reads(status: UserStatus, isOnlyCached = false) {
      isCached.value = isOnlyCached
      loaded.value = status
      await nextTick()
    },
    async pass(minutes: number) {
      vi.setSystemTime(currentTime() + minutes * minute)
      now.value = currentTime()
      await nextTick()
    },
  }
}

it('keeps an exact time more than 30 days ahead, and explains why it isn’t saved', async () => {
  const { form, requests, reads } = open()
  await reads(coffee)
  const late = exactEnd(start + 31 * 24 * 60 * minute)
  form.values.clear = late
  await form.submit()
  expect(form.values.clear).toBe(late)
  expect(form.errors.value.clear).toEqual(['Choose a time within the next 30 days.'])
  expect(requests).toEqual([])
  form.values.clear = exactEnd(start + 30 * 24 * 60 * minute)
  await form.submit()
  expect(requests).toMatchObject([{ name: 'ownStatus.save' }])
})

it('saves text typed over a cached status only after comparing with GitLab', async () => {
  const { form, requests, reads } = open()
  await reads({ ...coffee, message: 'Lunch' }, true)
  expect(form.values.message).toBe('Lunch')
  form.values.message = 'Tea'
  await nextTick()
  expect([await form.submit(), requests]).toEqual([false, []])
  await reads(coffee)
  expect([form.values.message, form.isDecided.value]).toEqual(['Tea', true])
  await form.submit()
  expect(requests).toMatchObject([{ input: { message: 'Tea', base: { message: 'Coffee' } } }])
})

describe('status that expires during an edit', () => {
  it('keeps typed values but requires a new end time before saving', async () => {
    const { form, requests, reads, pass } = open()
    await reads(coffee)
    form.values.message = 'Tea'
    await pass(31)
    expect(form.values).toMatchObject({ emoji: 'coffee', message: 'Tea' })
    expect(form.isDecided.value).toBe(true)
    expect(await form.submit()).toBe(false)
    expect([Object.keys(form.errors.value), requests]).toEqual([['clear'], []])
    form.values.clear = '3_hours'
    await nextTick()
    expect(form.errors.value).toEqual({})
    await form.submit()
    expect(requests).toMatchObject([
      {
        name: 'ownStatus.save',
        input: { message: 'Tea', clear: '3_hours', base: { emoji: '', clear_status_at: null } },
      },
    ])
  })

  it('leaves the form unchanged if nothing was typed', async () => {
    const { form, reads, pass } = open()
    await reads(coffee)
    await pass(31)
    expect(form.values).toEqual({ emoji: '', message: '', busy: false, clear: '' })
    expect(form.isDirty.value).toBe(false)
  })
})

describe('after a reload', () => {
  it('keeps the current expiry selected', async () => {
    const before = open()
    await before.reads(coffee)
    before.form.values.message = 'Tea'
    const { form, reads } = open()
    await reads(coffee)
    expect(form.values).toMatchObject({ message: 'Tea', clear: coffee.clear_status_at })
  })

  it('requires a new end time if the kept one has passed', async () => {
    const before = open()
    await before.reads(coffee)
    before.form.values.message = 'Tea'
    vi.setSystemTime(start + 31 * minute)
    const { form, reads, requests } = open()
    await reads({ emoji: null, message: null, clear_status_at: null })
    expect(form.isDecided.value).toBe(true)
    expect(await form.submit()).toBe(false)
    expect([Object.keys(form.errors.value), requests]).toEqual([['clear'], []])
  })
})

it('adopts a status set in Latchkey without a conflict, and marks kept text as outdated', async () => {
  const { form, reads, sets } = open()
  await reads(coffee)
  form.values.message = 'Tea'
  expect(form.isOutdated.value).toBe(false)
  await sets({ ...coffee, message: 'Lunch', emoji: 'pizza' })
  expect(form.isDecided.value).toBe(true)
  expect(form.values).toMatchObject({ emoji: 'pizza', message: 'Tea' })
  expect(form.isOutdated.value).toBe(true)
  form.reset()
  await nextTick()
  expect(form.values).toMatchObject({ emoji: 'pizza', message: 'Lunch' })
  expect(form.isOutdated.value).toBe(false)
})

it('shows a status set in Latchkey if nothing was typed', async () => {
  const { form, reads, sets } = open()
  await reads(coffee)
  await sets({ ...coffee, message: 'Lunch', emoji: 'pizza' })
  expect(form.values).toMatchObject({ emoji: 'pizza', message: 'Lunch' })
  expect([form.isDirty.value, form.isOutdated.value]).toEqual([false, false])
})

it('resets to the current status if the change is queued offline', async () => {
  const { form, requests, reads } = open({ isReachable: false })
  await reads(coffee)
  form.values.message = 'Tea'
  await form.submit()
  expect(requests).toMatchObject([{ input: { message: 'Tea', base: { message: 'Coffee' } } }])
  expect([form.values.message, form.isDirty.value]).toEqual(['Coffee', false])
})

it('sends an exact end time when saving', async () => {
  const { form, requests, reads } = open()
  await reads(coffee)
  const endsAt = currentTime() + 47 * minute
  form.values.clear = exactEnd(endsAt)
  await form.submit()
  expect(requests).toMatchObject([{ name: 'ownStatus.save', input: { clear: '3_hours', endsAt } }])
})
