import { type UnformattedFailure, formatFailure, FailureError } from '../../platform/failure.ts'
import type {
  Attention as AttentionSummary,
  AttentionItem,
  AttentionPart,
} from '../../../shared/operations/attention.ts'
import {
  accessTokenUrgentDays,
  isUrgentExpiry,
  urgentExpiryDays,
  expiringSoonDays,
} from '../../../shared/rules/expiry.ts'
import { textOf } from '../../platform/messages.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { type Email, emails } from '../../../shared/gitlab/emails.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { allSshKeys, parseSshKey } from '../../gitlab/account-ssh-keys.ts'

interface AttentionToken {
  id: number
  name: string
  expires_at?: string | null | undefined
}

export interface AttentionOptions {
  /** The account’s own tokens that may need attention, and why some may be missing. */
  ownTokens: {
    unrevoked(gitlab: GitLabClient): Promise<{
      tokens: readonly AttentionToken[]
      failure?: UnformattedFailure
    }>
  }
  /** What is to say about the token with which the account is signed in. */
  accessTokens: { items(gitlab: GitLabClient): Promise<AttentionItem[]> }
  /** Milliseconds since 1970. */
  now(): number
}

const dayMs = 24 * 60 * 60 * 1000

/** Finds what needs the user's attention. Reads all parts concurrently; failed parts are listed beside the results of the others. */
export async function readAttention(
  gitlab: GitLabClient,
  { ownTokens, accessTokens, ...clock }: AttentionOptions,
): Promise<AttentionSummary> {
  const now = clock.now()
  const items: AttentionItem[] = []
  const failures: AttentionSummary['failures'] = []
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
  const addItems = (name: AttentionPart, read: () => Promise<AttentionItem[]>) =>
    readPart(name, async () => void items.push(...(await read())))
  const [counts] = await Promise.all([
    readPart('counts', () => gitlab.call(user.counts, {})),
    addItems('sshKeys', async () => allSshKeyItems(await allSshKeys(gitlab), now)),
    addItems('emails', async () => (await gitlab.all(emails.list, {})).flatMap(emailItems)),
    readPart('tokens', async () => {
      const { tokens, failure } = await ownTokens.unrevoked(gitlab)
      items.push(...tokens.flatMap((token) => tokenItems(token, now)))
      if (failure) throw new FailureError(failure)
    }),
    accessTokens.items(gitlab).then((found) => void items.push(...found)),
  ])
  return { items: items.toSorted((a, b) => urgency(a) - urgency(b)), counts, failures }
}

function allSshKeyItems(keys: readonly SshKey[], now: number): AttentionItem[] {
  if (keys.length === 0) return [{ kind: 'ssh-keys-missing' }]
  return keys.flatMap((key) => sshKeyItems(key, now))
}

function sshKeyItems(key: SshKey, now: number): AttentionItem[] {
  const name = { keyId: key.id, title: key.title }
  const at = key.expires_at ?? undefined
  const left = at === undefined ? Infinity : Date.parse(at) - now
  if (at !== undefined && left <= 0) return [{ kind: 'ssh-key-expired', ...name, at }]
  const weakness = parseSshKey(key)?.weakness
  return [
    ...(weakness ? [{ kind: 'ssh-key-weak', ...name, message: textOf(weakness) } as const] : []),
    ...(at !== undefined && left <= expiringSoonDays * dayMs
      ? [{ kind: 'ssh-key-expiring', ...name, at, daysLeft: Math.floor(left / dayMs) } as const]
      : []),
  ]
}

/** Services that do not say whether an email is confirmed add nothing. */
function emailItems({ id, email, confirmed_at }: Email): AttentionItem[] {
  return confirmed_at === null ? [{ kind: 'email-unconfirmed', emailId: id, email }] : []
}

/** Many tokens are short-lived, so they are listed in their last week, and for a month after they expired. */
function tokenItems({ id, name, expires_at: at }: AttentionToken, now: number): AttentionItem[] {
  if (typeof at !== 'string') return []
  const left = Date.parse(at) - now
  const token = { tokenId: id, name, at }
  if (left <= -expiringSoonDays * dayMs || left > urgentExpiryDays * dayMs) return []
  if (left <= 0) return [{ kind: 'token-expired', ...token }]
  return [{ kind: 'token-expiring', ...token, daysLeft: Math.floor(left / dayMs) }]
}

/** Lower is more urgent. */
function urgency(item: AttentionItem): number {
  switch (item.kind) {
    case 'ssh-key-expired':
    case 'token-expired':
      return 0
    case 'access-token-expired':
    case 'access-token-unsaved':
      return -1
    case 'ssh-key-weak':
      return 1
    case 'ssh-key-expiring':
    case 'token-expiring':
      return isUrgentExpiry(item.daysLeft) ? 2 : 5
    case 'access-token-expiring':
      return isUrgentExpiry(item.daysLeft, accessTokenUrgentDays) ? 2 : 5
    case 'email-unconfirmed':
      return 4
    case 'ssh-keys-missing':
      return 6
  }
}
