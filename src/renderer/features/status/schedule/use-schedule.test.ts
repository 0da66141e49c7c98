import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import type { ScheduledStatus } from '../../../../shared/operations/status-times.ts'
import type { Envelope } from '../../../../shared/rules/failure.ts'
import { hostKey } from '../../../bridge/latchkey.ts'
import { type ToastAction, toastsKey } from '../../../ui/use-toast.ts'
import { useSchedule } from './use-schedule.ts'

const item = (id: string) => ({ id, message: id, isOn: true }) as unknown as ScheduledStatus

/** Opens a schedule with these items; the test resolves the saves one by one. */
function open(...ids: string[]) {
  const saves: { schedule: ScheduledStatus[]; answer(): void }[] = []
  let undo: ToastAction | undefined
  const app = createApp({})
  app.provide(hostKey, {
    invoke: (_, input) =>
      new Promise<Envelope>((resolve) => {
        const { schedule } = input as { schedule: ScheduledStatus[] }
        saves.push({ schedule, answer: () => resolve({ ok: true, value: { schedule } }) })
      }),
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_source, _account, _text, action) => (undo = action),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  const data = shallowRef({ schedule: ids.map(item) })
  const times = { data, failure: shallowRef(), set: (next: never) => (data.value = next) } as never
  const schedule = app.runWithContext(() => effectScope().run(() => useSchedule('a', times)))!
  const saved = async (count: number) => {
    await vi.waitFor(() => expect(saves).toHaveLength(count))
    return saves.at(-1)!
  }
  return { schedule, saved, data, undo: () => undo!.run() }
}

const shape = (schedule: ScheduledStatus[]) => schedule.map(({ id, isOn }) => `${id} ${isOn}`)

it('turns off a second item while the first is being saved', async () => {
  const { schedule, saved, data } = open('lunch', 'focus')
  const [lunch, focus] = data.value.schedule as [ScheduledStatus, ScheduledStatus]
  const first = schedule.turn(lunch, false)
  const second = schedule.turn(focus, false)
  ;(await saved(1)).answer()
  ;(await saved(2)).answer()
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(shape(data.value.schedule)).toEqual(['lunch false', 'focus false'])
})

it('keeps a concurrent change when a removed item is restored', async () => {
  const { schedule, saved, data, undo } = open('lunch', 'focus')
  const [lunch, focus] = data.value.schedule as [ScheduledStatus, ScheduledStatus]
  const turning = schedule.turn(focus, false)
  const removing = schedule.remove(lunch)
  ;(await saved(1)).answer()
  ;(await saved(2)).answer()
  await Promise.all([turning, removing])
  expect(shape(data.value.schedule)).toEqual(['focus false'])
  void undo()
  ;(await saved(3)).answer()
  await vi.waitFor(() => expect(shape(data.value.schedule)).toEqual(['lunch true', 'focus false']))
})
