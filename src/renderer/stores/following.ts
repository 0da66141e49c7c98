import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { BasicUser } from '../../shared/service/user-fields.ts'
import { skippedLater, useLatchkey, withAge } from '../latchkey.ts'
import { useAccountsStore } from './accounts.ts'

/** Whom an account follows. */
export interface Followed {
  people: ReadonlyMap<number, BasicUser>
  /** When it was read, in milliseconds since 1970. */
  asOf: number
  /** How many of them could not be read. */
  skipped: number
}

/** What came of following or unfollowing: a change, nothing to change, or nothing although it was asked for. */
export type FollowOutcome = 'changed' | 'already' | 'refused'

/** Whom each account follows, so that every screen offers the same and counts the same. */
export const useFollowingStore = defineStore('following', () => {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const lists = shallowRef<ReadonlyMap<string, Followed>>(new Map())
  let changes = 0

  const of = (account: string) => lists.value.get(account)

  /** Whether an account follows somebody; undefined while that is not known. */
  const follows = (account: string, id: number) => of(account)?.people.has(id)

  /** Reads the whole list; what was changed from here meanwhile makes it read again. */
  async function load(account: string): Promise<void> {
    const id = accounts.byId(account)?.user.id
    if (id === undefined) return
    const before = changes
    const { value: people, age, skipped } = await withAge(() => allFollowedBy(account, id))
    if (changes !== before) return load(account)
    keep(account, { people, asOf: age?.asOf ?? Date.now(), skipped })
  }

  async function allFollowedBy(account: string, id: number): Promise<Map<number, BasicUser>> {
    const skip = skippedLater()
    const people = new Map<number, BasicUser>()
    const cursors = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await latchkey(account).following.list({ id, cursor })
      for (const one of page.items) people.set(one.id, one)
      if (cursor !== undefined) skip(page.skipped)
      // A list that leads back to itself has no end.
      cursor = page.next !== undefined && cursors.has(page.next) ? undefined : page.next
      if (cursor !== undefined) cursors.add(cursor)
    } while (cursor !== undefined)
    return people
  }

  function keep(account: string, followed: Followed) {
    lists.value = new Map([...lists.value, [account, followed]])
  }

  function change(account: string, edit: (people: Map<number, BasicUser>) => unknown) {
    changes += 1
    const known = of(account)
    if (!known) return
    const people = new Map(known.people)
    edit(people)
    keep(account, { ...known, people })
  }

  /**
   * An answer without a person means that nothing was changed: already followed, or somebody who cannot be followed.
   * Which of the two, only another look tells (`app/models/users/user_follow_user.rb`).
   */
  async function follow(account: string, person: BasicUser): Promise<FollowOutcome> {
    const service = latchkey(account)
    const changed = await service.following.follow({ id: person.id })
    const isFollowed = changed ?? (await service.users.get({ id: person.id })).is_followed
    if (!isFollowed) return 'refused'
    change(account, (people) => people.set(person.id, person))
    return changed ? 'changed' : 'already'
  }

  async function unfollow(account: string, person: BasicUser): Promise<FollowOutcome> {
    const changed = await latchkey(account).following.unfollow({ id: person.id })
    change(account, (people) => people.delete(person.id))
    return changed ? 'changed' : 'already'
  }

  return { of, follows, load, follow, unfollow }
})
