import { afterEach, expect, it, vi } from 'vitest'
import type { AttackedHost } from './host.ts'
import { maxMemory, sample, watchHost } from './watch.ts'

afterEach(() => void vi.unstubAllGlobals())

const healthy: AttackedHost = {
  port: 1,
  usedKey: '',
  tab: '',
  output: () => 'its last words',
  isRunning: () => true,
  memory: () => 100,
  call: async () => '{"ok":true}',
  signIn: async () => '',
  stop: async () => undefined,
}
const faults = async (host: Partial<AttackedHost>, isTimed = true) => {
  const attack = async () => ({ attacks: 1, findings: [] })
  const { findings } = await watchHost({ ...healthy, ...host }, 'a group', isTimed, attack)
  return findings.map(({ what }) => what)
}

it('finds no fault with a host that goes on', async () => {
  expect(await faults({})).toEqual([])
})

it('finds fault with a host that ended, and says its last words', async () => {
  expect(await faults({ isRunning: () => false })).toEqual(['the host ended: its last words'])
})

it('finds fault with a host that answers its owner no more', async () => {
  expect(await faults({ call: async () => '' })).toEqual(['the host does not answer its owner'])
})

it('finds fault with a host that takes too much memory', async () => {
  const memory = () => maxMemory + 1
  expect(await faults({ memory })).toEqual([
    `the host took ${maxMemory + 1} MiB, more than ${maxMemory}`,
  ])
})

it('finds fault with a host that lets its owner wait, where nothing else is done', async () => {
  let milliseconds = 0
  vi.stubGlobal('performance', { now: () => milliseconds })
  const call = async () => {
    milliseconds += 5_001
    return '{"ok":true}'
  }
  expect(await faults({ call })).toEqual(['its owner waited 5001 ms'])
  expect(await faults({ call }, false)).toEqual([])
})

it('chooses some of each part of a list', () => {
  expect(sample([0, 1, 2, 3, 4, 5], 3)).toEqual([0, 2, 4])
  expect(sample([0, 1], 3)).toEqual([0, 1])
})
