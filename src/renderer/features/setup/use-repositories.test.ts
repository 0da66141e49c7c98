import { createApp, effectScope } from 'vue'
import { afterEach, expect, it, vi } from 'vitest'
import type { HostEvents } from '../../../shared/operations/host.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { useRepositories } from './use-repositories.ts'

const scopes: (() => void)[] = []
afterEach(() => scopes.splice(0).forEach((close) => close()))

interface Call {
  name: string
  input: { folders?: string[] }
  answer(value: unknown): void
}

/** Opens an account’s repositories and records the requests to core. */
function openRepositories(saved: string[]) {
  const calls: Call[] = []
  let reportProgress: ((event: HostEvents['repositoryScan']) => void) | undefined
  const app = createApp({})
  app.provide(hostKey, {
    invoke: (name, input) =>
      new Promise((resolve) => {
        const answer = (value: unknown) => resolve({ ok: true, value })
        calls.push({ name: name.replace('repositories.', ''), input: input as object, answer })
        if (name === 'repositories.folders') answer(saved)
        if (name === 'repositories.suggestedFolders') answer(['~/src', '~/code'])
        if (name !== 'repositories.setFolders') return
        const { folders } = input as { folders: string[] }
        if (!folders.includes('~/gone')) return answer(folders)
        const gone = ['There’s no folder ~/gone.']
        const failure = { kind: 'invalid', message: gone[0]!, fields: { folders: gone } } as const
        resolve({ ok: false, failure })
      }),
    on(_, listener) {
      reportProgress = listener as typeof reportProgress
      return () => (reportProgress = undefined)
    },
  })
  const scope = effectScope()
  const view = app.runWithContext(() => scope.run(() => useRepositories('a')))!
  scopes.push(() => scope.stop())
  const called = async (...names: string[]) => {
    await vi.waitFor(() => expect(calls.map(({ name }) => name)).toEqual(names))
    return calls.at(-1)!
  }
  return {
    view,
    calls,
    called,
    reportProgress: (event: HostEvents['repositoryScan']) => reportProgress?.(event),
    close: () => scope.stop(),
  }
}

const found = (...paths: string[]) => ({
  repositories: paths.map((path) => ({ path, kind: 'clone' })),
  limits: [],
  problems: [],
})

it('scans the saved folders', async () => {
  const { view, called, reportProgress } = openRepositories(['~/work'])
  void view.open()
  const scan = await called('folders', 'scan')
  expect(scan.input).toEqual({ folders: ['~/work'] })
  reportProgress({ account: 'b', repositories: 9, folders: 9 })
  reportProgress({ account: 'a', repositories: 1, folders: 40 })
  expect(view.progress.value).toEqual({ repositories: 1, folders: 40 })
  scan.answer(found('~/work/one'))
  await vi.waitUntil(() => view.repositories.value.length === 1)
})

it('suggests folders instead of scanning if none are saved', async () => {
  const { view, calls } = openRepositories([])
  await view.open()
  await vi.waitUntil(() => !view.scanning.busy.value)
  expect(calls.map(({ name }) => name)).toEqual(['folders', 'suggestedFolders'])
  expect(view.suggestions.value).toEqual(['~/src', '~/code'])
})

it('suggests the other folders after one was added', async () => {
  const { view, called } = openRepositories([])
  await view.open()
  await view.setFolders(['~/src'])
  await called('folders', 'suggestedFolders', 'setFolders', 'scan')
  expect(view.suggestions.value).toEqual(['~/code'])
})

it('keeps its folders and returns why a new one was rejected', async () => {
  const { view, called } = openRepositories(['~/work'])
  await view.open()
  await called('folders', 'scan')
  const refused = await view.setFolders(['~/gone', '~/work'])
  expect(refused?.fields).toEqual({ folders: ['There’s no folder ~/gone.'] })
  expect(view.folders.value).toEqual(['~/work'])
  await called('folders', 'scan', 'setFolders')
})

it('cancels the running scan before scanning new folders', async () => {
  const { view, calls, called } = openRepositories(['~/work'])
  void view.open()
  const former = await called('folders', 'scan')
  await view.setFolders(['~/code', '~/work'])
  ;(await called('folders', 'scan', 'setFolders', 'cancelScan')).answer({})
  former.answer(found('~/work/part'))
  const scan = await called('folders', 'scan', 'setFolders', 'cancelScan', 'scan')
  expect(scan.input).toEqual({ folders: ['~/code', '~/work'] })
  expect(view.isCanceled.value).toBe(false)
  scan.answer(found('~/code/one', '~/work/one'))
  await vi.waitUntil(() => view.repositories.value.length === 2)
  expect(calls).toHaveLength(5)
})

it('cancels the scan when the user leaves the screen', async () => {
  const { view, called, close } = openRepositories(['~/work'])
  void view.open()
  await called('folders', 'scan')
  close()
  await called('folders', 'scan', 'cancelScan')
})
