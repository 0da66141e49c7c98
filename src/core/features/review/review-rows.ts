import type { Credential, ReviewedUser } from '../../../shared/operations/review.ts'
import { type ReviewPart, reviewParts } from '../../../shared/rules/review.ts'
import { isInternal, isProjectBot } from '../../../shared/rules/moderation.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'

export type UndecidedUser = Omit<ReviewedUser, 'decided' | 'last'>
type Flag = 0 | 1 | null

/** A key or token, as stored. */
export interface StoredCredential extends Omit<
  Credential,
  'user' | 'username' | 'never_used' | 'active'
> {
  never_used: 0 | 1
  active: Flag
}

/** The part of a user's record that a review stores. */
export interface StoredUser {
  username: string
  name: string
  email: string | null
  state: string
  is_admin: Flag
  external: Flag
  bot: Flag
  /** As in the directory. */
  internal: Flag
  project_bot: Flag
  two_factor_enabled: Flag
  last_activity_on: string | null
  last_sign_in_at: string | null
  created_at: string | null
}

export function toStoredUser(user: UserForAdmins): StoredUser {
  return {
    username: user.username,
    name: user.name,
    email: user.email ?? null,
    state: user.state,
    is_admin: toFlag(user.is_admin),
    external: toFlag(user.external),
    bot: toFlag(user.bot),
    internal: toFlag(isInternal(user)),
    project_bot: toFlag(isProjectBot(user.username)),
    two_factor_enabled: toFlag(user.two_factor_enabled),
    last_activity_on: user.last_activity_on ?? null,
    last_sign_in_at: user.last_sign_in_at ?? null,
    created_at: user.created_at ?? null,
  }
}

function toFlag(value: boolean | null | undefined): Flag {
  return typeof value === 'boolean' ? (value ? 1 : 0) : null
}

/** A row from the user query, with access counts. */
export interface ReviewUserRow extends StoredUser {
  id: number
  approved_on: string | null
  read_at: number | null
  gone: 0 | 1
  unread: string
  outdated: 0 | 1
  groups: number
  projects: number
  owned: number
  ssh_keys: number
  gpg_keys: number
  oldest_key: string | null
  expired_keys: number
  active_tokens: number
  tokens_without_expiry: number
  expired_tokens: number
}

/** A row for a screen, in which unknown values are null rather than 0. */
export function toReviewedUser(
  { internal: _, project_bot: __, approved_on: ___, outdated: ____, ...row }: ReviewUserRow,
  skipped: readonly ReviewPart[] = [],
): UndecidedUser {
  const unread = toParts(row.unread)
  const isRead = row.read_at !== null && row.gone === 0
  const isUnknown = (part: ReviewPart) => unread.includes(part) || skipped.includes(part)
  const countIfRead = (count: number, ...parts: ReviewPart[]) =>
    isRead && !parts.some(isUnknown) ? count : null
  return {
    ...row,
    is_admin: toBoolean(row.is_admin),
    external: toBoolean(row.external),
    bot: toBoolean(row.bot),
    two_factor_enabled: toBoolean(row.two_factor_enabled),
    gone: row.gone === 1,
    unread,
    groups: countIfRead(row.groups, 'memberships'),
    projects: countIfRead(row.projects, 'memberships'),
    owned: countIfRead(row.owned, 'memberships'),
    ssh_keys: countIfRead(row.ssh_keys, 'ssh'),
    gpg_keys: countIfRead(row.gpg_keys, 'gpg'),
    expired_keys: countIfRead(row.expired_keys, 'ssh', 'gpg'),
    active_tokens: countIfRead(row.active_tokens, 'tokens', 'personal'),
    tokens_without_expiry: countIfRead(row.tokens_without_expiry, 'tokens', 'personal'),
    expired_tokens: countIfRead(row.expired_tokens, 'tokens', 'personal'),
  }
}

/** Ignores words of an edited row. */
export function toParts(unread: string): ReviewPart[] {
  const words = unread.split(' ')
  // guard: review-parts
  return words.filter((word): word is ReviewPart => reviewParts.some((part) => part === word))
}

export function toBoolean(flag: Flag): boolean | null {
  return flag === null ? null : flag === 1
}
