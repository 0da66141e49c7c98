import { createFailureError } from '../../platform/failures.ts'
import type { z } from 'zod'
import type { ownTokens } from '../../../shared/operations/own-tokens.ts'
import { message } from '../../../shared/messages/message.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import { type PersonalAccessToken, personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import { rotate } from '../../accounts/rotate.ts'
import { tokensPage } from '../../accounts/rotation-failure.ts'
import { assertFutureTokenExpiry } from '../../accounts/token-expiry.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import type { CreatedTokens } from './created-tokens.ts'
import { type SecretPlaces, updateUses } from './hand-over.ts'
import { type AccountTokenList, stateOf } from './own-tokens.ts'

export interface RotationOptions {
  ownTokens: AccountTokenList
  created: CreatedTokens
  uses: SecretPlaces
  /** Milliseconds since 1970. */
  now(): number
}

type Input = z.output<typeof ownTokens.rotate.input>
type Outcome = z.input<typeof ownTokens.rotate.output>

/**
 * Rotates one of the account's tokens. Guarantee: a token is never sent twice, even if the response is lost, because
 * that would revoke all its successors. After a lost response, the list decides the outcome.
 */
export async function rotateOwnToken(
  gitlab: GitLabClient,
  { id, expires_at, uses }: Input,
  options: RotationOptions,
): Promise<Outcome> {
  const { created, now, ownTokens } = options
  const { account } = gitlab
  assertFutureTokenExpiry(expires_at, now())
  const updatable = await options.uses.prepare(account, id, uses)
  const possible = await options.uses.possible(account, id)
  await ownTokens.assertNotLatchkeyToken(gitlab, id)
  const before = await ownTokens.readAll(gitlab)
  const old = ownTokens.requireOwn(
    gitlab,
    before.find((token) => token.id === id),
  )
  if (stateOf(old, now()) === 'inactive') {
    created.assertNotRotated(account, id)
    throw createFailureError('tokens.inactive')
  }
  let successors: PersonalAccessToken[] = []
  return rotate<Outcome>({
    send: () => gitlab.call(personalAccessTokens.rotate, { token_id: id, expires_at }),
    store: {
      begin: () => created.beginRotation(account, id),
      /** Shows the secret once, and passes it to the programs that were chosen. */
      async keep(token) {
        created.endRotation(account, id, 'rotated')
        created.forget(account, id)
        created.remember(account, token)
        const updated = await updateUses(updatable, token.token)
        const done = updated.filter(({ failure }) => !failure).map((use) => use.id)
        const notUpdated = possible.filter((use) => !done.includes(use.id))
        return { outcome: 'rotated', token, updated, notUpdated }
      },
      refused(error) {
        created.endRotation(account, id, 'refused')
        return error
      },
      unchanged: () => ({ outcome: 'not-rotated' }),
      lost(failure) {
        if (successors.length === 0) throw revokedError(failure)
        const entries = successors.map((token) => ownTokens.toEntry(account, token))
        return { outcome: 'secret-lost', successors: entries }
      },
      unknown: uncertainError,
    },
    async verify(failure) {
      const isLost = mayHaveHappened(failure)
      const isUnsent = !isLost && failure.status === undefined
      const after = isUnsent ? undefined : await readAfter(gitlab, ownTokens)
      if (!after) return 'unknown'
      const oldNow = after.tokens.find((token) => token.id === id)
      if (oldNow && stateOf(oldNow, now()) === 'active') return 'works'
      successors = findSuccessors(old, before, after.tokens, now())
      const isRevoked = isLost && oldNow !== undefined && after.skipped === 0
      return isRevoked || successors.length > 0 ? 'revoked' : 'unknown'
    },
  })
}

/** The tokens after the rotation; undefined if they can’t be read. */
async function readAfter(
  gitlab: GitLabClient,
  ownTokens: AccountTokenList,
): Promise<{ tokens: PersonalAccessToken[]; skipped: number } | undefined> {
  let skipped = 0
  try {
    const onSkipped = (count: number) => void (skipped += count)
    return { tokens: await ownTokens.readAll(gitlab, { onSkipped }), skipped }
  } catch (error) {
    if (error instanceof FailureError) return undefined
    throw error
  }
}

/**
 * Active tokens that have appeared since, with the old token's name and scopes. Ignores times, because clocks differ.
 */
function findSuccessors(
  old: PersonalAccessToken,
  before: readonly PersonalAccessToken[],
  after: readonly PersonalAccessToken[],
  now: number,
): PersonalAccessToken[] {
  const previousIds = new Set(before.map(({ id }) => id))
  return after.filter(
    (token) =>
      !previousIds.has(token.id) &&
      stateOf(token, now) === 'active' &&
      token.name === old.name &&
      scopesOf(token) === scopesOf(old),
  )
}

function scopesOf({ scopes }: PersonalAccessToken): string {
  return [...new Set(scopes)].toSorted().join(' ')
}

/** The failure after a lost response if the outcome is unknown. */
function uncertainError(failure: UnformattedFailure): FailureError {
  return createFailureError(
    'tokens.rotationUncertain',
    { cause: failure.message },
    { creation: { found: 'unknown', what: message('rotation.newToken'), web: tokensPage } },
  )
}

/** The failure after a lost response if the old token is dead and has no successor. */
function revokedError(failure: UnformattedFailure): FailureError {
  return createFailureError(
    'tokens.rotationRevoked',
    { cause: failure.message },
    { creation: { found: 'unknown', what: message('rotation.newToken'), web: tokensPage } },
  )
}
