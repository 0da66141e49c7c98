import type { ReviewPart } from '../../../shared/rules/review.ts'
import { type Membership, associations } from '../../../shared/gitlab/associations.ts'
import { type GpgKey, gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import { type SshKey, sshKeys } from '../../../shared/gitlab/ssh-keys.ts'
import {
  type ImpersonationToken,
  type PersonalAccessToken,
  impersonationTokens,
} from '../../../shared/gitlab/tokens.ts'
import { type FailureKind, unreachableKinds } from '../../../shared/rules/failure.ts'
import { scopeTexts } from '../../../shared/rules/token-scopes.ts'
import { sshAlgorithmName } from '../../../shared/rules/ssh-keys.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import { textOf } from '../../platform/messages.ts'
import { toSortableTime } from '../../platform/time/sortable-time.ts'
import type { ItemContext } from '../../jobs/job-kind.ts'
import { type KeyAlgorithm, isWeakAlgorithm } from '../../keys/key-algorithm.ts'
import { readListOf } from '../../gitlab/user-tokens.ts'
import { parseGpgKey } from '../../gitlab/account-gpg-keys.ts'
import { parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import type { StoredCredential } from './review-rows.ts'
import type { TokenList } from './token-list.ts'

/** Everything that a review reads about a user. */
export interface CollectedUser {
  /** Undefined if the user no longer exists or couldn't be read. */
  user: UserForAdmins | undefined
  isGone: boolean
  memberships: Membership[]
  credentials: StoredCredential[]
  unread: ReviewPart[]
}

interface CollectOptions {
  parts: readonly ReviewPart[]
  /** Returns the instance's list of personal access tokens, which is read only once. */
  tokenList(): Promise<TokenList>
  /** Whether to skip parts that fail temporarily instead of retrying, as long as another part can be read. */
  isLastTry: boolean
}

type Reader = Pick<ItemContext, 'call' | 'all' | 'page' | 'now' | 'signal'>

/** Reads a user with their memberships and credentials, one request at a time. A refused part is reported as unread. */
export async function collectUser(
  id: number,
  { call, all, page, now, signal }: Reader,
  { isLastTry, parts, tokenList }: CollectOptions,
): Promise<CollectedUser> {
  const unread = new Set<ReviewPart>()
  const passing: FailureError[] = []
  let isAnyRead = false
  const read = async <T>(part: ReviewPart, send: () => Promise<T>): Promise<T | undefined> => {
    if (!parts.includes(part)) return undefined
    try {
      const answer = await send()
      isAnyRead = true
      return answer
    } catch (error) {
      if (signal.aborted || !concernsOnlyUser(error, isLastTry)) throw error
      if (isTemporary(error)) passing.push(error)
      unread.add(part)
      return undefined
    }
  }
  // Leaves retries to the job runner, so that all requests share the same pause.
  const options = (part: ReviewPart) => ({
    signal,
    once: true as const,
    onSkipped: () => void unread.add(part),
  })
  const user = await read('user', async () => {
    try {
      return await call(users.get, { id }, { signal, once: true })
    } catch (error) {
      if (error instanceof FailureError && error.failure.kind === 'not-found') return 'gone'
      throw error
    }
  })
  if (user === 'gone') {
    return { user: undefined, isGone: true, memberships: [], credentials: [], unread: [] }
  }
  const memberships = await read('memberships', () =>
    all(associations.memberships, { id }, options('memberships')),
  )
  const ssh = await read('ssh', () => all(sshKeys.listOf, { id_or_username: id }, options('ssh')))
  const gpg = await read('gpg', () => all(gpgKeys.listOf, { id }, options('gpg')))
  const tokens = await read('tokens', () =>
    all(impersonationTokens.list, { user_id: id }, options('tokens')),
  )
  if (passing[0] && !isAnyRead) throw passing[0]
  const personal = (await read('personal', readPersonal)) ?? []
  // The list includes impersonation tokens, which look the same.
  if (personal.length > 0 && unread.has('tokens')) unread.add('personal')
  const impersonationIds = new Set(tokens?.map((token) => token.id))
  return {
    user,
    isGone: false,
    memberships: memberships ?? [],
    credentials: [
      ...(ssh ?? []).map(toSshKey),
      ...(await Promise.all((gpg ?? []).map((key) => toGpgKey(key, now())))),
      ...(tokens ?? []).map((token) => toToken('token', token)),
      ...(unread.has('tokens') ? [] : personal)
        .filter((token) => !impersonationIds.has(token.id))
        .map((token) => toToken('personal', token)),
    ],
    unread: [...unread],
  }

  async function readPersonal(): Promise<readonly PersonalAccessToken[]> {
    const list = await tokenList()
    if (list === 'absent') return []
    const listedTokens = list.get(id)
    if (listedTokens) return listedTokens
    // Some versions ignore unknown user IDs.
    const tokens = await readListOf({ all, page }, { user_id: id }, { signal, once: true })
    if (typeof tokens !== 'string') return tokens
    unread.add('personal')
    return []
  }
}

/** Whether a failure is only about this user, or is skipped as if it were. */
export function concernsOnlyUser(error: unknown, isLastTry: boolean): error is FailureError {
  if (!(error instanceof FailureError) || stopsReview(error)) return false
  return !isTemporary(error) || (isLastTry && error.failure.kind !== 'rate-limited')
}

/** Whether a later attempt may succeed. */
function isTemporary({ failure }: FailureError): boolean {
  return temporaryKinds.includes(failure.kind)
}

const temporaryKinds: readonly FailureKind[] = [...unreachableKinds, 'service-error']

/**
 * Failures that the user has to resolve. Further reads would fail the same way or prompt for a password again and
 * again.
 */
const stoppingReasons: readonly (UnformattedFailure['reason'] | undefined)[] = [
  'admin-mode',
  'administrators-only',
  'account-unusable',
  'insufficient-scope',
  'unknown-account',
  'token-missing',
]

/** Whether a failure persists until the user fixes the account. */
export function stopsReview({ failure: { kind, reason } }: FailureError): boolean {
  return (
    kind === 'unauthorized' ||
    kind === 'keychain' ||
    (reason !== undefined && stoppingReasons.includes(reason))
  )
}

function toSshKey(key: SshKey): StoredCredential {
  const parsed = parseSshKey(key)
  return {
    kind: 'ssh',
    id: key.id,
    title: key.title,
    fingerprint: parsed?.fingerprint ?? null,
    ...algorithmOf(parsed && { algorithm: sshAlgorithmName(parsed.type), bits: parsed.bits }),
    scopes: null,
    created_at: toSortableTime(key.created_at),
    expires_at: toSortableTime(key.expires_at),
    ...lastUseOf(key),
    active: null,
  }
}

/** GitLab doesn't return a GPG key's expiry, but the key itself contains it. */
async function toGpgKey(key: GpgKey, now: number): Promise<StoredCredential> {
  const parsed = await parseGpgKey(key, now)
  const details = parsed?.details
  return {
    kind: 'gpg',
    id: key.id,
    title: details?.userIds[0]?.text ?? '',
    fingerprint: details?.fingerprint ?? null,
    ...algorithmOf(parsed?.parts.find(isWeakAlgorithm) ?? parsed?.parts[0]),
    scopes: null,
    created_at: toSortableTime(key.created_at),
    expires_at: toSortableTime(details?.expires),
    ...lastUseOf({}),
    active: null,
  }
}

function toToken(
  kind: 'token' | 'personal',
  token: ImpersonationToken | PersonalAccessToken,
): StoredCredential {
  const isActive = token.active ?? (token.revoked === true ? false : null)
  return {
    kind,
    id: token.id,
    title: token.name,
    fingerprint: null,
    ...algorithmOf(undefined),
    scopes: scopeTexts(token)
      .map(textOf)
      .join(token.granular_scopes?.length ? '; ' : ' '),
    created_at: toSortableTime(token.created_at),
    // Tokens expire at the start of that day in UTC.
    expires_at: toSortableTime(token.expires_at),
    ...lastUseOf(token),
    active: isActive === null ? null : isActive ? 1 : 0,
  }
}

function algorithmOf(key: KeyAlgorithm | undefined) {
  return { algorithm: key?.algorithm ?? null, bits: key?.bits ?? null }
}

/** Services that don't report the last use leave out the field. */
function lastUseOf({
  last_used_at,
  last_used_ips,
}: Pick<Partial<PersonalAccessToken>, 'last_used_at' | 'last_used_ips'>) {
  return {
    last_used_at: toSortableTime(last_used_at),
    never_used: last_used_at === null ? (1 as const) : (0 as const),
    last_used_ips: last_used_ips?.length ? last_used_ips.join(', ') : null,
  }
}
