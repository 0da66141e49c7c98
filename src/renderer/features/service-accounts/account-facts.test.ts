import { describe, expect, it } from 'vitest'
import type { UserTokens } from '../../../shared/operations/admin-tokens.ts'
import { creatorText, emailText, tokenFacts, tokenTexts } from './account-facts.ts'

const token = (values: Partial<UserTokens['tokens'][number]>) => ({
  id: 1,
  name: 'robot',
  state: 'active' as const,
  expires_at: null,
  last_used_at: null,
  isImpersonation: false,
  isSignInToken: false,
  ...values,
})
const facts = (...tokens: ReturnType<typeof token>[]) => tokenFacts({ listed: 'all', tokens })

describe('the facts about a service account’s tokens', () => {
  it('are the last use of any token and the nearest expiry of an active one', () => {
    expect(
      facts(
        token({ expires_at: '2030-09-01', last_used_at: '2030-04-01T08:00:00Z' }),
        token({ expires_at: '2030-06-01' }),
        token({ expires_at: '2030-05-20', state: 'revoked', last_used_at: '2030-04-30T08:00:00Z' }),
        token({ expires_at: '2030-05-01', state: 'expired' }),
      ),
    ).toEqual({ lastUsedAt: '2030-04-30T08:00:00Z', expiresAt: '2030-06-01', active: 2 })
  })

  it('say so if no token was used, expires, or is active', () => {
    expect(facts(token({}))).toEqual({ lastUsedAt: null, expiresAt: null, active: 1 })
    expect(tokenTexts(facts(token({})))).toEqual([
      'No token was ever used',
      'Active token doesn’t expire',
    ])
    expect(tokenTexts(facts(token({ state: 'revoked' })))).toEqual([
      'No active token',
      'No token was ever used',
    ])
    expect(tokenTexts(facts())).toEqual(['No active token', 'No token was ever used'])
  })

  it('are unknown if a token doesn’t have them', () => {
    const other = token({ expires_at: '2030-06-01', last_used_at: '2030-04-01T08:00:00Z' })
    expect(facts(other, token({ last_used_at: undefined, expires_at: undefined }))).toEqual({
      lastUsedAt: undefined,
      expiresAt: undefined,
      active: 2,
    })
  })

  it('are unknown if GitLab doesn’t list the tokens', () => {
    for (const listed of ['unsupported', 'filter-ignored'] as const) {
      const texts = tokenTexts(tokenFacts({ listed, tokens: [] }))
      expect(texts).toEqual(['Last use unknown', 'Expiry unknown'])
    }
    expect(tokenFacts(undefined)).toEqual({})
  })
})

it('names the creator of a service account, not an owner', () => {
  const text = creatorText({ username: 'ines', name: 'Ines' })
  expect(text.replaceAll(/[\u2068\u2069]/g, '')).toBe('Created by Ines (@ines)')
  expect(creatorText(null)).toBe('Creator unknown')
})

it('marks the email that isn’t confirmed yet', () => {
  const robot = { id: 7, username: 'robot', name: 'Robot', email: 'robot@noreply.example' }
  expect(emailText(robot)).toBe('robot@noreply.example')
  expect(emailText({ ...robot, unconfirmed_email: 'robot@maps.example' })).toBe(
    'robot@noreply.example · robot@maps.example (not confirmed)',
  )
})
