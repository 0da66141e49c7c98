import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import { hostKey } from '../../../bridge/latchkey.ts'
import { queryClient } from '../../../bridge/query-client.ts'
import { confirmKey } from '../../../components/use-confirm.ts'
import { toastsKey } from '../../../ui/use-toast.ts'
import { useRunChanges } from './use-run.ts'

const deletions = {
  id: 3,
  kind: 'moderation',
  name: 'Delete users',
  irreversible: 'delete',
  state: 'finished',
  isUndoMissed: false,
} as const

/** The controls for a run with one user per item; `answer` is the reply to every confirmation. */
function openRun(more: Partial<JobSummary>, answer: boolean | undefined) {
  const { total = 0 } = more
  const run = { ...deletions, total, already: 0, ...more } as JobSummary
  const items = Array.from({ length: total }, (_, id) => ({
    target: { id, username: `user${id}`, name: `User ${id}` },
  }))
  const called: string[] = []
  const questions: { title: string; text: unknown; cancel: unknown; typed: string | undefined }[] =
    []
  const messages: unknown[] = []
  const shown: unknown[] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name: string) {
      called.push(name)
      if (name === 'jobs.items') return { ok: true, value: { items, total } }
      const state = { 'jobs.pause': 'paused', 'jobs.cancel': 'cancelled' }[name] ?? run.state
      return { ok: true, value: { ...run, state } }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: undefined as never,
    showToast: (subject, __, text) => void messages.push([subject, text]),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    async ask({ title, text, cancel, typed }) {
      questions.push({ title, text, cancel, typed })
      return answer
    },
  })
  app.use(createPinia())
  queryClient.clear()
  const scope = effectScope()
  const changes = app.runWithContext(() =>
    scope.run(() => useRunChanges('a', (next) => shown.push(next))),
  )!
  const toastOf = (text: string) => [
    expect.stringMatching(/^run 3 /),
    `\u2068${run.name}\u2069: ${text}`,
  ]
  return { run, changes, called, questions, messages, toastOf, shown, close: () => scope.stop() }
}

it.each([
  [3, '3'],
  [1, 'user0'],
])('asks for the same confirmation before retrying %i failed deletions', async (total, typed) => {
  const counts = { refused: total } as never
  const { run, changes, called, questions, close } = openRun({ total, counts }, false)
  await changes.retry(run)
  expect(questions).toMatchObject([{ typed }])
  expect(called).not.toContain('jobs.retry')
  close()
})

it('asks for confirmation before retrying unless the action is reversible', async () => {
  const counts = { refused: 2 } as never
  const deletion = openRun({ total: 2, counts }, true)
  await deletion.changes.retry(deletion.run)
  expect(deletion.called).toContain('jobs.retry')
  expect(deletion.shown).toHaveLength(1)
  deletion.close()
  const block = openRun({ total: 2, counts, irreversible: undefined }, false)
  await block.changes.retry(block.run)
  expect([block.called, block.questions]).toEqual([['jobs.retry'], []])
  block.close()
})

it('asks before Resume sends deletions past their undo period', async () => {
  const counts = { refused: 0, ready: 2 } as never
  const missed = { state: 'paused', isUndoMissed: true, total: 2, counts } as const
  const { run, changes, called, questions, close } = openRun(missed, false)
  await changes.resume(run)
  expect(questions).toMatchObject([{ typed: '2' }])
  expect(called).toEqual(['jobs.items'])
  close()
})

it.each([
  ['paused', undefined, []],
  ['running', undefined, []],
  ['running', { kind: 'forbidden', reason: 'admin-mode', message: 'Refused.' }, ['jobs.resume']],
] as const)(
  'continues after a new token only if the run waited for it (%s, %o)',
  async (state, waiting, calls) => {
    const more = { state, waiting, total: 2 } as Partial<JobSummary>
    const { run, changes, called, close } = openRun(more, undefined)
    await changes.continueAfterFix(run)
    expect(called.slice(0, 2)).toEqual(['accounts.refresh', 'jobs.get'])
    expect(called.filter((name) => name === 'jobs.resume')).toEqual(calls)
    close()
  },
)

it.each([
  [true, 'jobs.cancel'],
  [false, 'jobs.resume'],
  [undefined, undefined],
])('pauses a run, then asks what to do with the rest (%s)', async (answer, last) => {
  const counts = { done: 3, ready: 5, sending: 1 } as never
  const more = { kind: 'onboarding', state: 'running', total: 9, counts } as const
  const { run, changes, called, questions, shown, close } = openRun(more, answer)
  await changes.cancel(run)
  expect(questions).toMatchObject([{ title: '4 sent, 5 not sent. Cancel these 5?' }])
  expect(called).toEqual(['jobs.pause', ...(last ? [last] : [])])
  expect(shown[0]).toMatchObject({ state: 'paused' })
  close()
})

it('cancels without asking if everything was already sent', async () => {
  const counts = { done: 3, sending: 1, unknown: 1 } as never
  const more = { state: 'running', total: 5, counts } as const
  const { run, changes, called, questions, messages, toastOf, close } = openRun(more, undefined)
  await changes.cancel(run)
  expect([called, questions]).toEqual([['jobs.pause', 'jobs.cancel'], []])
  expect(messages).toEqual([toastOf('Remaining actions canceled.')])
  close()
})

it.each([
  [true, ['jobs.get', 'jobs.cancel']],
  [false, ['jobs.get']],
  [undefined, ['jobs.get']],
])('never resumes a run that was already paused (answer: %s)', async (answer, calls) => {
  const counts = { done: 3, ready: 2 } as never
  const more = { state: 'paused', total: 5, counts } as const
  const { run, changes, called, questions, close } = openRun(more, answer)
  await changes.cancel(run)
  expect(called).toEqual(calls)
  expect(questions).toMatchObject([{ cancel: 'Keep' }])
  close()
})

it.each([
  [{ cancelled: 5 }, 'Run canceled. Nothing was sent.'],
  [{ cancelled: 4, sending: 1 }, 'Remaining actions canceled.'],
  [{ sending: 5 }, 'Too late: it was already sent.'],
])('reports whether an action was undone in time: %o', async (counts, toast) => {
  const { run, changes, messages, toastOf, close } = openRun(
    { state: 'cancelled', total: 5, already: 0, counts: counts as never },
    undefined,
  )
  await changes.undo(run)
  expect(messages).toEqual([toastOf(toast)])
  close()
})

it('doesn’t claim that nothing was sent once a run of removals has started', async () => {
  const more = { state: 'cancelled', starts: 1, total: 5, already: 0 } as const
  const counts = { cancelled: 5 } as never
  const { run, changes, messages, toastOf, close } = openRun({ ...more, counts }, undefined)
  await changes.undo(run)
  expect(messages).toEqual([toastOf('Remaining actions canceled.')])
  close()
})

it.each([
  [true, /can’t undo the run afterwards/],
  [false, /stays\.$/],
])('explains what deleting a record means (reversible: %s)', async (isReversible, text) => {
  const { run, changes, questions, close } = openRun({ isReversible }, false)
  await changes.remove(run)
  expect(questions).toMatchObject([{ text: expect.stringMatching(text) }])
  close()
})

it.each([
  [true, ['jobs.remove']],
  [false, []],
])('deletes a run’s record only after confirmation (answer: %s)', async (answer, calls) => {
  const { run, changes, called, close } = openRun({}, answer)
  await changes.remove(run)
  expect(called).toEqual(calls)
  close()
})
