import { describe, expect, it, onTestFinished } from 'vitest'
import type { UpdateChannel, Updates } from '../../shared/operations/updates.ts'
import type { Policy } from '../platform/policy/policy.ts'
import { createTestLatchkey } from '../testing/latchkey.ts'
import { managed } from './testing/managed-stage.ts'

function start(updates: Policy['updates'], host?: { off: 'package-manager' }) {
  const asked: UpdateChannel[] = []
  const latchkey = createTestLatchkey({
    policy: managed({ updates }),
    updates: host ?? {
      newest: async (channel) => {
        asked.push(channel)
        return { version: '9.0.0', notes: '' }
      },
      download: () => Promise.reject(new Error('not asked for')),
      installAndRestart: () => undefined,
    },
  })
  onTestFinished(() => latchkey.close())
  return { latchkey, asked }
}

describe('updates', () => {
  it('are off if the company updates Latchkey', async () => {
    const { latchkey, asked } = start('off')
    const off: Updates = { state: 'off', why: 'managed' }
    for (const name of ['get', 'check', 'download', 'later', 'skip', 'install'])
      expect(await latchkey.value(`updates.${name}`), name).toEqual(off)
    expect(asked).toEqual([])
  })

  it('keep the reason of a package that doesn’t update itself', async () => {
    const { latchkey } = start('off', { off: 'package-manager' })
    expect(await latchkey.value('updates.get')).toMatchObject({ why: 'package-manager' })
  })

  it('are found on request if Latchkey may only ask', async () => {
    const { latchkey, asked } = start('ask')
    expect(await latchkey.value('updates.check')).toMatchObject({ state: 'available' })
    expect(asked).toEqual(['stable'])
  })

  it('come from the company’s channel', async () => {
    const { latchkey, asked } = start({ channel: 'beta' })
    await latchkey.value('updates.check')
    expect(asked).toEqual(['beta'])
  })
})
