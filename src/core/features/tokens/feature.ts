import {
  type CreatedToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import type { TokenUse } from '../../../shared/operations/own-tokens.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import { assertFutureTokenExpiry } from '../../accounts/token-expiry.ts'
import { type AuditedWrite, auditWrite } from '../../audit-log/audit-write.ts'
import type { Context } from '../../context.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Feature } from '../feature.ts'
import { createFailureError } from '../../platform/failures.ts'
import { programToken } from '../../../shared/rules/token-scopes.ts'
import { CreatedTokens, CreatedTokensFile } from './created-tokens.ts'
import { type ProgramToken, type SecretPlaces, handOverToken } from './hand-over.ts'
import { AccountTokenList } from './own-tokens.ts'
import { rotateOwnToken } from './rotate-own-token.ts'
import { listImpersonationTokens, listUserTokens, revokeUserToken } from './user-tokens.ts'

interface Dependencies {
  /** Places on this computer with secrets for an account's instance. */
  tokenUses: SecretPlaces & {
    find(account: string): Promise<TokenUse[]>
    check(account: string, tokenId: number): Promise<TokenUse[]>
  }
}

export interface TokensFeature extends Feature<'adminTokens' | 'ownTokens'> {
  ownTokens: AccountTokenList
}

/** The account’s own tokens, and the tokens created here for other users. */
export function tokensFeature(context: Context, { tokenUses: uses }: Dependencies): TokensFeature {
  const { accounts, audit, clock, documents, hooks } = context
  const created = new CreatedTokens(documents.define(accountFiles.createdTokens, CreatedTokensFile))
  const ownTokens = new AccountTokenList({
    created,
    account: (id) => accounts.account(id),
    otherAccounts: (id) => {
      const others = accounts.ids().filter((other) => other !== id)
      return others.map((other) => accounts.account(other))
    },
    describe: (id, token) => accounts.describeToken(id, token),
    now: clock.now,
  })
  hooks.tokenReplaced.subscribe((account) => ownTokens.askAgain(account))

  /** Creates a token for another user. Guarantee: the secret is returned only once, to the caller. */
  async function createForUser(
    gitlab: GitLabClient,
    write: AuditedWrite,
    expiresAt: string | undefined,
    send: () => Promise<CreatedToken>,
  ): Promise<CreatedToken> {
    assertFutureTokenExpiry(expiresAt, clock.now())
    return auditWrite({ gitlab, audit }, write, send)
  }

  /** Creates a token for Git and glab, which only an administrator's account can. */
  async function createForPrograms(
    gitlab: GitLabClient,
    { expiresAt, glab }: ProgramToken,
  ): Promise<string> {
    const { isAdmin, user } = accounts.account(gitlab.account)
    if (!isAdmin) throw createFailureError('invoke.noAdministrator', { username: user.username })
    const endpoint = personalAccessTokens.createFor
    const input = { user_id: user.id, ...programToken({ glab }), expires_at: expiresAt }
    const write = { name: 'personalAccessTokens.createFor', endpoint, input }
    const created = await createForUser(gitlab, write, expiresAt, () =>
      gitlab.call(endpoint, input),
    )
    return created.token
  }

  const usersOf = ({ account }: GitLabClient, userId: number) => ({
    userId,
    ownId: accounts.account(account).user.id,
    now: clock.now(),
  })

  return {
    ownTokens,
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
        listImpersonation: ({ user_id: userId }, gitlab) =>
          listImpersonationTokens(gitlab, { userId, now: clock.now() }),
        listPersonal: ({ user_id }, gitlab) => listUserTokens(gitlab, usersOf(gitlab, user_id)),
        revokePersonal: ({ user_id, id }, gitlab) =>
          revokeUserToken({ gitlab, audit }, usersOf(gitlab, user_id), id),
      },
      ownTokens: {
        list: (input, gitlab) => ownTokens.list(gitlab, input),
        createLimited: (input, gitlab) => ownTokens.createLimited(gitlab, input),
        revoke: ({ id }, gitlab) => ownTokens.revoke(gitlab, id),
        rotate: (input, gitlab) =>
          rotateOwnToken(gitlab, input, { ownTokens, created, uses, now: clock.now }),
        handOver: (input, gitlab) =>
          handOverToken(gitlab, input, {
            ownTokens,
            uses,
            identify: (id, token) => accounts.identify(id, token),
            userId: (id) => accounts.account(id).user.id,
            create: createForPrograms,
          }),
        findUses: (_, { account }) => uses.find(account),
        checkUses: ({ id }, { account }) => uses.check(account, id),
        forgetEntry: ({ id }, gitlab) => ownTokens.forgetEntry(gitlab, id),
      },
    },
    forgetAccount: (account) => created.forgetAccount(account),
  }
}
