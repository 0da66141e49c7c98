import type { Account } from '../../../shared/app/accounts.ts'
import { FailureError } from '../../infra/failure.ts'
import { mayHaveHappened } from '../../../shared/failure.ts'
import { user } from '../../../shared/service/current-user.ts'
import type { SentFile } from '../../../shared/service/fields.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { users } from '../../../shared/service/users.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { auditEventOf } from '../../audit-log/audited-row.ts'
import type { AvatarBook } from '../../accounts/avatar-book.ts'
import { avatarFile } from './avatar-file.ts'
import { type PictureLimits, fetchPicture, pictureLimits } from './fetch-picture.ts'
import type { PictureCache } from './picture-cache.ts'
import { dataUrl } from './picture-type.ts'

export interface AvatarsPorts {
  /** Never given a token; must not follow redirects when told `redirect: 'manual'`. */
  fetch: typeof globalThis.fetch
  book: AvatarBook
  /** Where the pictures that an account was shown are kept. */
  cacheOf(account: string): Pick<PictureCache, 'get' | 'put' | 'remove'>
  /** Throws when there is no such account. */
  account(id: string): Pick<Account, 'baseUrl' | 'user'>
  /** Throws where nothing may be fetched for an account now. */
  mayAsk?(id: string): void
  audit: Pick<Audit, 'run'>
  /** Milliseconds since 1970. */
  now(): number
  limits?: PictureLimits
}

type GivenPicture = Parameters<typeof avatarFile>[0]

interface NewPicture {
  avatar_url: string | null
  /** As a `data:` address. */
  picture: string | null
}

const atOnce = 4
/** Milliseconds after which a kept picture is fetched again: a new one may be under the same address. */
const freshMs = 24 * 60 * 60 * 1000
/** Milliseconds for which a picture that could not be had is not asked for again. */
const missingMs = 5 * 60 * 1000
const mostMissing = 10_000

/** Pictures of people. Screens get them as `data:` addresses, and never one from the network. */
export class Avatars {
  readonly #ports: AvatarsPorts
  readonly #fetching = new Map<string, Promise<string | null>>()
  readonly #missingUntil = new Map<string, number>()
  /** How often a new picture came to be at an address, so that a download that began before counts no more. */
  readonly #timesSet = new Map<string, number>()
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(ports: AvatarsPorts) {
    this.#ports = ports
  }

  /** Sends a new picture of one's own, which is shown from then on without being fetched. */
  async set(service: AccountService, given: GivenPicture): Promise<NewPicture> {
    const { user: me } = this.#ports.account(service.account)
    return this.#put(service, me.id, given, async (avatar) => {
      const { avatar_url } = await service.call(user.setAvatar, { avatar })
      return { ...me, avatar_url }
    })
  }

  /** The same for somebody else, by an administrator; it is written down. */
  async setFor(service: AccountService, id: number, given: GivenPicture): Promise<NewPicture> {
    return this.#put(service, id, given, async (avatar) => {
      const input = { id, avatar }
      const auditEvent = await auditEventOf('users.modify', users.modify, input, service)
      return this.#ports.audit.run(service.account, auditEvent, () =>
        service.call(users.modify, input),
      )
    })
  }

  /** The pictures of people that answers to this account told of. A picture that cannot be had is null, never a failure. */
  async of(
    service: AccountService,
    users: readonly { id: number }[],
  ): Promise<{ id: number; picture: string | null }[]> {
    const { book, account, mayAsk } = this.#ports
    mayAsk?.(service.account)
    const { baseUrl, user: me } = account(service.account)
    // Everybody else is seen in some list first.
    if (users.some(({ id }) => id === me.id) && !this.#isKnown(service.account, me.id)) {
      const answer = await service.call(user.get, {}).catch(() => undefined)
      book.note(service.account, answer)
    }
    return Promise.all(
      users.map(async ({ id }) => {
        const address = this.#address(service.account, id, baseUrl)
        return {
          id,
          picture: address ? await this.#picture(service.account, address, baseUrl) : null,
        }
      }),
    )
  }

  async #put(
    service: AccountService,
    id: number,
    given: GivenPicture,
    send: (file: SentFile) => Promise<Pick<AdminListUser, 'username' | 'avatar_url'>>,
  ): Promise<NewPicture> {
    const { book, cacheOf, account } = this.#ports
    const cache = cacheOf(service.account)
    const file = avatarFile(given)
    const { baseUrl } = account(service.account)
    const before = this.#address(service.account, id, baseUrl)
    try {
      const { username, avatar_url = null } = await send(file)
      book.note(service.account, { id, username, avatar_url })
      const address = this.#address(service.account, id, baseUrl)
      if (address) {
        this.#timesSet.set(address, (this.#timesSet.get(address) ?? 0) + 1)
        await cache.put(address, file.bytes)
      }
      return { avatar_url, picture: dataUrl(file.bytes) }
    } catch (error) {
      // It may be the new one by now, under the same address.
      const isUnknown = error instanceof FailureError && mayHaveHappened(error.failure)
      if (isUnknown && before) await cache.remove(before)
      throw error
    }
  }

  #isKnown(account: string, id: number): boolean {
    return this.#ports.book.addressOf(account, id) !== undefined
  }

  #address(account: string, id: number, baseUrl: string): string | undefined {
    const said = this.#ports.book.addressOf(account, id)
    return said && URL.canParse(said, `${baseUrl}/`) ? new URL(said, `${baseUrl}/`).href : undefined
  }

  #picture(account: string, address: string, baseUrl: string): Promise<string | null> {
    // Which addresses may be fetched depends on the instance too, and each account keeps its own.
    const key = `${account} ${baseUrl} ${address}`
    const known = this.#fetching.get(key)
    if (known) return known
    const fetching = this.#keptOrFetched(account, key, address, baseUrl).finally(() =>
      this.#fetching.delete(key),
    )
    this.#fetching.set(key, fetching)
    return fetching
  }

  async #keptOrFetched(
    account: string,
    key: string,
    address: string,
    baseUrl: string,
  ): Promise<string | null> {
    const { cacheOf, now, fetch, limits = pictureLimits } = this.#ports
    const cache = cacheOf(account)
    const began = now()
    const timesSet = this.#timesSet.get(address)
    const kept = await cache.get(address)
    const picture = kept ? dataUrl(kept.bytes) : null
    if (kept && picture && began - kept.storedAt < freshMs) return picture
    if (began < (this.#missingUntil.get(key) ?? 0)) return picture
    const bytes = await this.#inTurn(() => fetchPicture(fetch, address, baseUrl, limits))
    // Meanwhile the person may have set a new one.
    if (this.#timesSet.get(address) !== timesSet) {
      const newer = await cache.get(address)
      if (newer) return dataUrl(newer.bytes)
    }
    if (!bytes) {
      if (this.#missingUntil.size > mostMissing) this.#missingUntil.clear()
      this.#missingUntil.set(key, now() + missingMs)
      return picture
    }
    await cache.put(address, bytes)
    return dataUrl(bytes)
  }

  /** At most four downloads at once; the others wait for their turn. */
  async #inTurn<T>(act: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) await new Promise<void>((turn) => this.#waiting.push(turn))
    else this.#running += 1
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      // The turn is handed on, so the number stays the same.
      if (next) next()
      else this.#running -= 1
    }
  }
}
