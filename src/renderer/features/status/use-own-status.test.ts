import { createPinia } from 'pinia'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import type { Envelope } from '../../../shared/rules/failure.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { onStatusEvent } from '../../components/status/status-writes.ts'
import { loadMessages } from '../../ui/messages.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useOwnStatus } from './use-own-status.ts'

beforeAll(loadMessages)
afterEach(() => queryClient.clear())

const statusOf = (message: string): UserStatus => ({
  emoji: '',
  message,
  availability: 'not_set',
  clear_status_at: null,
})
const change = (message: string): TimedStatus => ({
  emoji: '',
  message,
  busy: false,
  clear: 'never',
})
const offline: Envelope = { ok: false, failure: { kind: 'offline', message: 'No network.' } }

/** Opens an account’s status; the test resolves the writes one by one. */
async function open(first = 'Reading') {
  const writes: { message: string; base: string | undefined; answer: (ok?: boolean) => void }[] = []
  const reads: PromiseWithResolvers<Envelope>[] = []
  let stored = statusOf(first)
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      if (name === 'ownStatus.get') {
        const read = Promise.withResolvers<Envelope>()
        reads.push(read)
        if (reads.length === 1) read.resolve({ ok: true, value: stored })
        return read.promise
      }
      if (name !== 'ownStatus.set') return { ok: true, value: [] }
      const { message, base } = input as TimedStatus & { base: UserStatus }
      const { promise, resolve } = Promise.withResolvers<Envelope>()
      const answer = (isSaved = true) => {
        if (!isSaved) return resolve(offline)
        const value = { outcome: 'saved', before: stored, sent: [], ignored: [], theirs: [] }
        stored = statusOf(message)
        resolve({ ok: true, value: { ...value, now: stored } })
      }
      writes.push({ message, base: base.message ?? undefined, answer })
      return promise
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: { value: [] } as never,
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.use(createPinia())
  const scope = effectScope()
  const ownStatus = app.runWithContext(() => scope.run(() => useOwnStatus('a')))!
  await vi.waitFor(() => expect(ownStatus.shown.value?.message).toBe(first))
  const sent = (count: number) => vi.waitFor(() => expect(writes).toHaveLength(count))
  return { ownStatus, writes, reads, sent, close: () => scope.stop() }
}

describe('several statuses set in a row', () => {
  it('shows the newest one and sends them in order, each based on the previous one', async () => {
    const { ownStatus, writes, sent, close } = await open()
    ownStatus.set(change('Lunch'))
    ownStatus.set(change('Meeting'))
    ownStatus.set(change('Lunch'))
    await sent(1)
    for (const [index, message] of ['Lunch', 'Meeting', 'Lunch'].entries()) {
      await sent(index + 1)
      expect(ownStatus.shown.value?.message).toBe('Lunch')
      expect(writes[index]).toMatchObject({ message })
      writes[index]!.answer()
    }
    await vi.waitFor(() => expect(ownStatus.current.value?.message).toBe('Lunch'))
    expect(writes.map(({ base }) => base)).toEqual(['Reading', 'Lunch', 'Meeting'])
    close()
  })

  it('sends a repeated status once', async () => {
    const { ownStatus, writes, sent, close } = await open()
    ownStatus.set(change('Lunch'))
    ownStatus.set(change('Lunch'))
    await sent(1)
    writes[0]!.answer()
    await vi.waitFor(() => expect(ownStatus.current.value?.message).toBe('Lunch'))
    expect(writes).toHaveLength(1)
    close()
  })

  it('falls back to the last saved one if the newest fails, which can be retried', async () => {
    const { ownStatus, writes, sent, close } = await open()
    ownStatus.set(change('Lunch'))
    ownStatus.set(change('Meeting'))
    await sent(1)
    writes[0]!.answer()
    await sent(2)
    writes[1]!.answer(false)
    await vi.waitFor(() => expect(ownStatus.failure.value?.kind).toBe('offline'))
    expect(ownStatus.shown.value?.message).toBe('Lunch')
    ownStatus.retry()
    await sent(3)
    expect(writes[2]).toMatchObject({ message: 'Meeting', base: 'Lunch' })
    expect(ownStatus.shown.value?.message).toBe('Meeting')
    close()
  })
})

it('shows after a second that a status is still being saved', async () => {
  const { ownStatus, writes, sent, close } = await open()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  ownStatus.set(change('Lunch'))
  await vi.advanceTimersByTimeAsync(900)
  expect([ownStatus.shown.value?.message, ownStatus.isSaving.value]).toEqual(['Lunch', false])
  await vi.advanceTimersByTimeAsync(200)
  expect(ownStatus.isSaving.value).toBe(true)
  await sent(1)
  writes[0]!.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(ownStatus.isSaving.value).toBe(false)
  close()
})

it('ignores a read that started before a write finished', async () => {
  const { ownStatus, writes, reads, sent, close } = await open()
  void ownStatus.query.reload()
  ownStatus.set(change('Lunch'))
  await sent(1)
  writes[0]!.answer()
  await vi.waitFor(() => expect(ownStatus.current.value?.message).toBe('Lunch'))
  reads[1]!.resolve({ ok: true, value: statusOf('Reading') })
  await new Promise(setImmediate)
  expect(ownStatus.current.value?.message).toBe('Lunch')
  close()
})

it('shows statuses set by the tray or the schedule, but not those of other accounts', async () => {
  const { ownStatus, close } = await open()
  onStatusEvent({ account: 'b', status: statusOf('Elsewhere') })
  onStatusEvent({ account: 'a', status: statusOf('Focusing') })
  expect(ownStatus.shown.value?.message).toBe('Focusing')
  expect(ownStatus.query.isWritten.value).toBe(true)
  close()
})
