import type { Account } from '../../../shared/operations/accounts.ts'
import type { AttentionItem } from '../../../shared/operations/attention.ts'
import { accessTokenSoonDays } from '../../../shared/rules/expiry.ts'
import { daysLeft, expiresWithin, hasExpired } from '../../../shared/rules/utc-days.ts'
import { personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import type { OwnToken } from '../../accounts/token-access.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'

interface AccessTokensOptions {
  account(id: string): Pick<Account, 'accessToken' | 'rotation' | 'session'>
  /** Stores what the service reports about a token. */
  describe(account: string, token: OwnToken): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
}

/** Expiry dates rarely change, and never to an earlier date. */
const readIntervalMs = 12 * 60 * 60_000
const maxWaitMs = 4_000

/** Attention items for accounts' access tokens. They are available even offline. */
export function createAccessTokens({ account: accountOf, describe, now }: AccessTokensOptions) {
  const readAt = new Map<string, number>()

  /** Ignores failures: the last known data stays, and services without the endpoint provide no dates anyway. */
  async function read(gitlab: GitLabClient): Promise<void> {
    const { account } = gitlab
    if (accountOf(account).session) return
    const cached = readAt.get(account)
    if (cached !== undefined && now() - cached < readIntervalMs) return
    const signal = AbortSignal.timeout(maxWaitMs)
    try {
      const described = await gitlab.call(personalAccessTokens.self, {}, { once: true, signal })
      readAt.set(account, now())
      await describe(account, described)
    } catch (error) {
      if (!(error instanceof FailureError)) {
        if (signal.aborted) return
        throw error
      }
      if (isAnswer(error)) readAt.set(account, now())
    }
  }

  return {
    async items(gitlab: GitLabClient): Promise<AttentionItem[]> {
      await read(gitlab)
      const { accessToken, rotation } = accountOf(gitlab.account)
      const unsaved = rotation === 'unsaved' ? [{ kind: 'access-token-unsaved' } as const] : []
      return [...unsaved, ...expiryItems(accessToken?.expiresAt, now())]
    },
    forget: (account: string) => readAt.delete(account),
  }
}

function isAnswer({ failure: { status = 0 } }: FailureError): boolean {
  return status === 403 || status === 404
}

function expiryItems(at: string | undefined, now: number): AttentionItem[] {
  if (at === undefined) return []
  if (hasExpired(at, now)) return [{ kind: 'access-token-expired', at }]
  if (!expiresWithin(at, accessTokenSoonDays, now)) return []
  return [{ kind: 'access-token-expiring', at, daysLeft: daysLeft(at, now) }]
}
