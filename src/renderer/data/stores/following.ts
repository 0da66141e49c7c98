import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { currentTime } from '../../../shared/clock.ts'
import type { Age } from '../../../shared/failure.ts'
import type { ServiceApi } from '../../../shared/service/index.ts'
import type { BasicUser } from '../../../shared/service/user-fields.ts'
import { allPages } from '../all-pages.ts'
import { aged, ageOf, useLatchkey, withAge } from '../latchkey.ts'
import type { Latchkey } from '../latchkey.ts'
import { useAccountsStore } from './accounts.ts'

/** The users that an account follows. */
export interface Followed {
  people: ReadonlyMap<number, BasicUser>
  /** When it was loaded, in milliseconds since 1970. */
  asOf: number
  /** The number of users that could not be read. */
  skipped: number
}

/** The result of following or unfollowing: a change, nothing to change, or a refusal. */
export type FollowOutcome = 'changed' | 'unchanged' | 'refused'

/** The users that each account follows, shared by all screens. */
export const useFollowingStore = defineStore('following', () => {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const lists = shallowRef<ReadonlyMap<string, Followed>>(new Map())
  let changes = 0

  const followedBy = (account: string) => lists.value.get(account)

  /** Whether an account follows a user; undefined while that is unknown. */
  const follows = (account: string, id: number) => followedBy(account)?.people.has(id)

  /**
   * Loads the whole list, and again if it was changed here meanwhile. Cached data never replaces an answer of the
   * service.
   */
  async function load(account: string, read: Latchkey = latchkey): Promise<Followed | undefined> {
    const id = accounts.byId(account)?.user.id
    if (id === undefined) return undefined
    const before = changes
    // Missing entries are counted here, so that the surrounding load does not count them again.
    const { value } = await withAge(() => allFollowedBy(read(account), id))
    if (changes !== before) return load(account, read)
    const { people, age, skipped } = value
    const isOnlyCached = age !== undefined && !age.failure
    if (!isOnlyCached || !followedBy(account)) {
      put(account, aged({ people, asOf: age?.asOf ?? currentTime(), skipped }, age))
    }
    return followedBy(account)
  }

  async function allFollowedBy({ following }: ServiceApi, id: number) {
    let age: Age | undefined
    let skipped = 0
    const all = await allPages(async (cursor) => {
      const page = await following.list({ id, cursor })
      age ??= ageOf(page)
      skipped += page.skipped ?? 0
      return page
    })
    const people: ReadonlyMap<number, BasicUser> = new Map(all.map((one) => [one.id, one]))
    return { people, age, skipped }
  }

  function put(account: string, followed: Followed) {
    lists.value = new Map([...lists.value, [account, followed]])
  }

  function change(account: string, edit: (people: Map<number, BasicUser>) => unknown) {
    changes += 1
    const current = followedBy(account)
    if (!current) return
    const people = new Map(current.people)
    edit(people)
    put(account, { ...current, people })
  }

  /**
   * An answer without a user means that nothing changed: the user is already followed or cannot be followed. Only reading the
   * user tells which (`app/models/users/user_follow_user.rb`).
   */
  async function follow(account: string, user: BasicUser): Promise<FollowOutcome> {
    const service = latchkey(account)
    const changed = await service.following.follow({ id: user.id })
    const isFollowed = changed ?? (await service.users.get({ id: user.id })).is_followed
    if (!isFollowed) return 'refused'
    change(account, (people) => people.set(user.id, user))
    return changed ? 'changed' : 'unchanged'
  }

  async function unfollow(account: string, user: BasicUser): Promise<FollowOutcome> {
    const changed = await latchkey(account).following.unfollow({ id: user.id })
    change(account, (people) => people.delete(user.id))
    return changed ? 'changed' : 'unchanged'
  }

  return { followedBy, follows, load, follow, unfollow }
})
