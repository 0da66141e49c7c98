/** People whose pictures are remembered for each account; the oldest are forgotten above this number. */
const maxUsers = 20_000
/** No answer is nested deeper. */
const deepest = 8

interface Known {
  username: string
  /** Address of the picture; null where there is none. */
  address: string | null
}

/** What people are called and where their pictures are, as answers told that passed through here. In memory only. */
export class AvatarBook {
  readonly #accounts = new Map<string, Map<number, Known>>()

  /** Looks through an answer for people with a picture; whatever else it holds is passed over. */
  note(account: string, value: unknown): void {
    const known = this.#accounts.get(account) ?? new Map<number, Known>()
    this.#accounts.set(account, known)
    noteIn(known, value, deepest)
    for (const id of known.keys()) {
      if (known.size <= maxUsers) return
      known.delete(id)
    }
  }

  /** The address of somebody's picture as the service gave it; null where there is none, undefined where nobody knows. */
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
  // Groups and projects have ids and pictures too.
  if (typeof id === 'number' && typeof username === 'string' && avatar_url !== undefined) {
    known.delete(id)
    const address = typeof avatar_url === 'string' && avatar_url !== '' ? avatar_url : null
    known.set(id, { username, address })
  }
  for (const inner of Object.values(value)) noteIn(known, inner, levels - 1)
}
