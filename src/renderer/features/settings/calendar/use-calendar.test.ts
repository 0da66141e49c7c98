import { createApp, effectScope, shallowRef } from 'vue'
import { createPinia } from 'pinia'
import { expect, it, vi } from 'vitest'
import type { CalendarState } from '../../../../shared/operations/calendar.ts'
import { hostKey } from '../../../bridge/latchkey.ts'
import { confirmKey } from '../../../components/use-confirm.ts'
import { toastsKey } from '../../../ui/use-toast.ts'
import { useCalendar } from './use-calendar.ts'

const calendar: Required<CalendarState>['calendar'] = {
  ...{ isLocal: false, events: 3, skipped: 0, readAt: 0, isOn: false },
  ...{ hasTitles: false, restores: false, preview: [] },
}

/** Opens the section; the host answers `add` with these values, and the user with `isConfirmed`. */
function open(answers: object[], isConfirmed = true) {
  const calls: [name: string, input: object][] = []
  const questions: string[] = []
  const app = createApp({})
  app.use(createPinia())
  app.provide(hostKey, {
    async invoke(name, input) {
      calls.push([name, input as object])
      return { ok: true, value: /\.add/.test(name) ? answers.shift() : {} }
    },
    on: () => () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    ask: async ({ title }) => (questions.push(title), isConfirmed),
  })
  app.provide(toastsKey, { showToast: () => undefined } as never)
  vi.stubGlobal('window', new EventTarget())
  const own = app.runWithContext(() => effectScope().run(() => useCalendar(`a${Math.random()}`)))!
  const added = () => calls.filter(([name]) => /\.add/.test(name))
  return { own, added, questions }
}

it('adds a calendar once its host is confirmed', async () => {
  const { own, added, questions } = open([{ asked: 'example.com' }, { calendar }])
  expect(await own.add({ address: 'https://example.com/a.ics' })).toBe(true)
  expect(questions).toEqual(['Read a calendar from example.com?'])
  expect(
    added().map(([, { isConfirmed }]: [string, { isConfirmed?: boolean }]) => isConfirmed),
  ).toEqual([false, true])
  expect(own.calendar.value).toEqual(calendar)
  vi.unstubAllGlobals()
})

it('adds nothing if its host isn’t confirmed', async () => {
  const { own, added } = open([{ asked: 'example.com' }], false)
  expect(await own.add({ address: 'https://example.com/a.ics' })).toBe(false)
  expect(added()).toHaveLength(1)
  expect(own.problem.value).toBeUndefined()
  vi.unstubAllGlobals()
})

it('explains why a calendar isn’t added, until the input changes', async () => {
  const { own, questions } = open([{ problem: 'unreadable' }])
  expect(await own.add({ path: '~/page.ics' })).toBe(false)
  expect(questions).toEqual([])
  expect(own.problem.value).toContain('isn’t a calendar')
  own.forgetProblem()
  expect(own.problem.value).toBeUndefined()
  vi.unstubAllGlobals()
})
