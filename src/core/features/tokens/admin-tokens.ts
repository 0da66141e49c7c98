import {
  type CreatedToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { assertFutureTokenExpiry } from '../../accounts/token-expiry.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { type AuditedWrite, auditWrite } from '../../audit-log/audit-write.ts'

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

interface AdminTokensOptions {
  audit: Audit
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Tokens for other users, created by an administrator. Promise: the secret is only returned to the caller, once.
 */
export class AdminTokens {
  readonly #options: AdminTokensOptions

  constructor(options: AdminTokensOptions) {
    this.#options = options
  }

  createImpersonation(gitlab: GitLabClient, { reason, ...input }: NewImpersonationToken) {
    const endpoint = impersonationTokens.create
    const write = { name: 'impersonationTokens.create', endpoint, input, reason }
    return this.#create(gitlab, write, input.expires_at, () => gitlab.call(endpoint, input))
  }

  createPersonal(gitlab: GitLabClient, { reason, ...input }: NewToken) {
    const endpoint = personalAccessTokens.createFor
    const write = { name: 'personalAccessTokens.createFor', endpoint, input, reason }
    return this.#create(gitlab, write, input.expires_at, () => gitlab.call(endpoint, input))
  }

  async #create(
    gitlab: GitLabClient,
    write: AuditedWrite,
    expiresAt: string | undefined,
    send: () => Promise<CreatedToken>,
  ): Promise<CreatedToken> {
    const { audit, now } = this.#options
    assertFutureTokenExpiry(expiresAt, now())
    return auditWrite({ gitlab, audit }, write, send)
  }
}
