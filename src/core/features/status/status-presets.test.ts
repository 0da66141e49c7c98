import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { accountFiles, accountFolder } from '../../accounts/account-folders.ts'
import { currentLanguage } from '../../platform/messages.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

let sandbox: Sandbox
let latchkey: TestLatchkey
let account: string
beforeAll(async () => (sandbox = await startSeededSandbox({ users: 0 })))
afterAll(() => sandbox.stop())
beforeEach(async () => {
  latchkey = createTestLatchkey()
  account = (await latchkey.signIn(sandbox.url, sandbox.tokens.user)).id
})
afterEach(() => latchkey.close())

const presetsOf = (of = account) => latchkey.value<TimedStatus[]>('ownStatus.presets', {}, of)
const save = (presets: object[]) => latchkey.value('ownStatus.savePresets', { presets }, account)
const reading = { emoji: 'book', message: 'Reading', busy: true, clear: '3_hours' } as const
const presetsFile = () =>
  join(accountFolder(latchkey.dataFolder, account), accountFiles.statusPresets)

it('offers built-in presets regardless of the current status', async () => {
  const presets = await presetsOf()
  expect(presets.map(({ message }) => message)).toContain('In a meeting')
  await latchkey.value('ownStatus.set', reading, account)
  expect(await presetsOf()).toEqual(presets)
})

it('keeps the order of an account’s presets, and an empty list', async () => {
  const [first, second] = (await presetsOf()) as [TimedStatus, TimedStatus]
  const customPresets = [reading, second, { ...first, message: 'Renamed' }]
  await save(customPresets)
  expect(await presetsOf()).toEqual(customPresets)
  const other = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  expect((await presetsOf(other.id))[0]).toEqual(first)
  await save([])
  expect(await presetsOf()).toEqual([])
})

it("accepts a two-hour preset, which GitLab doesn't offer, but not a two-minute one", async () => {
  await save([{ ...reading, clear: '120_minutes' }])
  expect(await presetsOf()).toEqual([{ ...reading, clear: '120_minutes' }])
  const short = { presets: [{ ...reading, clear: '2_minutes' }] }
  expect(await latchkey.failure('ownStatus.savePresets', short, account)).toMatchObject({
    kind: 'invalid',
  })
})

it('shows built-in presets in the current language, and custom ones unchanged', async () => {
  const speak = async (language: string) => {
    await latchkey.value('settings.set', { language })
    await vi.waitUntil(() => currentLanguage() === language)
  }
  await speak('en')
  const [meeting, lunch, focus] = (await presetsOf()) as [TimedStatus, TimedStatus, TimedStatus]
  const typed = { ...focus, message: 'Deep work' }
  await save([lunch, { ...meeting, clear: '120_minutes' }, typed])
  await speak('de')
  const german = { ...meeting, message: 'In einer Besprechung', clear: '120_minutes' }
  const [first, second, third] = await presetsOf()
  expect(first!.message).not.toBe('At lunch')
  expect([second, third]).toEqual([german, typed])
  // In German, the English presets are treated as custom.
  await save([meeting])
  expect(await presetsOf()).toEqual([meeting])
  await speak('en')
})

it('falls back to the built-in presets if the file is invalid', async () => {
  const builtIn = await presetsOf()
  const lost = { ...reading, clear: 'some_day' }
  writeFileSync(presetsFile(), JSON.stringify({ presets: [lost, reading, { emoji: 1 }] }))
  expect(await presetsOf()).toEqual(builtIn)
})

it('rejects more presets than fit in a menu', async () => {
  const presets = Array.from({ length: 21 }, (_, n) => ({ ...reading, message: `Book ${n}` }))
  expect(await latchkey.failure('ownStatus.savePresets', { presets }, account)).toMatchObject({
    kind: 'invalid',
  })
})

it('updates the tray when presets change', async () => {
  const listener = vi.fn()
  const end = latchkey.desktop.watch(listener)
  await save([reading])
  await vi.waitUntil(() => latchkey.desktop.state().presets.length === 1)
  await vi.waitUntil(() => listener.mock.lastCall![0].presets.length === 1)
  end()
})
