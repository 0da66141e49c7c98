/** Maximum number of users per account; beyond it, the oldest are dropped. */
const maxUsers = 20_000
/** GitLab's responses are never nested more deeply than this. */
const maxDepth = 8

interface SeenUser {
  username: string
  /** The avatar's URL; null if there is none. */
  address: string | null
}

/** Usernames and avatar URLs from earlier responses. In memory only. */
export class SeenUsers {
  readonly #accounts = new Map<string, Map<number, SeenUser>>()

  /** Collects all users with avatars from a response. */
  collect(account: string, value: unknown): void {
    const users = this.#accounts.get(account) ?? new Map<number, SeenUser>()
    this.#accounts.set(account, users)
    collectUsers(users, value, maxDepth)
    for (const id of users.keys()) {
      if (users.size <= maxUsers) return
      users.delete(id)
    }
  }

  /** A user's avatar URL as sent by GitLab; null if there is none, undefined if unknown. */
  avatarUrl(account: string, id: number): string | null | undefined {
    return this.#accounts.get(account)?.get(id)?.address
  }

  username(account: string, id: number): string | undefined {
    return this.#accounts.get(account)?.get(id)?.username
  }

  forget(account: string): void {
    this.#accounts.delete(account)
  }
}

function collectUsers(known: Map<number, SeenUser>, value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null || levels === 0) return
  if (Array.isArray(value)) {
    for (const item of value) collectUsers(known, item, levels - 1)
    return
  }
  const { id, username, avatar_url } = value as Record<string, unknown>
  // Groups and projects also have IDs and avatars.
  if (typeof id === 'number' && typeof username === 'string' && avatar_url !== undefined) {
    known.delete(id)
    const address = typeof avatar_url === 'string' && avatar_url !== '' ? avatar_url : null
    known.set(id, { username, address })
  }
  for (const inner of Object.values(value)) collectUsers(known, inner, levels - 1)
}
