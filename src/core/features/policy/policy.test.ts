import { describe, expect, it, onTestFinished } from 'vitest'
import { message } from '../../../shared/messages/message.ts'
import type { ManagedPolicy } from '../../platform/policy/policy.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'

function start(policy?: ManagedPolicy) {
  const latchkey = createTestLatchkey(policy && { policy })
  onTestFinished(latchkey.close)
  return latchkey
}

const path = '/etc/latchkey/policy.json'
const policy: ManagedPolicy = {
  values: {
    organization: 'Example',
    instances: [
      { url: 'https://git.example', name: 'Git', oauthClientId: 'id', caFile: '/etc/ca.pem' },
      { url: 'https://other.example' },
    ],
    onlyTheseInstances: true,
    disabledFeatures: ['sudo'],
  },
  source: { path, hash: 'c0ffee' },
  problems: [{ key: 'update', reason: message('policy.unknownKey') }],
}

describe('policy.get', () => {
  it('returns the policy with the instances to offer, even while Latchkey is locked', async () => {
    const latchkey = start(policy)
    const shown = {
      organization: 'Example',
      source: { path, hash: 'c0ffee' },
      values: { onlyTheseInstances: true, disabledFeatures: ['sudo'] },
      instances: [{ url: 'https://git.example', name: 'Git' }, { url: 'https://other.example' }],
      problems: [{ key: 'update', reason: 'This version doesn’t know this key.' }],
    }
    expect(await latchkey.value('policy.get')).toEqual(shown)
    await latchkey.value('lock.lock')
    expect(await latchkey.value('policy.get')).toEqual(shown)
  })

  it('returns why a policy can’t be read', async () => {
    const unreadable = message('policy.notOfRoot', { path })
    expect(
      await start({ values: {}, source: { path }, problems: [], unreadable }).value('policy.get'),
    ).toEqual({
      source: { path },
      values: {},
      instances: [],
      problems: [],
      unreadable: `${path} isn’t owned by root.`,
    })
  })

  it('returns problems in the chosen language', async () => {
    const latchkey = start(policy)
    await latchkey.value('settings.set', { language: 'en-XA' })
    await expect
      .poll(async () => (await latchkey.value<ManagedPolicy>('policy.get')).problems[0]?.reason)
      .not.toBe('This version doesn’t know this key.')
    await latchkey.value('settings.set', { language: 'en' })
  })

  it('returns nothing on a computer without a policy', async () => {
    expect(await start().value('policy.get')).toEqual({ values: {}, instances: [], problems: [] })
  })
})
