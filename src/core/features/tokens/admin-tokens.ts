import {
  type CreatedToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/service/tokens.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { assertFutureExpiry } from './token-expiry.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { createAuditEvent } from '../../audit-log/audited-row.ts'

interface NewToken {
  user_id: number
  name: string
  description?: string
  expires_at?: string
  scopes: string[]
  /** Recorded in the audit log, not sent. */
  reason: string
}
type NewImpersonationToken = Omit<NewToken, 'scopes'> & Partial<Pick<NewToken, 'scopes'>>

export interface AdminTokensPorts {
  audit: Audit
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Tokens for other users, created by an administrator. Promise: the secret is only returned to the caller, once.
 */
export class AdminTokens {
  readonly #ports: AdminTokensPorts

  constructor(ports: AdminTokensPorts) {
    this.#ports = ports
  }

  async createImpersonation(
    service: AccountService,
    { reason, ...token }: NewImpersonationToken,
  ): Promise<CreatedToken> {
    assertFutureExpiry(token.expires_at, this.#ports.now())
    const auditEvent = await createAuditEvent(
      'impersonationTokens.create',
      impersonationTokens.create,
      token,
      service,
    )
    return this.#ports.audit.run(service.account, { ...auditEvent, reason }, () =>
      service.call(impersonationTokens.create, token),
    )
  }

  async createPersonal(
    service: AccountService,
    { reason, ...token }: NewToken,
  ): Promise<CreatedToken> {
    assertFutureExpiry(token.expires_at, this.#ports.now())
    const auditEvent = await createAuditEvent(
      'personalAccessTokens.createFor',
      personalAccessTokens.createFor,
      token,
      service,
    )
    return this.#ports.audit.run(service.account, { ...auditEvent, reason }, () =>
      service.call(personalAccessTokens.createFor, token),
    )
  }
}
