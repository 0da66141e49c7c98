import { expect, it, vi } from 'vitest'
import type { Repository, RepositoryIdentity } from '../../../shared/operations/repositories.ts'
import { CallError } from '../../bridge/call-error.ts'
import { useIdentityReader } from './use-identity-reader.ts'

const repositoriesOf = (count: number) =>
  Array.from({ length: count }, (_, at): Repository => ({ path: `~/${at}`, kind: 'clone' }))

/** Creates a reader; the test resolves the requests. */
function openReader(repositories: Repository[]) {
  const calls: { paths: string[]; answer(verdict?: RepositoryIdentity['verdict']): void }[] = []
  let isPaused = false
  const reader = useIdentityReader({
    repositories: () => repositories,
    isPaused: () => isPaused,
    read: (paths) =>
      new Promise((resolve) => {
        const answer = (verdict: RepositoryIdentity['verdict'] = 'verified') =>
          resolve(paths.map((path) => ({ path, signs: true, verdict, problems: [] })))
        calls.push({ paths, answer })
      }),
  })
  const called = async (count: number) => {
    await vi.waitUntil(() => calls.length === count)
    return calls[count - 1]!
  }
  return { ...reader, calls, called, pause: (isWanted: boolean) => (isPaused = isWanted) }
}

it('reads visible repositories first and the rest on request', async () => {
  const reader = openReader(repositoriesOf(120))
  reader.setVisible(['~/100', '~/101'])
  const first = await reader.called(1)
  expect(first.paths).toEqual(['~/100', '~/101'])
  reader.readAll(true)
  reader.setVisible(['~/100', '~/101', '~/90'])
  first.answer()
  const second = await reader.called(2)
  expect(second.paths).toHaveLength(50)
  expect(second.paths.slice(0, 2)).toEqual(['~/90', '~/0'])
  expect(reader.identities.get('~/100')?.verdict).toBe('verified')
  reader.readAll(false)
  second.answer()
  await vi.waitUntil(() => reader.identities.size === 52)
  expect([reader.calls.length, reader.unread.value]).toEqual([2, 68])
})

it('skips repositories that scrolled away or couldn’t be opened', async () => {
  const reader = openReader([
    ...repositoriesOf(3),
    { path: '~/other', kind: 'clone', problem: 'other-owner' },
  ])
  reader.setVisible(['~/0', '~/1', '~/2', '~/other'])
  reader.setVisible(['~/0', '~/2', '~/other'])
  expect((await reader.called(1)).paths).toEqual(['~/0', '~/2'])
})

it('shows the previous result after a change until it has been reread', async () => {
  const reader = openReader(repositoriesOf(1))
  reader.setVisible(['~/0'])
  ;(await reader.called(1)).answer('not-verified')
  await vi.waitUntil(() => reader.identities.size === 1)
  reader.readAgain()
  const second = await reader.called(2)
  expect(reader.identities.get('~/0')?.verdict).toBe('not-verified')
  // A request that started before the change is ignored.
  reader.readAgain()
  second.answer('not-verified')
  ;(await reader.called(3)).answer()
  await vi.waitUntil(() => reader.identities.get('~/0')?.verdict === 'verified')
  expect(reader.unread.value).toBe(0)
})

it('stops at a failure and resumes from there', async () => {
  const failure = { kind: 'unexpected', message: 'Git is busy.' } as const
  const read = vi.fn(async (paths: string[]): Promise<RepositoryIdentity[]> => {
    if (read.mock.calls.length === 1) throw new CallError(failure)
    return paths.map((path) => ({ path, signs: false, verdict: 'unknown', problems: [] }))
  })
  const repositories = repositoriesOf(2)
  const reader = useIdentityReader({
    repositories: () => repositories,
    isPaused: () => false,
    read,
  })
  reader.readAll(true)
  await vi.waitUntil(() => reader.failure.value)
  expect([reader.failure.value, reader.unread.value]).toEqual([failure, 2])
  await reader.readNext()
  expect([reader.failure.value, reader.unread.value]).toEqual([undefined, 0])
})

it('waits while a scan is running', async () => {
  const reader = openReader(repositoriesOf(1))
  reader.pause(true)
  reader.setVisible(['~/0'])
  await reader.readNext()
  expect(reader.calls).toEqual([])
  reader.pause(false)
  reader.readAgain()
  expect((await reader.called(1)).paths).toEqual(['~/0'])
})
