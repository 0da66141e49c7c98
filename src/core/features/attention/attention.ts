import { type UnformattedFailure, formatFailure, FailureError } from '../../platform/failure.ts'
import type {
  Attention as AttentionSummary,
  AttentionItem,
  AttentionKind,
  AttentionPart,
} from '../../../shared/operations/attention.ts'
import { expiringSoonDays, isLongUnused, urgentExpiryDays } from '../../../shared/rules/expiry.ts'
import { daysLeft, daysSince, expiresWithin, hasExpired } from '../../../shared/rules/utc-days.ts'
import { textOf } from '../../platform/messages.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { type Email, emails } from '../../../shared/gitlab/emails.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import type { CurrentUser } from '../../../shared/gitlab/user-fields.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { allSshKeys, parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import { type OtherAccount, findSharedGpgKeys, findSharedSshKeys } from './shared-keys.ts'

/** One of the account's own tokens. */
interface AttentionToken {
  id: number
  name: string
  scopes?: readonly string[] | null | undefined
  active?: boolean | null | undefined
  created_at?: string | null | undefined
  /** Null if it was never used, absent if unknown. */
  last_used_at?: string | null | undefined
  expires_at?: string | null | undefined
}

/** A private key that has no passphrase and whose public key is on the account. */
interface UnprotectedKey {
  fingerprint: string
  file: string
  command: string
}

export interface AttentionOptions {
  /** The account's own tokens that may need attention. */
  ownTokens: {
    unrevoked(gitlab: GitLabClient): Promise<{
      tokens: readonly AttentionToken[]
      /** Whether the list is complete. */
      isWhole: boolean
      failure?: UnformattedFailure
    }>
  }
  /** Attention items for the account's access token. */
  accessTokens: { items(gitlab: GitLabClient): Promise<AttentionItem[]> }
  /** Reads from the account's computer; absent for calls that must be fast. */
  unprotectedKeys?(account: string, fingerprints: readonly string[]): Promise<UnprotectedKey[]>
  /** The other accounts. Sends no requests for them. */
  otherAccounts(account: string): readonly OtherAccount[]
  /** Milliseconds since 1970. */
  now(): number
}

/** Attention items, and the kinds for which the list is known to be complete. */
export interface AttentionResult extends Omit<AttentionSummary, 'items' | 'ignored'> {
  /** Most urgent first. */
  items: AttentionItem[]
  complete: ReadonlySet<AttentionKind>
}

/** Finds attention items. Reads all parts concurrently, and lists failed parts along with the others' results. */
export async function readAttention(
  gitlab: GitLabClient,
  { ownTokens, accessTokens, unprotectedKeys, otherAccounts, ...clock }: AttentionOptions,
): Promise<AttentionResult> {
  const now = clock.now()
  const items: AttentionItem[] = []
  const complete = new Set<AttentionKind>()
  const failures: AttentionSummary['failures'] = []
  let areTokensListed = false
  const { account } = gitlab
  const others = otherAccounts(account)

  const readPart = async <T>(
    name: AttentionPart,
    read: () => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      failures.push({ part: name, failure: formatFailure(error.failure) })
      return undefined
    }
  }
  const add = (newItems: readonly AttentionItem[], ...kinds: AttentionKind[]) => {
    items.push(...newItems)
    for (const kind of kinds) complete.add(kind)
  }

  const readSshKeys = async () => {
    const keys = await allSshKeys(gitlab)
    add(
      allSshKeyItems(keys, now),
      ...(['ssh-keys-missing', 'ssh-key-expired', 'ssh-key-expiring', 'ssh-key-weak'] as const),
    )
    if (unprotectedKeys) {
      const byFingerprint = new Map(
        keys.map((key) => [parseSshKey(key)?.fingerprint ?? '', key] as const),
      )
      const localKeys = await unprotectedKeys(account, [...byFingerprint.keys()])
      const unprotected = localKeys.map((local): AttentionItem => {
        const { id, title } = byFingerprint.get(local.fingerprint)!
        return { kind: 'local-key-unprotected', keyId: id, title, ...local }
      })
      add(unprotected, 'local-key-unprotected')
    }
    return findSharedSshKeys(keys, others)
  }
  const readSharedKeys = async (ssh: ReturnType<typeof readSshKeys>) => {
    const sharedKeys = await Promise.all([ssh, findSharedGpgKeys(gitlab, others, now)])
    const isWhole = sharedKeys.every((shared) => shared.isWhole)
    add(
      sharedKeys.flatMap((shared) => shared.items),
      ...(isWhole ? (['key-on-two-accounts'] as const) : []),
    )
  }

  const sshKeys = readPart('sshKeys', readSshKeys)
  const [counts] = await Promise.all([
    readPart('counts', () => gitlab.call(user.counts, {})),
    readPart('gpgKeys', () =>
      readSharedKeys(sshKeys.then((shared) => shared ?? { items: [], isWhole: false })),
    ),
    readPart('emails', async () =>
      add((await gitlab.all(emails.list, {})).flatMap(emailItems), 'email-unconfirmed'),
    ),
    readPart('twoFactor', async () =>
      add(twoFactorItems(await gitlab.call(user.get, {})), 'two-factor-off'),
    ),
    readPart('tokens', async () => {
      const { tokens, isWhole, failure } = await ownTokens.unrevoked(gitlab)
      areTokensListed = isWhole
      const kinds = ['token-expired', 'token-expiring', 'token-unused'] as const
      add(
        tokens.flatMap((token) => tokenItems(token, now)),
        ...(failure ? [] : kinds),
      )
      if (failure) throw new FailureError(failure)
    }),
    accessTokens
      .items(gitlab)
      .then((accessTokenItems) =>
        add(
          accessTokenItems,
          'access-token-expired',
          'access-token-expiring',
          'access-token-unsaved',
        ),
      ),
  ])
  return {
    items: items.toSorted(byRisk),
    counts,
    areTokensListed,
    failures,
    complete,
  }
}

function allSshKeyItems(keys: readonly SshKey[], now: number): AttentionItem[] {
  if (keys.length === 0) return [{ kind: 'ssh-keys-missing' }]
  return keys.flatMap((key) => sshKeyItems(key, now))
}

function sshKeyItems(key: SshKey, now: number): AttentionItem[] {
  const name = { keyId: key.id, title: key.title }
  const at = key.expires_at ?? undefined
  if (at !== undefined && hasExpired(at, now)) return [{ kind: 'ssh-key-expired', ...name, at }]
  const weakness = parseSshKey(key)?.weakness
  return [
    ...(weakness ? [{ kind: 'ssh-key-weak', ...name, message: textOf(weakness) } as const] : []),
    ...(at !== undefined && expiresWithin(at, expiringSoonDays, now)
      ? [{ kind: 'ssh-key-expiring', ...name, at, daysLeft: daysLeft(at, now) } as const]
      : []),
  ]
}

/** No items if the service doesn't report whether emails are confirmed. */
function emailItems({ id, email, confirmed_at }: Email): AttentionItem[] {
  return confirmed_at === null ? [{ kind: 'email-unconfirmed', emailId: id, email }] : []
}

/**
 * No items if the service doesn't report whether it is enabled. No service reports whether users can also sign in with
 * a password or a passkey.
 */
function twoFactorItems({ two_factor_enabled, identities }: CurrentUser): AttentionItem[] {
  if (two_factor_enabled !== false) return []
  const providers = (identities ?? []).flatMap(({ provider }) => provider || [])
  return [{ kind: 'two-factor-off', providers: [...new Set(providers)] }]
}

/** Lists a token in its last month (Kubernetes tokens in their last week) and for a month after it expires. */
function tokenItems(token: AttentionToken, now: number): AttentionItem[] {
  const { id, name, scopes, expires_at: at } = token
  const isForKubernetes = scopes?.every((scope) => scope === 'k8s_proxy') === true
  const soonDays = isForKubernetes ? urgentExpiryDays : expiringSoonDays
  if (typeof at !== 'string') return unusedItems(token, now)
  if (hasExpired(at, now)) {
    return daysSince(at, now) > expiringSoonDays
      ? []
      : [{ kind: 'token-expired', tokenId: id, name, at }]
  }
  if (!expiresWithin(at, soonDays, now)) return unusedItems(token, now)
  return [{ kind: 'token-expiring', tokenId: id, name, at, daysLeft: daysLeft(at, now) }]
}

/** Lists only tokens with a last use that the service reports. */
function unusedItems(token: AttentionToken, now: number): AttentionItem[] {
  const { id, name, active, created_at, last_used_at } = token
  const at = last_used_at ?? created_at
  if (active !== true || last_used_at === undefined || typeof at !== 'string') return []
  if (!isLongUnused({ last_used_at: at }, now)) return []
  const days = daysSince(at, now)
  return [{ kind: 'token-unused', tokenId: id, name, at, days, wasUsed: last_used_at !== null }]
}

/** Sorts by risk: what still works but soon won't comes first, by time left, then what has expired, latest first. */
function byRisk(a: AttentionItem, b: AttentionItem): number {
  return rankOf(a) - rankOf(b) || dueOrder(a) - dueOrder(b)
}

/** A lower value is more urgent. */
function rankOf({ kind }: AttentionItem): number {
  switch (kind) {
    case 'access-token-expired':
    case 'access-token-unsaved':
      return 0
    case 'access-token-expiring':
    case 'ssh-key-expiring':
    case 'token-expiring':
      return 1
    case 'ssh-key-expired':
    case 'token-expired':
      return 2
    case 'ssh-key-weak':
    case 'two-factor-off':
    case 'local-key-unprotected':
      return 3
    case 'email-unconfirmed':
      return 4
    case 'ssh-keys-missing':
    case 'token-unused':
      return 5
    case 'key-on-two-accounts':
      return 6
  }
}

function dueOrder(item: AttentionItem): number {
  if ('daysLeft' in item) return item.daysLeft
  return item.kind === 'ssh-key-expired' || item.kind === 'token-expired' ? -Date.parse(item.at) : 0
}
