import { describe, expect, it } from 'vitest'
import { message } from '../../../shared/messages/message.ts'
import { type ManagedPolicy, noPolicy } from './policy.ts'
import { policySources } from './policy-sources.ts'
import { printPolicy, summarizePolicy } from './print-policy.ts'

const policy: ManagedPolicy = {
  values: { organization: 'Example \u009b31m', disabledFeatures: ['sudo'], tokenMaxDays: 30 },
  source: { path: '/etc/latchkey/policy.json', hash: 'c0ffee' },
  problems: [{ key: 'update', reason: message('policy.unknownKey') }],
}
const unreadable: ManagedPolicy = {
  values: {},
  source: { path: '/etc/latchkey/policy.json' },
  problems: [],
  unreadable: message('policy.notOfRoot', { path: '/etc/latchkey' }),
}

async function print(policy: ManagedPolicy) {
  const lines: string[] = []
  const code = await printPolicy((line) => lines.push(line), Promise.resolve(policy))
  return { lines, code }
}

describe('--policy', () => {
  it('prints what applies, what doesn’t and why, without control characters', async () => {
    expect(await print(policy)).toEqual({
      lines: [
        'Policy: /etc/latchkey/policy.json',
        'SHA-256: c0ffee',
        '  organization: "Example \\u{9b}31m"',
        '  disabledFeatures: ["sudo"]',
        '  tokenMaxDays: 30',
        'update doesn’t apply: This version doesn’t know this key.',
      ],
      code: 1,
    })
    expect((await print({ ...policy, problems: [] })).code).toBe(0)
  })

  it('prints why a policy can’t be read, and what that stops', async () => {
    expect(await print(unreadable)).toEqual({
      lines: [
        'Policy: /etc/latchkey/policy.json',
        '/etc/latchkey isn’t owned by root.',
        expect.stringContaining('nobody can sign in'),
      ],
      code: 2,
    })
  })

  it('prints the place of a policy if there is none', async () => {
    expect(await print(noPolicy)).toEqual({
      lines: [
        'This computer has no policy. It would be read from:',
        ...policySources().map(({ path }) => `  ${path}`),
      ],
      code: 0,
    })
  })
})

it('summary of a policy has neither its values nor its path', () => {
  expect(summarizePolicy(policy)).toEqual({
    hash: 'c0ffee',
    keys: ['organization', 'disabledFeatures', 'tokenMaxDays'],
    problems: ['update'],
    isUnreadable: false,
  })
  expect(summarizePolicy(unreadable)).toEqual({ keys: [], problems: [], isUnreadable: true })
  expect(summarizePolicy(noPolicy)).toBe('none')
})
