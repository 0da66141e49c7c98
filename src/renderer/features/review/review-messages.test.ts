import { expect, it } from 'vitest'
import type { Credential } from '../../../shared/operations/review.ts'
import { credentialFacts } from '../../components/credential-facts.ts'

const token: Credential = {
  ...{ user: 2, username: 'maya', kind: 'personal', id: 4, title: 'Migration', scopes: 'api' },
  ...{ fingerprint: null, algorithm: null, bits: null, created_at: null, expires_at: null },
  ...{ last_used_at: null, never_used: false, last_used_ips: null, active: true },
}

it('shows which addresses used a token', () => {
  expect(credentialFacts('Token', token)).not.toContain('Used from')
  expect(
    credentialFacts('Token', { ...token, last_used_ips: '192.0.2.17, 2001:db8::17' }),
  ).toContain('Used from 192.0.2.17 and 2001:db8::17')
})
