import { createPinia } from 'pinia'
import { createApp, effectScope, reactive } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Account, FirstStep } from '../../../shared/operations/accounts.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { finishedSteps, useFirstSteps } from './use-first-steps.ts'

beforeEach(() => {
  queryClient.clear()
  finishedSteps.clear()
})

/** Opens Home. `finding` is the result of the Git check; without it, the check fails. */
function openHome(firstSteps: FirstStep[], finding?: string, hasSshKey = true) {
  const account: Account = {
    id: 'a',
    baseUrl: 'https://example.com',
    label: 'a',
    colour: 'teal',
    user: { id: 9, username: 'a', name: 'a' },
    isAdmin: false,
    demo: false,
    token: 'session',
    firstSteps,
  }
  const start = reactive({ account, hasSshKey })
  let status = noStatus
  const savedSteps: unknown[] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      if (name === 'setup.check' && finding === undefined) {
        return { ok: false, failure: { kind: 'offline', message: 'No.' } }
      }
      const answers: Record<string, unknown> = {
        'setup.check': { finding, values: {} },
        'ownStatus.get': status,
      }
      if (name === 'accounts.update') {
        const update = input as { firstSteps: FirstStep[] }
        savedSteps.push(update.firstSteps)
        start.account = { ...account, ...update }
        return { ok: true, value: start.account }
      }
      return { ok: true, value: answers[name] }
    },
    on: () => () => undefined,
  })
  app.use(createPinia())
  app.use(createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] }))
  const scope = effectScope()
  const view = app.runWithContext(() => scope.run(() => useFirstSteps(start)))!
  const shows = (...steps: [FirstStep, boolean][]) =>
    vi.waitFor(() =>
      expect(view.steps.value.map(({ name, isDone }) => [name, isDone])).toEqual(steps),
    )
  const setStatus = async (message: string) => {
    status = { ...noStatus, message }
    await queryClient.refetchQueries({ queryKey: ['a', 'ownStatus.get'] })
  }
  return { start, view, savedSteps, shows, setStatus, close: () => scope.stop() }
}

const noStatus = { emoji: '', message: '', availability: 'not_set', clear_status_at: null }

it.each(['not-checked', undefined])(
  'neither shows nor finishes the Git step while its state is unknown (%s)',
  async (finding) => {
    const { view, savedSteps, shows, close } = openHome(['keys', 'git'], finding)
    await shows(['keys', true])
    expect([view.next.value, savedSteps]).toEqual([undefined, [['git']]])
    close()
  },
)

it('keeps the Git step if its state is unknown when another step is skipped', async () => {
  const { view, savedSteps, shows, close } = openHome(['status', 'keys', 'git'], 'not-checked')
  await shows(['status', false], ['keys', true])
  expect(view.next.value?.name).toBe('status')
  await view.skip('status')
  expect(savedSteps.at(-1)).toEqual(['git'])
  expect(view.next.value).toBeUndefined()
  close()
})

it('skips a second step while the first is being saved', async () => {
  const { view, savedSteps, shows, close } = openHome(['status', 'keys', 'git'], 'no-email')
  await shows(['status', false], ['keys', true], ['git', false])
  await Promise.all([view.skip('status'), view.skip('git')])
  expect(savedSteps.at(-1)).toEqual([])
  close()
})

it('shows the Git step until commits use a confirmed email', async () => {
  const open = openHome(['keys', 'git'], 'no-email')
  await open.shows(['keys', true], ['git', false])
  expect([open.view.next.value?.name, open.savedSteps]).toEqual(['git', [['git']]])
  open.close()
  const done = openHome(['keys', 'git'], 'identity-set')
  await vi.waitFor(() => expect(done.savedSteps.at(-1)).toEqual([]))
  expect(done.view.next.value).toBeUndefined()
  done.close()
})

it('remembers finished steps, even after a restart', async () => {
  const { savedSteps, shows, setStatus, close } = openHome(['status', 'git'], 'no-email')
  await shows(['status', false], ['git', false])
  await setStatus('Reading')
  await shows(['status', true], ['git', false])
  await vi.waitFor(() => expect(savedSteps).toEqual([['git']]))
  await setStatus('')
  await shows(['status', true], ['git', false])
  expect(savedSteps).toEqual([['git']])
  close()
})

it('offers the key step again after the key is removed', async () => {
  const { start, savedSteps, shows, close } = openHome(['keys', 'git'], 'no-email', false)
  await shows(['keys', false], ['git', false])
  start.hasSshKey = true
  await shows(['keys', true], ['git', false])
  await vi.waitFor(() => expect(savedSteps.at(-1)).toEqual(['git']))
  start.hasSshKey = false
  await shows(['keys', false], ['git', false])
  await vi.waitFor(() => expect(savedSteps.at(-1)).toEqual(['git', 'keys']))
  close()
})
