import { anyTokens } from '../../../shared/gitlab/any-tokens.ts'
import type {
  FoundCredential,
  LookupOwner,
  RevocationAnswer,
} from '../../../shared/operations/lookup.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import type { LookupKind } from '../../../shared/rules/lookup.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Audit, type AuditOutcome, failureOutcome } from '../../audit-log/audit.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import { readRequestTokenId } from '../../gitlab/user-tokens.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../platform/failure.ts'
import { createFailure, createFailureError } from '../../platform/failures.ts'
import { textOf } from '../../platform/messages.ts'
import { describeToken, lookedUpState } from './describe-token.ts'
import { type FindOptions, identifyToken } from './find.ts'
import type { PastedText } from './pasted-text.ts'

/** A token that can be revoked by its ID. */
export type QueueableToken = FoundCredential & { id: number; owner: LookupOwner }

interface RevokeOptions extends FindOptions {
  audit: Pick<Audit, 'begin'>
  /** Queues the revocation of a token by its ID. Returns its run. */
  queueRevocation(token: QueueableToken): Promise<number>
}

/** A token as it was shown. */
interface ShownToken {
  kind: LookupKind
  id?: number | undefined
}

/**
 * Revokes a token: through the queue if it has an ID for that, otherwise by sending the token once. Guarantee: never the one that
 * Latchkey uses, or one that the instance describes otherwise than before. The audit log has its kind, ID, and owner.
 */
export async function revokePasted(
  options: RevokeOptions,
  pasted: PastedText,
  shown: ShownToken,
): Promise<RevocationAnswer> {
  if (pasted.subject !== 'token') throw createFailureError('lookup.notRevocable')
  const { token } = pasted
  const credential = await readShown(options, token, shown)
  const { id, owner, revocation } = credential
  if (revocation.by === 'id' && id !== undefined && owner) {
    const run = await options.queueRevocation({ ...credential, id, owner })
    return { outcome: 'queued', run }
  }
  return sendToken(options, token, credential)
}

async function sendToken(
  options: RevokeOptions,
  token: string,
  credential: FoundCredential,
): Promise<RevocationAnswer> {
  const { owner, kind, id } = credential
  const note = options.audit.begin(options.gitlab.account, {
    action: 'anyTokens.revoke',
    ...(owner && { target: owner }),
    ...(id !== undefined && { object: `#${id}` }),
    fields: [],
    changes: fieldChanges({}, { kind: textOf(message(`lookup.kind_${kind}`)) }),
    secret: token,
  })
  try {
    await options.gitlab.call(anyTokens.revoke, { token })
    note({ outcome: 'done' })
    return { outcome: 'revoked' }
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    if (!mayHaveHappened(error.failure)) {
      const refused = failureOutcome(error)
      if (refused) note(refused)
      throw explainMissing(options, error)
    }
    const outcome = await settle(options, token, credential)
    note({ outcome: recordedOutcomes[outcome], answer: error.failure.message })
    return outcome === 'revoked'
      ? { outcome }
      : { outcome, failure: formatFailure(lostFailure(options, outcome, error.failure)) }
  }
}

type SentOutcome = Exclude<RevocationAnswer['outcome'], 'queued'>

const recordedOutcomes: Record<SentOutcome, AuditOutcome['outcome']> = {
  revoked: 'done',
  notRevoked: 'refused',
  unknown: 'unknown',
}

function lostFailure(
  { host }: RevokeOptions,
  outcome: 'notRevoked' | 'unknown',
  failure: UnformattedFailure,
): UnformattedFailure {
  return outcome === 'unknown' ? failure : createFailure('lookup.stillThere', { host })
}

/** The token as the instance describes it now. Throws unless it is the shown one and can be revoked. */
async function readShown(
  options: RevokeOptions,
  token: string,
  shown: ShownToken,
): Promise<FoundCredential> {
  // guard: lookup-revoke-own
  if (await options.accountWith(token)) throw createFailureError('tokens.latchkeys')
  const answer = await identifyToken(options.gitlab, token)
  if (typeof answer === 'string') throw createFailureError('lookup.changed')
  const credential = await describeToken(options, token, answer)
  // guard: lookup-changed
  const isShown = credential.kind === shown.kind && credential.id === shown.id
  if (!isShown) throw createFailureError('lookup.changed')
  const { by } = credential.revocation
  if (by !== 'id' && by !== 'token') throw createFailureError('lookup.notRevocable')
  // guard: lookup-own-id
  if (by === 'id' && (await readRequestTokenId(options.gitlab)) === credential.id) {
    throw createFailureError('tokens.latchkeys')
  }
  return credential
}

/** The token was just looked up, so what is missing is the endpoint or its flag. */
function explainMissing({ host }: RevokeOptions, error: FailureError): FailureError {
  const { status } = error.failure
  return status === 404 || status === 405
    ? createFailureError('lookup.revocationMissing', { host }, { status })
    : error
}

/** After a lost response: what the instance knows about the token now. */
async function settle(
  { gitlab, now }: RevokeOptions,
  token: string,
  { kind, id }: FoundCredential,
): Promise<SentOutcome> {
  try {
    const answer = await identifyToken(gitlab, token)
    if (answer === 'notFound') return 'revoked'
    if (typeof answer === 'string' || (answer.id ?? undefined) !== id) return 'unknown'
    const state = lookedUpState(kind, answer, now)
    if (state === 'unknown') return 'unknown'
    return state === 'active' ? 'notRevoked' : 'revoked'
  } catch (error) {
    if (error instanceof FailureError) return 'unknown'
    throw error
  }
}
