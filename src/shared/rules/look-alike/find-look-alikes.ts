import { comparableName, skeleton } from './skeleton.ts'

export interface NamedUser {
  id: number
  username: string
  name: string
  isAdmin: boolean
}

/** A user who is easily mistaken for another one. */
export interface LookAlike {
  id: number
  username: string
}

interface Holder extends NamedUser {
  /** The name or username with that skeleton. */
  comparable: string
}

/**
 * Finds the users who look like another one, by ID: their username, or their name, looks like another user’s name or
 * username without being equal to it. The older account is the original, unless the other one is an administrator.
 * Yields regularly so that other work can run.
 */
export function* findLookAlikes(
  users: Iterable<NamedUser>,
): Generator<void, ReadonlyMap<number, LookAlike>> {
  const usernames = new Map<string, Holder>()
  const names = new Map<string, Holder>()
  let count = 0
  for (const user of users) {
    addHolder(usernames, skeleton(user.username), user, user.username)
    addHolder(names, skeleton(user.name), user, user.name)
    if (++count % batchSize === 0) yield
  }
  const lookAlikes = new Map<number, LookAlike>()
  for (const user of users) {
    const original = findOriginal(user, usernames, names)
    if (original) lookAlikes.set(user.id, { id: original.id, username: original.username })
    if (++count % batchSize === 0) yield
  }
  return lookAlikes
}

const batchSize = 500

function addHolder(holders: Map<string, Holder>, key: string, user: NamedUser, text: string): void {
  const other = holders.get(key)
  const holder = { ...user, comparable: comparableName(text) }
  if (!other || isMoreOriginal(holder, other)) holders.set(key, holder)
}

function isMoreOriginal(one: Holder, other: Holder): boolean {
  if (one.isAdmin !== other.isAdmin) return one.isAdmin
  const [isAscii, isOtherAscii] = [one, other].map(({ comparable }) => /^[ -~]*$/.test(comparable))
  if (isAscii !== isOtherAscii) return isAscii === true
  return one.id < other.id
}

function findOriginal(
  user: NamedUser,
  usernames: ReadonlyMap<string, Holder>,
  names: ReadonlyMap<string, Holder>,
): Holder | undefined {
  const nameKey = skeleton(user.name)
  const candidates = [
    // guard: look-alike-usernames
    [usernames.get(skeleton(user.username)), user.username],
    // guard: names-like-usernames
    [usernames.get(nameKey), user.name],
    [names.get(nameKey), user.name],
  ] as const
  return candidates.find(
    ([holder, text]) =>
      holder && holder.id !== user.id && holder.comparable !== comparableName(text),
  )?.[0]
}
