import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { expect, it } from 'vitest'
import type { Settings } from '../../shared/operations/settings.ts'
import type { Envelope } from '../../shared/rules/failure.ts'
import { hostKey } from '../bridge/latchkey.ts'
import { useSettingsStore } from './settings.ts'

/** The store with a host whose responses the test controls, and a function to send events. */
function store() {
  const asked: { change: Partial<Settings>; answer(envelope: Envelope): void }[] = []
  let tell: (next: Settings) => void = () => undefined
  const app = createApp({})
  app.provide(hostKey, {
    invoke: (_, input) =>
      new Promise((answer) => asked.push({ change: input as Partial<Settings>, answer })),
    on: (_, listener) => {
      tell = listener as (next: Settings) => void
      return () => undefined
    },
  })
  app.use(createPinia())
  const settings = app.runWithContext(useSettingsStore)
  return { settings, asked, tell: (next: Settings) => tell(next) }
}

it('saves changes in order, and shows the latest one throughout', async () => {
  const { settings, asked, tell } = store()
  const usual = settings.settings
  const off = settings.set({ notices: false })
  const on = settings.set({ notices: true, theme: 'dark' })
  await new Promise(setImmediate)
  expect(asked.map(({ change }) => change)).toEqual([{ notices: false }])
  expect(settings.settings).toMatchObject({ notices: true, theme: 'dark' })

  tell({ ...usual, notices: false })
  expect(settings.settings.notices).toBe(true)
  asked[0]!.answer({ ok: true, value: { ...usual, notices: false } })
  await off
  expect(settings.settings.notices).toBe(true)
  expect(asked[1]!.change).toEqual({ notices: true, theme: 'dark' })
  asked[1]!.answer({ ok: true, value: { ...usual, theme: 'dark' } })
  await on
  expect(settings.settings).toEqual({ ...usual, theme: 'dark' })
})

it('reverts a change that couldn’t be saved, and keeps the next one', async () => {
  const { settings, asked } = store()
  const usual = settings.settings
  const refused = settings.set({ density: 'compact' })
  const kept = settings.set({ theme: 'light' })
  await new Promise(setImmediate)
  asked[0]!.answer({ ok: false, failure: { kind: 'invalid', message: 'The disk is full.' } })
  await expect(refused).rejects.toThrow('The disk is full.')
  expect(settings.settings).toEqual({ ...usual, theme: 'light' })
  asked[1]!.answer({ ok: true, value: { ...usual, theme: 'light' } })
  await kept
  expect(settings.settings).toEqual({ ...usual, theme: 'light' })
})
