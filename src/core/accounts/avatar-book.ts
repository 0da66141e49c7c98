/** The maximum number of users per account; beyond it the oldest are forgotten. */
const maxUsers = 20_000
/** No answer is nested deeper. */
const maxDepth = 8

interface Known {
  username: string
  /** URL of the avatar; null if there is none. */
  address: string | null
}

/** Usernames and avatar URLs from earlier answers. In memory only. */
export class AvatarBook {
  readonly #accounts = new Map<string, Map<number, Known>>()

  /** Collects the users with avatars from an answer. */
  note(account: string, value: unknown): void {
    const known = this.#accounts.get(account) ?? new Map<number, Known>()
    this.#accounts.set(account, known)
    noteIn(known, value, maxDepth)
    for (const id of known.keys()) {
      if (known.size <= maxUsers) return
      known.delete(id)
    }
  }

  /** The avatar URL of a user as the service sent it; null if there is none, undefined if it is unknown. */
  addressOf(account: string, id: number): string | null | undefined {
    return this.#accounts.get(account)?.get(id)?.address
  }

  usernameOf(account: string, id: number): string | undefined {
    return this.#accounts.get(account)?.get(id)?.username
  }

  forget(account: string): void {
    this.#accounts.delete(account)
  }
}

function noteIn(known: Map<number, Known>, value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null || levels === 0) return
  if (Array.isArray(value)) {
    for (const item of value) noteIn(known, item, levels - 1)
    return
  }
  const { id, username, avatar_url } = value as Record<string, unknown>
  // Groups and projects have IDs and avatars, too.
  if (typeof id === 'number' && typeof username === 'string' && avatar_url !== undefined) {
    known.delete(id)
    const address = typeof avatar_url === 'string' && avatar_url !== '' ? avatar_url : null
    known.set(id, { username, address })
  }
  for (const inner of Object.values(value)) noteIn(known, inner, levels - 1)
}
