import type { z } from 'zod'
import { Token } from '../../../shared/operations/accounts.ts'
import type { TokenUse, ownTokens } from '../../../shared/operations/own-tokens.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { OwnToken } from '../../accounts/token-access.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../platform/failure.ts'
import { createFailure, createFailureError } from '../../platform/failures.ts'
import type { AccountTokenList } from './own-tokens.ts'

/** A program whose secret can be replaced. */
export interface UpdatableUse {
  id: string
  update(secret: string): Promise<void>
}

/** Places on this computer with secrets for an account's instance. */
export interface SecretPlaces {
  /** The checked uses of a token. Throws if one has changed since. */
  prepare(account: string, tokenId: number, ids: readonly string[]): Promise<UpdatableUse[]>
  /** The places that have a token or may have it. */
  possible(account: string, tokenId: number): Promise<TokenUse[]>
}

interface UpdatedUse {
  id: string
  failure?: Failure
}

/** Passes a secret to programs. Never throws, because a failed update must not hide a new secret. */
export async function updateUses(
  uses: readonly UpdatableUse[],
  secret: string,
): Promise<UpdatedUse[]> {
  const updated: UpdatedUse[] = []
  for (const { id, update } of uses) {
    try {
      // A program would read additional lines as settings.
      if (Token.safeParse(secret).data !== secret) throw createFailureError('tokenUses.notAToken')
      await update(secret)
      updated.push({ id })
    } catch (error) {
      updated.push({ id, failure: formatFailure(updateFailure(error)) })
    }
  }
  return updated
}

function updateFailure(error: unknown): UnformattedFailure {
  if (error instanceof FailureError) return error.failure
  return createFailure('tokenUses.notUpdated')
}

interface HandOverOptions {
  ownTokens: Pick<AccountTokenList, 'assertNotLatchkeyToken'>
  uses: SecretPlaces
  /** Asks the instance about a token of the account's user. */
  identify(account: string, token: string): Promise<OwnToken>
  /** The ID of the account's user. */
  userId(account: string): number
  /** Creates a token and returns its secret. */
  create(gitlab: GitLabClient, token: ProgramToken): Promise<string>
}

export interface ProgramToken {
  /** `YYYY-MM-DD` */
  expiresAt: string
  /** Whether glab gets it, too. */
  glab: boolean
}

type Input = z.output<typeof ownTokens.handOver.input>

/**
 * Passes a token to the programs that have another one. Guarantee: the token is neither stored nor returned, and is the
 * account's own.
 */
export async function handOverToken(
  gitlab: GitLabClient,
  { id, uses, from }: Input,
  options: HandOverOptions,
): Promise<{ updated: UpdatedUse[] }> {
  const { account } = gitlab
  const updatable = await options.uses.prepare(account, id, uses)
  if ('expires_at' in from) {
    const possible = await options.uses.possible(account, id)
    const glab = possible.some((use) => use.source === 'glab' && uses.includes(use.id))
    const secret = await options.create(gitlab, { expiresAt: from.expires_at, glab })
    return { updated: await updateUses(updatable, secret) }
  }
  const { id: typedId, user_id } = await options.identify(account, from.token)
  // guard: typed-token
  if (user_id !== options.userId(account)) throw createFailureError('tokens.typedForeign')
  if (typedId === id) throw createFailureError('tokens.typedOld')
  if (typeof typedId === 'number') await options.ownTokens.assertNotLatchkeyToken(gitlab, typedId)
  return { updated: await updateUses(updatable, from.token) }
}
