import {
  type CreatedToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import { assertFutureTokenExpiry } from '../../accounts/token-expiry.ts'
import { type AuditedWrite, auditWrite } from '../../audit-log/audit-write.ts'
import type { Context } from '../../context.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Feature } from '../feature.ts'
import { CreatedTokens, CreatedTokensFile } from './created-tokens.ts'

export interface TokensFeature extends Feature<'adminTokens' | 'createdTokens'> {
  createdTokens: CreatedTokens
}

/** Tokens that are created here, for the account and for other users. */
export function tokensFeature({ audit, clock, documents }: Context): TokensFeature {
  const createdTokens = new CreatedTokens({
    fileOf: documents.define(accountFiles.createdTokens, CreatedTokensFile),
    now: clock.now,
  })

  /** Creates a token for another user. Promise: the secret is only returned to the caller, once. */
  async function createForUser(
    gitlab: GitLabClient,
    write: AuditedWrite,
    expiresAt: string | undefined,
    send: () => Promise<CreatedToken>,
  ): Promise<CreatedToken> {
    assertFutureTokenExpiry(expiresAt, clock.now())
    return auditWrite({ gitlab, audit }, write, send)
  }

  return {
    createdTokens,
    handlers: {
      adminTokens: {
        createImpersonation({ reason, ...input }, gitlab) {
          const endpoint = impersonationTokens.create
          const write = { name: 'impersonationTokens.create', endpoint, input, reason }
          return createForUser(gitlab, write, input.expires_at, () => gitlab.call(endpoint, input))
        },
        createPersonal({ reason, ...input }, gitlab) {
          const endpoint = personalAccessTokens.createFor
          const write = { name: 'personalAccessTokens.createFor', endpoint, input, reason }
          return createForUser(gitlab, write, input.expires_at, () => gitlab.call(endpoint, input))
        },
      },
      createdTokens: {
        createLimited: (input, gitlab) => createdTokens.createLimited(gitlab, input),
        list: (_, gitlab) => createdTokens.list(gitlab.account),
        forgetEntry: ({ id }, gitlab) => createdTokens.forgetEntry(gitlab.account, id),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
