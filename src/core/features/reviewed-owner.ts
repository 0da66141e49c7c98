/** A key as a review stores it. */
export interface ReviewedKey {
  user: number
  kind: 'ssh' | 'gpg'
  id: number
  title: string
  fingerprint: string | null
  algorithm: string | null
  bits: number | null
  created_at: string | null
  expires_at: string | null
  last_used_at: string | null
  never_used: 0 | 1
}

/** What a review read about a user. */
export interface ReviewedOwner {
  user: number
  /** In milliseconds since 1970. */
  readAt: number
  /** Undefined if the user's keys couldn't be read. */
  keys: readonly ReviewedKey[] | undefined
  /** The IDs of the user's impersonation tokens; undefined if they couldn't be read. */
  impersonation: readonly number[] | undefined
}
