import { z } from 'zod'
import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'
import { type PersonalAccessToken, personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import { refusalFor } from '../../jobs/failures.ts'
import { assertAdmin, toFailureOrThrow } from '../../jobs/item-context.ts'
import type { ItemContext, JobItem, JobKind, JobOutcome, SentWrite } from '../../jobs/job-kind.ts'
import { failedWriteOutcome } from '../../jobs/write-outcome.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import { storedTitle } from './credential-row.ts'
import { createFailure } from '../../platform/failures.ts'

/** The kind's name in the database. */
export const revocationName = 'revocation'

/** A token to revoke, as it was when it was selected. */
export const TokenToRevoke = z.object({
  token: z.int(),
  title: z.string(),
  created_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  scopes: z.string().nullable(),
  /** Whether it was selected because it isn't used. */
  onlyIfUnused: z.literal(true).optional(),
  /** Whether it was selected individually, so that exceptions don't matter. */
  byHand: z.literal(true).optional(),
})
export type TokenToRevoke = z.output<typeof TokenToRevoke>

export interface RevocationItem extends JobItem {
  target: JobItem['target'] & { id: number }
}

export interface RevocationKindOptions {
  /** Throws if Latchkey may use this token of a user on this computer. */
  assertNotLatchkeys(
    context: ItemContext,
    token: { id: number; user: number; username: string },
  ): Promise<void>
  /** Why no run touches a user's tokens; undefined if runs may. */
  exceptionOf(account: string, owner: number): Message | undefined
  /** Called when a token no longer works. */
  onRevoked(account: string, token: number): void
}

/**
 * Revokes tokens by their IDs, which GitLab never uses again. Each token is read before and after. Guarantee: nothing is sent
 * for a token that belongs to another user than it did or to an exception, or that Latchkey uses.
 */
export function revocationKind(options: RevocationKindOptions): JobKind<RevocationItem> {
  return {
    name: revocationName,
    writes: true,
    async prepare(context, item) {
      const selected = tokenOf(item)
      const exception = selected.byHand
        ? undefined
        : options.exceptionOf(context.account, item.target.id)
      if (exception) return { kind: 'refused', failure: refusalFor(exception), sent: false }
      try {
        const token = await readToken(context, selected.token)
        if (token === 'gone' || !isUsable(token)) return finish(token, false)
        const change = changeOf(selected, item, token)
        // guard: changed-token
        if (change) return { kind: 'refused', failure: change, after: 'active', sent: false }
        // guard: latchkeys-tokens
        await options.assertNotLatchkeys(context, {
          id: token.id,
          user: item.target.id,
          username: item.target.username,
        })
      } catch (error) {
        return unreadOutcome(error)
      }
      return { before: 'active', send: () => send(context, selected) }
    },
    async lookUp(context, item) {
      const selected = tokenOf(item)
      try {
        const token = await readToken(context, selected.token)
        if (token === 'gone' || !isUsable(token)) return finish(token, true, [toWrite(selected)])
        return { kind: 'again' }
      } catch (error) {
        return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: item.accepted }
      }
    },
    onOutcome(context, item, outcome) {
      if (outcome.kind === 'done') options.onRevoked(context.account, tokenOf(item).token)
    },
  }
}

/** Throws if the row was edited or damaged. */
function tokenOf({ parameters }: JobItem): TokenToRevoke {
  return TokenToRevoke.parse(parameters)
}

async function send(context: ItemContext, selected: TokenToRevoke): Promise<JobOutcome> {
  let refusal: UnformattedFailure | undefined
  try {
    await context.call(personalAccessTokens.revoke, { token_id: selected.token })
  } catch (error) {
    refusal = toFailureOrThrow(error)
    const outcome = failedWriteOutcome(refusal)
    if (outcome === 'unknown') return { kind: 'unknown', failure: refusal, accepted: false }
    if (outcome === 'not-done') return { kind: 'delayed', failure: refusal }
  }
  try {
    const token = await readToken(context, selected.token)
    if (token === 'gone' || !isUsable(token)) return finish(token, true, [toWrite(selected)])
  } catch (error) {
    return { kind: 'unknown', failure: toFailureOrThrow(error), accepted: refusal === undefined }
  }
  const failure = refusal ?? createFailure('credentials.notRevoked')
  const write: SentWrite = { ...toWrite(selected), outcome: 'refused', answer: failure.message }
  return { kind: 'refused', failure, after: 'active', sent: true, writes: [write] }
}

/**
 * The token; `gone` if it no longer exists. Only administrators are told that, and instances without the endpoint answer
 * the same, so both are checked.
 */
async function readToken(
  context: ItemContext,
  token_id: number,
): Promise<PersonalAccessToken | 'gone'> {
  try {
    return await context.call(personalAccessTokens.get, { token_id }, { once: true })
  } catch (error) {
    const failure = toFailureOrThrow(error)
    if (failure.status !== 404 && failure.status !== 401 && failure.status !== 403) throw error
    await assertAdmin(context)
    if (failure.status !== 404) throw error
    await context.page(personalAccessTokens.list, {}, undefined, { once: true })
    return 'gone'
  }
}

function isUsable({ active, revoked }: PersonalAccessToken): boolean {
  return active !== false && revoked !== true
}

function finish(
  token: PersonalAccessToken | 'gone',
  sent: boolean,
  writes: readonly SentWrite[] = [],
): JobOutcome {
  return { kind: 'done', after: token === 'gone' ? 'gone' : 'revoked', sent, writes }
}

/** What has changed about a token since it was selected; undefined if it is still the same. */
function changeOf(
  { title, created_at, last_used_at, onlyIfUnused }: TokenToRevoke,
  { target }: RevocationItem,
  token: PersonalAccessToken,
): UnformattedFailure | undefined {
  const timeOf = (time: string | null | undefined) => (time ? Date.parse(time) : null)
  const isUsed = onlyIfUnused && timeOf(token.last_used_at) !== timeOf(last_used_at)
  const change: MessageId | undefined =
    token.user_id !== target.id
      ? 'credentials.changeOwner'
      : timeOf(token.created_at) !== timeOf(created_at)
        ? 'credentials.changeCreated'
        : storedTitle(token) !== title
          ? 'credentials.changeName'
          : isUsed
            ? 'credentials.changeUsed'
            : undefined
  return change && createFailure('credentials.changed', { change: message(change) })
}

function toWrite({ token, title, scopes, expires_at }: TokenToRevoke): SentWrite {
  return {
    action: 'personalAccessTokens.revoke',
    object: title || `#${token}`,
    changes: fieldChanges({}, { scopes: scopes ?? undefined, expires_at: expires_at ?? undefined }),
    outcome: 'done',
  }
}

/** An attempt that couldn't read what it needs. Only Latchkey's own token is refused for good. */
function unreadOutcome(error: unknown): JobOutcome {
  const failure = toFailureOrThrow(error)
  const isOwn = error instanceof FailureError && ownTokenMessages.includes(messageIdOf(failure))
  return isOwn ? { kind: 'refused', failure, sent: false } : { kind: 'delayed', failure }
}

const ownTokenMessages = ['tokens.latchkeys', 'tokens.latchkeysUnknown']

function messageIdOf({ message: text }: UnformattedFailure): string {
  return typeof text === 'string' ? '' : text.id
}
