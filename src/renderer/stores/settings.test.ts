import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { expect, it } from 'vitest'
import type { Settings } from '../../shared/operations/settings.ts'
import type { Envelope } from '../../shared/rules/failure.ts'
import { hostKey } from '../bridge/latchkey.ts'
import { useSettingsStore } from './settings.ts'

/** Creates the store with a host whose responses the test controls; also returns a function to send events. */
function store() {
  const requests: { change: Partial<Settings>; answer(envelope: Envelope): void }[] = []
  let emit: (next: Settings) => void = () => undefined
  const app = createApp({})
  app.provide(hostKey, {
    invoke: (_, input) =>
      new Promise((answer) => requests.push({ change: input as Partial<Settings>, answer })),
    on: (_, listener) => {
      emit = listener as (next: Settings) => void
      return () => undefined
    },
  })
  app.use(createPinia())
  const settings = app.runWithContext(useSettingsStore)
  return { settings, requests, emit: (next: Settings) => emit(next) }
}

it('saves changes in order, and shows the latest one throughout', async () => {
  const { settings, requests, emit } = store()
  const initial = settings.settings
  const firstChange = settings.set({ notices: false })
  const secondChange = settings.set({ notices: true, theme: 'dark' })
  await new Promise(setImmediate)
  expect(requests.map(({ change }) => change)).toEqual([{ notices: false }])
  expect(settings.settings).toMatchObject({ notices: true, theme: 'dark' })

  emit({ ...initial, notices: false })
  expect(settings.settings.notices).toBe(true)
  requests[0]!.answer({ ok: true, value: { ...initial, notices: false } })
  await firstChange
  expect(settings.settings.notices).toBe(true)
  expect(requests[1]!.change).toEqual({ notices: true, theme: 'dark' })
  requests[1]!.answer({ ok: true, value: { ...initial, theme: 'dark' } })
  await secondChange
  expect(settings.settings).toEqual({ ...initial, theme: 'dark' })
})

it('starts with the theme that the page was served in', () => {
  const { settings } = store()
  settings.startWith('')
  expect(settings.settings.theme).toBe('system')
  settings.startWith('dark')
  expect(settings.settings.theme).toBe('dark')
})

it('reverts a change that couldn’t be saved, and keeps the next one', async () => {
  const { settings, requests } = store()
  const initial = settings.settings
  const failedChange = settings.set({ density: 'compact' })
  const saved = settings.set({ theme: 'light' })
  await new Promise(setImmediate)
  requests[0]!.answer({ ok: false, failure: { kind: 'invalid', message: 'The disk is full.' } })
  await expect(failedChange).rejects.toThrow('The disk is full.')
  expect(settings.settings).toEqual({ ...initial, theme: 'light' })
  requests[1]!.answer({ ok: true, value: { ...initial, theme: 'light' } })
  await saved
  expect(settings.settings).toEqual({ ...initial, theme: 'light' })
})
