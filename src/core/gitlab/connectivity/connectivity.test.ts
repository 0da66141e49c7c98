import { describe, expect, it } from 'vitest'
import { FailureError, type UnformattedFailure } from '../../platform/failure.ts'
import { ConnectivityLog } from './connectivity.ts'

async function after(...failures: (Partial<UnformattedFailure> | undefined)[]) {
  let clock = 0
  const reportedStates: string[] = []
  const log = new ConnectivityLog({
    now: () => (clock += 1),
    after: () => () => undefined,
    onChange: ({ state }) => reportedStates.push(state),
  })
  for (const failure of failures) {
    const call = async () => {
      if (failure) throw new FailureError({ kind: 'unexpected', message: 'No.', ...failure })
    }
    await log.observe('a', call).catch(() => undefined)
  }
  return { state: log.list()[0], reportedStates }
}

describe('connectivity', () => {
  it.each([
    [{ kind: 'offline' }, 'offline'],
    [{ kind: 'offline', reason: 'nothing-answers' }, 'service-down'],
    [{ kind: 'timeout' }, 'service-down'],
    [{ kind: 'service-error' }, 'service-down'],
    [{ kind: 'unauthorized' }, 'signed-out'],
    [{ kind: 'forbidden', reason: 'account-unusable' }, 'signed-out'],
    [{ kind: 'forbidden', status: 403 }, 'online'],
    [{ kind: 'not-found', status: 404 }, 'online'],
    [{ kind: 'rate-limited', status: 429 }, 'online'],
    [{ kind: 'unknown-outcome' }, 'service-down'],
    [{ kind: 'unknown-outcome', status: 504 }, 'service-down'],
    [{ kind: 'unknown-outcome', reason: 'secret-missing', status: 201 }, 'online'],
  ] as const)('maps %j to %s', async (failure, state) => {
    expect((await after(failure)).state).toMatchObject({ account: 'a', state })
  })

  it('records the time of the last successful response and reports only changes', async () => {
    const { state, reportedStates } = await after(
      undefined,
      undefined,
      { kind: 'timeout' },
      { kind: 'timeout' },
    )
    expect(state).toEqual({ account: 'a', state: 'service-down', lastGoodAt: 2, message: 'No.' })
    expect(reportedStates).toEqual(['online', 'service-down'])
  })

  it('ignores a 401 that may concern the requested object', async () => {
    const refused = { kind: 'forbidden', status: 401 } as const
    expect((await after(refused)).state).toBeUndefined()
    expect((await after({ kind: 'unauthorized' }, refused)).reportedStates).toEqual(['signed-out'])
  })

  it('ignores requests that were rejected locally', async () => {
    expect((await after({ kind: 'invalid' }, { kind: 'keychain' })).state).toBeUndefined()
    const timeout = { kind: 'timeout' } as const
    for (const kind of ['forbidden', 'not-found', 'conflict', 'rate-limited'] as const)
      expect((await after(timeout, { kind })).reportedStates).toEqual(['service-down'])
  })

  it('is not restored by a caller’s own time limit', async () => {
    const timers: (() => void)[] = []
    const events: string[] = []
    const log = new ConnectivityLog({
      now: () => 1,
      after: (_, callback) => (timers.push(callback), () => undefined),
      onChange: ({ state, isWaiting }) => events.push(isWaiting ? `${state}, waiting` : state),
    })
    await log.observe('a', async () => undefined)
    const { promise, reject } = Promise.withResolvers<void>()
    const call = log.observe('a', () => promise)
    timers.at(-1)!()
    reject(new DOMException('Too slow.', 'TimeoutError'))
    await expect(call).rejects.toThrow('Too slow.')
    expect(events).toEqual(['online', 'online, waiting', 'service-down, waiting', 'service-down'])
  })

  it('reports an account as waiting while a request is slow', async () => {
    const timers: (() => void)[] = []
    const reportedStates: (true | undefined)[] = []
    const log = new ConnectivityLog({
      now: () => 1,
      after(_, callback) {
        timers.push(callback)
        return () => timers.splice(timers.indexOf(callback), 1)
      },
      onChange: ({ isWaiting }) => reportedStates.push(isWaiting),
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    const calls = [log.observe('a', () => promise), log.observe('a', () => promise)]
    for (const timer of timers.splice(0)) timer()
    expect(log.get('a')).toEqual({ account: 'a', state: 'unknown', isWaiting: true })
    await log.observe('a', async () => undefined)
    expect(log.get('a')).toMatchObject({ state: 'online', isWaiting: true })
    resolve()
    await Promise.all(calls)
    expect(log.get('a')).not.toHaveProperty('isWaiting')
    expect(reportedStates).toEqual([true, true, undefined])
    expect(timers).toEqual([])
  })
})
