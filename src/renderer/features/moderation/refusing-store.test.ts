import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { describe, expect, it } from 'vitest'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { ConflictKind, QueuedAction } from '../../../shared/operations/queue.ts'
import type { QueueState } from '../../../shared/rules/item-states.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useQueueActions } from '../../components/moderation/use-queue-actions.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { useQueueStore } from '../../stores/queue.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useRunChanges } from './runs/use-run.ts'
import { useQueueControls } from './use-queue-controls.ts'

// Every control of the queue and of runs, against a store in which nothing changes. A success message would be false.

type Controls = Record<string, unknown>

interface Setup {
  run?: Partial<JobSummary>
  summary?: object
  action?: Partial<QueuedAction>
  /** Whether calls fail instead of returning the unchanged state. */
  isRefusing: boolean
  answer?: boolean
}

const conflictIds = [7, 8]
const target = { id: 9, username: 'anna', name: 'Anna', state: 'active' }

function open(setup: Setup, use: (account: string) => Controls) {
  const messages: string[] = []
  const run = {
    id: 3,
    kind: 'moderation',
    name: 'Block 5 users',
    state: 'paused',
    isUndoMissed: false,
    total: 5,
    already: 0,
    counts: { refused: 2, ready: 3 },
    ...setup.run,
  } as unknown as JobSummary
  const action = {
    id: 7,
    action: 'block',
    state: 'ready',
    notBefore: 0,
    target,
    ...setup.action,
  } as unknown as QueuedAction
  const summary = { counts: { ready: 3 }, isPaused: false, ...setup.summary }
  const unchanged: Record<string, unknown> = {
    'accounts.refresh': { id: 'a' },
    'directory.user': { user: target },
    'jobs.list': { jobs: [run] },
    'jobs.items': { items: [], total: run.total },
    'jobs.pauseAll': { jobs: [run], isPaused: summary.isPaused },
    'jobs.resumeAll': { jobs: [run], isPaused: summary.isPaused },
    'jobs.remove': { jobs: [run], isPaused: summary.isPaused },
    'queue.get': action,
    'queue.decide': action,
    'queue.move': { summary, moved: 0 },
    'queue.decideAll': { summary, decided: 0 },
    'queue.cancelAll': { summary, ids: [], count: 0 },
    'queue.retry': { ...summary, changed: 0 },
    'queue.sendAllNow': { ...summary, changed: 0 },
  }
  const reads = new Set([
    'queue.summary',
    'queue.get',
    'jobs.get',
    'jobs.list',
    'jobs.items',
    'directory.user',
  ])
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name: string) {
      if (setup.isRefusing && !reads.has(name)) {
        return { ok: false, failure: { kind: 'conflict', message: 'Refused.' } }
      }
      const isJob = name.startsWith('jobs.')
      return { ok: true, value: unchanged[name] ?? (isJob ? run : summary) }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_, __, text) => void messages.push(String(text)),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  const { answer = true } = setup
  app.provide(confirmKey, { current: shallowRef(), ask: async () => answer })
  app.use(createPinia())
  queryClient.clear()
  const scope = effectScope()
  const controls = app.runWithContext(() => scope.run(() => use('a')))!
  return { app, controls, run, action, messages, close: () => scope.stop() }
}

/** Presses each control in turn and returns the messages. */
async function pressAll(
  setup: Setup,
  use: (account: string) => Controls,
  argumentsOf: (name: string, opened: ReturnType<typeof open>) => unknown[],
) {
  const pressed: string[] = []
  const messages: string[] = []
  const { controls, close } = open(setup, use)
  close()
  for (const name of Object.keys(controls).filter((key) => isControl(controls[key]))) {
    const opened = open(setup, use)
    await opened.app.runWithContext(() => useQueueStore().load('a'))
    await (opened.controls[name] as (...values: unknown[]) => unknown)(...argumentsOf(name, opened))
    messages.push(...opened.messages.map((text) => `${name}: ${text}`))
    pressed.push(name)
    opened.close()
  }
  return { pressed, messages }
}

const isControl = (value: unknown) => typeof value === 'function'
const stuck = { kind: 'forbidden', reason: 'admin-mode', message: 'Needs admin_mode.' } as const
const bothStores = [true, false]

describe.each(bothStores)('controls of a run (refusing: %s)', (isRefusing) => {
  // Saving a file changes nothing, and a run’s other controls aren’t offered in these states.
  const offered: Record<string, string[]> = {
    paused: ['goFirst', 'endFirst', 'resume', 'cancel', 'continueAfterFix'],
    running: ['pause', 'goFirst', 'endFirst', 'undo', 'cancel', 'resume', 'continueAfterFix'],
    finished: ['retry', 'remove'],
  }
  it.each([
    ['paused', {}],
    ['paused', { hold: 'token' }],
    ['running', { waiting: stuck }],
    ['running', {}],
    ['running', { canGoFirst: true }],
    ['running', { isFirst: true }],
    ['finished', { counts: { refused: 2, done: 3 } }],
  ])('claim nothing while it stays %s %o', async (state, more) => {
    for (const answer of [true, false]) {
      const run = { state, ...more } as unknown as Partial<JobSummary>
      const { messages } = await pressAll(
        { run, isRefusing, answer },
        (account) => {
          const controls: Controls = useRunChanges(account, () => undefined)
          const isOffered = (name: string) => offered[state]!.includes(name)
          return Object.fromEntries(Object.entries(controls).filter(([name]) => isOffered(name)))
        },
        (_, { run: shown }) => [shown],
      )
      expect(messages).toEqual([])
    }
  })

  it('cover every control', () => {
    const { controls, close } = open({ isRefusing }, (account) => ({
      ...useRunChanges(account, () => undefined),
    }))
    close()
    const tested = new Set([...Object.values(offered).flat(), 'save'])
    expect(Object.keys(controls).filter((key) => isControl(controls[key]))).toEqual(
      expect.arrayContaining([...tested]),
    )
    expect(Object.values(controls).filter(isControl)).toHaveLength(tested.size)
  })
})

describe.each(bothStores)('controls of the queue (refusing: %s)', (isRefusing) => {
  it('claim nothing while it stays as it was', async () => {
    const unchangedBy: Record<string, object> = {
      pause: { isPaused: false },
      resume: { isPaused: true },
      release: { hold: { reason: 'token', count: 3 } },
      cancelHeld: { hold: { reason: 'token', count: 3 } },
      sendAllNow: {},
      cancelAll: { isPaused: true },
    }
    const pressed: string[] = []
    for (const [name, summary] of Object.entries(unchangedBy)) {
      const result = await pressAll(
        { summary, isRefusing },
        (account) => {
          const controls: Controls = useQueueControls(account, async () => undefined)
          return { [name]: controls[name] }
        },
        () => [],
      )
      expect(result.messages).toEqual([])
      pressed.push(...result.pressed)
    }
    const { controls, close } = open({ isRefusing }, (account) => ({
      ...useQueueControls(account, async () => undefined),
    }))
    close()
    expect(pressed.toSorted()).toEqual(
      Object.keys(controls)
        .filter((key) => isControl(controls[key]))
        .toSorted(),
    )
  })
})

describe.each(bothStores)('controls of an action (refusing: %s)', (isRefusing) => {
  it.each<QueueState>(['scheduled', 'undoable', 'ready', 'unknown', 'conflict', 'refused'])(
    'claim nothing while it stays %s',
    async (state) => {
      // An action that is already being sent can’t be canceled, which “Too late” then says.
      const isSent = !['scheduled', 'undoable', 'ready'].includes(state)
      const { pressed, messages } = await pressAll(
        { action: { state }, isRefusing },
        (account) => {
          const controls: Controls = useQueueActions(account, async () => undefined)
          const { change: _, cancel, ...others } = controls
          return isSent ? others : { cancel, ...others }
        },
        (name, { action }) => {
          const kind = { latest: action, ids: conflictIds } as unknown as ConflictKind
          const more: Record<string, unknown[]> = {
            decide: [action, 'apply'],
            decideAll: [kind, 'apply'],
            replace: [action, 'ban'],
            move: [action, 'last'],
          }
          return more[name] ?? [action]
        },
      )
      expect(pressed.length).toBeGreaterThan(6)
      expect(messages.filter((text) => !text.startsWith('move:'))).toEqual([])
      expect(messages.join()).not.toMatch(/moved to|is now/i)
    },
  )
})
