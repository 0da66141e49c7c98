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

it('reports nothing if the host keeps running', async () => {
  expect(await faults({})).toEqual([])
})

it('reports a host that exited, with its last output', async () => {
  expect(await faults({ isRunning: () => false })).toEqual(['the host ended: its last words'])
})

it('reports a host that no longer responds to its owner', async () => {
  expect(await faults({ call: async () => '' })).toEqual(['the host does not answer its owner'])
})

it('reports a host that uses too much memory', async () => {
  const memory = () => maxMemory + 1
  expect(await faults({ memory })).toEqual([
    `the host took ${maxMemory + 1} MiB, more than ${maxMemory}`,
  ])
})

it('reports slow responses to the owner only in a timed run', async () => {
  let milliseconds = 0
  vi.stubGlobal('performance', { now: () => milliseconds })
  const call = async () => {
    milliseconds += 5_001
    return '{"ok":true}'
  }
  expect(await faults({ call })).toEqual(['its owner waited 5001 ms'])
  expect(await faults({ call }, false)).toEqual([])
})

it('samples evenly from a list', () => {
  expect(sample([0, 1, 2, 3, 4, 5], 3)).toEqual([0, 2, 4])
  expect(sample([0, 1], 3)).toEqual([0, 1])
})
