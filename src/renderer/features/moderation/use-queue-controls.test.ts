import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef, toValue } from 'vue'
import { expect, it } from 'vitest'
import { hostKey } from '../../bridge/latchkey.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { useQueueStore } from '../../stores/queue.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useQueueControls } from './use-queue-controls.ts'

/** Changes to a queue with two actions; canceling returns this response, and questions get `isYes`. */
async function openControls(
  more: object,
  answer: object,
  question: { isYes: boolean | undefined } = { isYes: true },
) {
  const summary = { counts: { ready: 2 }, isPaused: false, ...more }
  const called: [string, unknown][] = []
  const questions: string[] = []
  const texts: string[] = []
  const messages: unknown[][] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name: string, input: unknown) {
      called.push([name, input])
      if (name === 'jobs.list') return { ok: true, value: answer }
      return { ok: true, value: name === 'queue.cancelAll' ? { summary, ...answer } : summary }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_, __, text, ...actions) => void messages.push([text, actions[0]?.label]),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    async ask({ title, text }) {
      questions.push(title)
      texts.push(toValue(text))
      return question.isYes
    },
  })
  app.use(createPinia())
  const scope = effectScope()
  const controls = app.runWithContext(() =>
    scope.run(() => useQueueControls('a', async () => undefined)),
  )!
  await app.runWithContext(() => useQueueStore().load('a'))
  called.length = 0
  return { controls, called, questions, texts, messages, close: () => scope.stop() }
}

it('cancels just the actions on hold, without pausing the queue', async () => {
  const hold = { reason: 'token', count: 3 }
  const answer = { count: 3, ids: [1, 2, 3] }
  const { controls, called, questions, messages, close } = await openControls({ hold }, answer)
  await controls.cancelHeld()
  expect(questions).toEqual(['Cancel the 3 actions on hold?'])
  expect(called).toEqual([
    ['queue.cancelAll', { onlyHeld: true }],
    ['queue.summary', {}],
  ])
  expect(messages).toEqual([['3 actions canceled. Nothing was sent.', undefined]])
  close()
})

it.each([
  [{ count: 2, ids: [1, 2] }, 'Undo'],
  [{ count: 5, ids: [1, 2] }, undefined],
  [{ count: 0, ids: [] }, undefined],
])('offers to undo “Cancel all” only if everything can be restored: %o', async (answer, undo) => {
  const { controls, called, messages, close } = await openControls({}, answer)
  await controls.cancelAll()
  expect(called).toContainEqual(['queue.cancelAll', {}])
  const toast = [`${answer.count} actions canceled. Nothing was sent.`, undo]
  expect(messages).toEqual(answer.count > 0 ? [toast] : [])
  close()
})

it.each([
  [false, false, ['jobs.pauseAll', 'jobs.resumeAll']],
  [false, undefined, ['jobs.pauseAll', 'jobs.resumeAll']],
  [true, false, ['jobs.pauseAll']],
  [true, undefined, ['jobs.pauseAll']],
])('restores the queue after “Cancel all” (paused before: %s, answer: %s)', async (...row) => {
  const [isPaused, isYes, expected] = row
  const { controls, called, close } = await openControls({ isPaused }, {}, { isYes })
  await controls.cancelAll()
  expect(called.flatMap(([name]) => (name.startsWith('jobs.') ? name : []))).toEqual(expected)
  expect(called).not.toContainEqual(['queue.cancelAll', {}])
  close()
})

const heldRun = { name: 'Block 60 users', hold: 'token', counts: { ready: 40, done: 20 } }

it.each([true, false])(
  'asks before it sends many actions on hold, with what they are (answer: %s)',
  async (isYes) => {
    const hold = { reason: 'token', count: 60 }
    const answer = { jobs: [heldRun, { ...heldRun, hold: undefined }] }
    const { controls, called, questions, texts, close } = await openControls({ hold }, answer, {
      isYes,
    })
    await controls.release()
    expect(questions).toEqual(['Send the 60 actions on hold?'])
    expect(texts[0]!.replace(/[\u2068\u2069]/g, '')).toBe(
      '40 actions of “Block 60 users” and 20 single actions. Each user is read before anything is sent.',
    )
    expect(called.some(([name]) => name === 'queue.release')).toBe(isYes)
    close()
  },
)

it.each([
  [{ jobs: [{ ...heldRun, counts: { ready: 2 } }] }, 0],
  [{ jobs: [{ ...heldRun, counts: { ready: 2 }, irreversible: 'delete' }] }, 1],
])('asks before it sends a few actions on hold only if any can’t be undone', async (...row) => {
  const [answer, count] = row
  const { controls, questions, close } = await openControls(
    { hold: { reason: 'token', count: 2 } },
    answer,
  )
  await controls.release()
  expect(questions).toHaveLength(count)
  close()
})
