import type { ReviewPart } from '../../../shared/rules/review.ts'
import { type Membership, associations } from '../../../shared/gitlab/associations.ts'
import { type GpgKey, gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import { type SshKey, sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import { type ImpersonationToken, impersonationTokens } from '../../../shared/gitlab/tokens.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import { parseGpgKey } from '../../gitlab/account-gpg-keys.ts'
import { parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import type { StoredCredential } from './review-rows.ts'

/** Everything that a review reads of one user. */
export interface CollectedUser {
  /** Undefined if the user does not exist any more, or couldn’t be read. */
  user: UserForAdmins | undefined
  isGone: boolean
  memberships: Membership[]
  credentials: StoredCredential[]
  unread: ReviewPart[]
}

/** Sends one request of a review; it throws what this user’s other requests need not meet. */
export type ReviewRequest = <T>(send: () => Promise<T>) => Promise<T>

interface CollectOptions {
  gitlab: GitLabClient
  signal: AbortSignal
  request: ReviewRequest
  /** Milliseconds since 1970. */
  now(): number
}

/** Reads a user with memberships and credentials, one request after the other. A part that is refused is named as unread. */
export async function collectUser(id: number, ports: CollectOptions): Promise<CollectedUser> {
  const { gitlab, signal, now } = ports
  const unread = new Set<ReviewPart>()
  const read = async <T>(part: ReviewPart, send: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ports.request(send)
    } catch (error) {
      if (signal.aborted || !isOfUser(error)) throw error
      unread.add(part)
      return undefined
    }
  }
  // Retries are the review’s own, so that all its requests wait for the same end of a pause.
  const options = (part: ReviewPart) => ({
    signal,
    once: true as const,
    onSkipped: () => void unread.add(part),
  })
  const user = await readUser(id, ports)
  if (user === 'gone') {
    return { user: undefined, isGone: true, memberships: [], credentials: [], unread: [] }
  }
  if (user === undefined) unread.add('user')
  const memberships = await read('memberships', () =>
    gitlab.all(associations.memberships, { id }, options('memberships')),
  )
  const ssh = await read('ssh', () =>
    gitlab.all(sshKeys.listOf, { id_or_username: id }, options('ssh')),
  )
  const gpg = await read('gpg', () => gitlab.all(gpgKeys.listOf, { id }, options('gpg')))
  const tokens = await read('tokens', () =>
    gitlab.all(impersonationTokens.list, { user_id: id }, options('tokens')),
  )
  return {
    user,
    isGone: false,
    memberships: memberships ?? [],
    credentials: [
      ...(ssh ?? []).map(toSshKey),
      ...(await Promise.all((gpg ?? []).map((key) => toGpgKey(key, now())))),
      ...(tokens ?? []).map(toToken),
    ],
    unread: [...unread],
  }
}

async function readUser(id: number, { gitlab, signal, request }: CollectOptions) {
  try {
    return await request(() => gitlab.call(users.get, { id }, { signal, once: true }))
  } catch (error) {
    if (signal.aborted || !isOfUser(error)) throw error
    return error.failure.kind === 'not-found' ? 'gone' : undefined
  }
}

/** Whether a failure says nothing about other users. */
function isOfUser(error: unknown): error is FailureError {
  return error instanceof FailureError && !stopsReview(error)
}

/** What a person has to do something about; reading on would fail in the same way, or ask for a password again and again. */
const stoppingReasons: readonly (UnformattedFailure['reason'] | undefined)[] = [
  'admin-mode',
  'administrators-only',
  'account-unusable',
  'insufficient-scope',
  'unknown-account',
  'token-missing',
]

/** Whether a failure lasts until somebody has done something about the account. */
export function stopsReview(error: unknown): error is FailureError {
  if (!(error instanceof FailureError)) return false
  const { kind, reason } = error.failure
  return (
    kind === 'unauthorized' ||
    kind === 'keychain' ||
    (reason !== undefined && stoppingReasons.includes(reason))
  )
}

function toSshKey(key: SshKey): StoredCredential {
  return {
    kind: 'ssh',
    id: key.id,
    title: key.title,
    fingerprint: parseSshKey(key)?.fingerprint ?? null,
    scopes: null,
    created_at: toIso(key.created_at),
    expires_at: toIso(key.expires_at),
    last_used_at: toIso(key.last_used_at),
    active: null,
  }
}

/** GitLab does not tell when a GPG key expires, but the key does. */
async function toGpgKey(key: GpgKey, now: number): Promise<StoredCredential> {
  const details = (await parseGpgKey(key, now))?.details
  return {
    kind: 'gpg',
    id: key.id,
    title: details?.userIds[0]?.text ?? '',
    fingerprint: details?.fingerprint ?? null,
    scopes: null,
    created_at: toIso(key.created_at),
    expires_at: toIso(details?.expires),
    last_used_at: null,
    active: null,
  }
}

function toToken(token: ImpersonationToken): StoredCredential {
  const isActive = token.active ?? (token.revoked === true ? false : null)
  return {
    kind: 'token',
    id: token.id,
    title: token.name,
    fingerprint: null,
    scopes: (token.scopes ?? []).join(' '),
    created_at: toIso(token.created_at),
    // A token is dead at the start of that day in UTC.
    expires_at: toIso(token.expires_at),
    last_used_at: toIso(token.last_used_at),
    active: isActive === null ? null : isActive ? 1 : 0,
  }
}

/** One format, so that times sort and compare as texts. */
function toIso(time: string | null | undefined): string | null {
  const milliseconds = time ? Date.parse(time) : NaN
  return Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : null
}
