import { describe, expect, it } from 'vitest'
import { FailureError, type UnformattedFailure } from '../../platform/failure.ts'
import { ConnectivityLog } from './connectivity.ts'

async function after(...failures: (Partial<UnformattedFailure> | undefined)[]) {
  let clock = 0
  const told: string[] = []
  const log = new ConnectivityLog({
    now: () => (clock += 1),
    onChange: ({ state }) => told.push(state),
  })
  for (const failure of failures) {
    const call = async () => {
      if (failure) throw new FailureError({ kind: 'unexpected', message: 'No.', ...failure })
    }
    await log.observe('a', call).catch(() => undefined)
  }
  return { state: log.list()[0], told }
}

describe('connectivity', () => {
  it.each([
    [{ kind: 'offline' }, 'offline'],
    [{ kind: 'offline', reason: 'nothing-answers' }, 'service-down'],
    [{ kind: 'timeout' }, 'service-down'],
    [{ kind: 'service-error' }, 'service-down'],
    [{ kind: 'unauthorized' }, 'signed-out'],
    [{ kind: 'forbidden', reason: 'account-unusable' }, 'signed-out'],
    [{ kind: 'forbidden' }, 'online'],
    [{ kind: 'not-found' }, 'online'],
    [{ kind: 'rate-limited' }, 'online'],
  ] as const)('maps %j to %s', async (failure, state) => {
    expect((await after(failure)).state).toMatchObject({ account: 'a', state })
  })

  it('keeps the time of the last good response and reports only changes', async () => {
    const { state, told } = await after(
      undefined,
      undefined,
      { kind: 'timeout' },
      { kind: 'timeout' },
    )
    expect(state).toEqual({ account: 'a', state: 'service-down', lastGoodAt: 2, message: 'No.' })
    expect(told).toEqual(['online', 'service-down'])
  })

  it('ignores a 401 that may be about the requested object', async () => {
    const refused = { kind: 'forbidden', status: 401 } as const
    expect((await after(refused)).state).toBeUndefined()
    expect((await after({ kind: 'unauthorized' }, refused)).told).toEqual(['signed-out'])
  })

  it('ignores requests that were rejected locally', async () => {
    expect((await after({ kind: 'invalid' }, { kind: 'keychain' })).state).toBeUndefined()
  })
})
