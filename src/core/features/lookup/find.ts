import { hash } from 'node:crypto'
import { type IdentifiedToken, anyTokens } from '../../../shared/gitlab/any-tokens.ts'
import { type OwnedSshKey, sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import type { FoundCredential, LookupAnswer } from '../../../shared/operations/lookup.ts'
import type { Credential } from '../../../shared/operations/review.ts'
import { isUnreachable } from '../../../shared/rules/failure.ts'
import { parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError, formatFailure } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import {
  type Description,
  describeToken,
  isMissing,
  ownerError,
  readOwner,
} from './describe-token.ts'
import type { PastedText } from './pasted-text.ts'

/** What an account's newest review knows about a fingerprint. */
export interface KeyFromReview {
  /** The review's ID. */
  review: number
  /** When its owner was read; if it isn't in the review, when that ended. */
  asOf: number
  found?: { credential: Credential; owner: NonNullable<FoundCredential['owner']> }
}

export interface FindOptions extends Description {
  /** The account that is signed in with a token. */
  accountWith(token: string): Promise<string | undefined>
  /** Undefined if there is no review. */
  findReviewed(fingerprint: string): KeyFromReview | undefined
}

type Subject = Pick<LookupAnswer, 'subject' | 'fingerprint' | 'isPrivateKey'>
type Key = Extract<PastedText, { subject: 'sshKey' | 'gpgKey' }>

/** Finds out whose token or key it is. */
export async function findPasted(options: FindOptions, pasted: PastedText): Promise<LookupAnswer> {
  if (pasted.subject !== 'token') return findKey(options, pasted)
  const { token } = pasted
  const subject = { subject: 'token' } as const
  const account = await options.accountWith(token)
  // guard: lookup-own-token
  if (account !== undefined) return { outcome: 'latchkeys', ...subject, account }
  const answer = await identifyToken(options.gitlab, token)
  if (typeof answer === 'string') return { outcome: answer, ...subject }
  return { outcome: 'found', ...subject, credential: await describeToken(options, token, answer) }
}

type NoAnswer = 'notFound' | 'notSupported' | 'kindNotSupported'

/** What the instance knows about a token, or why it can't tell. */
export async function identifyToken(
  gitlab: GitLabClient,
  token: string,
): Promise<IdentifiedToken | NoAnswer> {
  try {
    return await gitlab.call(anyTokens.identify, { token })
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    const { status } = error.failure
    if (status === 422) return 'kindNotSupported'
    return noAnswer(error)
  }
}

/** A missing endpoint isn't a missing token. Any other failure is thrown. */
function noAnswer(error: FailureError): 'notFound' | 'notSupported' {
  if (isMissingEndpoint(error)) return 'notSupported'
  if (isMissing(error)) return 'notFound'
  throw error
}

function isMissingEndpoint({ failure: { reason, status } }: FailureError): boolean {
  return reason === 'no-endpoint' || status === 405
}

async function findKey(options: FindOptions, key: Key): Promise<LookupAnswer> {
  const { fingerprint } = key
  if (fingerprint === undefined) return { outcome: 'privateKey', ...key }
  if (key.subject === 'gpgKey') {
    return findInReview(options, key, fingerprint) ?? { outcome: 'noReview', ...key }
  }
  try {
    const found = await options.gitlab.call(sshKeys.find, { fingerprint })
    assertFingerprint(options, found, fingerprint)
    return { outcome: 'found', ...key, credential: await describeKey(options, found) }
  } catch (error) {
    if (!(error instanceof FailureError)) throw error
    const { failure } = error
    const isUnanswered = isUnreachable(failure) || isMissingEndpoint(error)
    if (isUnanswered && failure.reason !== 'other-object') {
      const answer = findInReview(options, key, fingerprint, failure)
      if (answer) return answer
    }
    // Without a response, or about the key's owner.
    if (failure.status === undefined) throw error
    return { outcome: noAnswer(error), ...key }
  }
}

/** Throws if the instance answered with another key. */
function assertFingerprint({ host }: Description, key: OwnedSshKey, fingerprint: string): void {
  const parsed = parseSshKey(key)
  const actual = fingerprint.startsWith('SHA256:')
    ? parsed?.fingerprint
    : parsed && md5Fingerprint(parsed.blob)
  // guard: lookup-other-key
  if (actual !== fingerprint) throw createFailureError('lookup.otherKey', { host })
}

function md5Fingerprint(blob: string): string {
  return hash('md5', Buffer.from(blob, 'base64')).match(/../g)!.join(':')
}

async function describeKey(description: Description, key: OwnedSshKey): Promise<FoundCredential> {
  const { user, deploy_keys_projects: projects, expires_at, last_used_at } = key
  if (!user) throw ownerError(description)
  const owner = await readOwner(description, user)
  const isExpired = expires_at ? Date.parse(expires_at) <= description.now : false
  const fingerprint = parseSshKey(key)?.fingerprint
  return {
    kind: projects ? 'deployKey' : 'sshKey',
    id: key.id,
    name: key.title,
    owner,
    ...(key.created_at && { created_at: key.created_at }),
    ...(last_used_at !== undefined && { last_used_at }),
    ...(expires_at !== undefined && { expires_at }),
    state: isExpired ? 'expired' : 'active',
    ...(projects && {
      projects: projects.map(({ project_id: id, can_push: canPush }) => ({
        id,
        ...(typeof canPush === 'boolean' && { canPush }),
      })),
    }),
    ...(fingerprint && { fingerprint }),
    revocation: projects
      ? { by: 'nothing', reason: 'kind' }
      : { by: 'sshKey', effect: 'removesKey' },
  }
}

/** Undefined if there is no review, or for an MD5 fingerprint, which reviews don't store. */
function findInReview(
  { findReviewed }: FindOptions,
  key: Key & Subject,
  fingerprint: string,
  failure?: FailureError['failure'],
): LookupAnswer | undefined {
  if (key.subject === 'sshKey' && !fingerprint.startsWith('SHA256:')) return undefined
  const reviewed = findReviewed(fingerprint)
  if (!reviewed) return undefined
  const { review, asOf, found } = reviewed
  const fromReview = { review, asOf, ...(failure && { failure: formatFailure(failure) }) }
  if (!found) return { outcome: 'notFound', ...key, fromReview }
  return { outcome: 'found', ...key, credential: reviewedKey(found), fromReview }
}

function reviewedKey({ credential, owner }: NonNullable<KeyFromReview['found']>): FoundCredential {
  const { kind, id, title, fingerprint, created_at, expires_at, last_used_at } = credential
  const by = kind === 'gpg' ? 'gpgKey' : 'sshKey'
  return {
    kind: by,
    id,
    name: title,
    owner,
    ...(created_at && { created_at }),
    ...((last_used_at !== null || credential.never_used) && { last_used_at }),
    expires_at,
    state: 'unknown',
    ...(fingerprint && { fingerprint }),
    revocation: { by, effect: 'removesKey' },
  }
}
