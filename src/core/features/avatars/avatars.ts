import { createFailureError } from '../../platform/failures.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Audit } from '../../audit-log/audit.ts'
import { auditWrite } from '../../audit-log/audit-write.ts'
import type { SeenUsers } from '../../accounts/seen-users.ts'
import { avatarLimit } from '../../../shared/rules/limits.ts'
import { FailureError } from '../../platform/failure.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { SentFile } from '../../../shared/gitlab/fields.ts'
import { type AvatarType, avatarType, toDataUrl } from './avatar-type.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import { type PictureLimits, fetchPicture, pictureLimits } from './fetch-picture.ts'
import type { PictureCache } from './picture-cache.ts'

export interface AvatarsOptions {
  /** Never gets a token. Must support `redirect: 'manual'`. */
  fetch: typeof globalThis.fetch
  book: SeenUsers
  /** The cache for an account's pictures. */
  cacheOf(account: string): Pick<PictureCache, 'get' | 'put' | 'remove'>
  /** Throws if there is no such account. */
  account(id: string): Pick<Account, 'baseUrl' | 'user'>
  audit: Pick<Audit, 'run'>
  /** Milliseconds since 1970. */
  now(): number
  limits?: PictureLimits
}

interface NewPicture {
  avatar_url: string | null
  /** As a `data:` URL. */
  picture: string | null
}

const maxDownloads = 4
/** How long (ms) a cached picture is used before it is fetched again, because a new one may be at the same URL. */
const freshMs = 24 * 60 * 60 * 1000
/** How long (ms) to wait before retrying a picture that couldn't be fetched. */
const missingMs = 5 * 60 * 1000
const maxMissing = 10_000

/** Users' avatars. Screens get them as `data:` URLs, never from the network. */
export class Avatars {
  readonly #options: AvatarsOptions
  readonly #fetching = new Map<string, Promise<string | null>>()
  readonly #missingUntil = new Map<string, number>()
  /** How many times the picture at each URL has been replaced; used to discard downloads of earlier ones. */
  readonly #replacements = new Map<string, number>()
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(options: AvatarsOptions) {
    this.#options = options
  }

  /** Sets the account's own avatar, which is then shown without being fetched. */
  async set(gitlab: GitLabClient, upload: PictureInput): Promise<NewPicture> {
    const { user: me } = this.#options.account(gitlab.account)
    return this.#upload(gitlab, me.id, upload, async (avatar) => {
      const { avatar_url } = await gitlab.call(user.setAvatar, { avatar })
      return { ...me, avatar_url }
    })
  }

  /** Sets another user's avatar as an administrator. Recorded in the audit log. */
  async setFor(gitlab: GitLabClient, id: number, upload: PictureInput): Promise<NewPicture> {
    const { audit } = this.#options
    return this.#upload(gitlab, id, upload, (avatar) => {
      const input = { id, avatar }
      const write = { name: 'users.modify', endpoint: users.modify, input }
      return auditWrite({ gitlab, audit }, write, () => gitlab.call(users.modify, input))
    })
  }

  /** The avatars of users that this account knows. An avatar that can’t be fetched is null instead of a failure. */
  async of(
    gitlab: GitLabClient,
    users: readonly { id: number }[],
  ): Promise<{ id: number; picture: string | null }[]> {
    const { book, account } = this.#options
    const { baseUrl, user: me } = account(gitlab.account)
    // All other users have already appeared in a list.
    if (users.some(({ id }) => id === me.id) && !this.#isKnown(gitlab.account, me.id)) {
      const answer = await gitlab.call(user.get, {}).catch(() => undefined)
      book.collect(gitlab.account, answer)
    }
    return Promise.all(
      users.map(async ({ id }) => {
        const address = this.#address(gitlab.account, id, baseUrl)
        return {
          id,
          picture: address ? await this.#picture(gitlab.account, address, baseUrl) : null,
        }
      }),
    )
  }

  async #upload(
    gitlab: GitLabClient,
    id: number,
    upload: PictureInput,
    send: (file: SentFile) => Promise<Pick<AdminListUser, 'username' | 'avatar_url'>>,
  ): Promise<NewPicture> {
    const { book, cacheOf, account } = this.#options
    const cache = cacheOf(gitlab.account)
    const file = toAvatarFile(upload)
    const { baseUrl } = account(gitlab.account)
    const before = this.#address(gitlab.account, id, baseUrl)
    try {
      const { username, avatar_url = null } = await send(file)
      book.collect(gitlab.account, { id, username, avatar_url })
      const address = this.#address(gitlab.account, id, baseUrl)
      if (address) {
        this.#replacements.set(address, (this.#replacements.get(address) ?? 0) + 1)
        await cache.put(address, file.bytes)
      }
      return { avatar_url, picture: toDataUrl(file.bytes) }
    } catch (error) {
      // The new picture may already be at the URL.
      const isUnknown = error instanceof FailureError && mayHaveHappened(error.failure)
      if (isUnknown && before) await cache.remove(before)
      throw error
    }
  }

  #isKnown(account: string, id: number): boolean {
    return this.#options.book.avatarUrl(account, id) !== undefined
  }

  #address(account: string, id: number, baseUrl: string): string | undefined {
    const knownUrl = this.#options.book.avatarUrl(account, id)
    return knownUrl && URL.canParse(knownUrl, `${baseUrl}/`)
      ? new URL(knownUrl, `${baseUrl}/`).href
      : undefined
  }

  #picture(account: string, address: string, baseUrl: string): Promise<string | null> {
    // Which URLs are allowed depends on the instance, and each account has its own cache.
    const key = `${account} ${baseUrl} ${address}`
    const known = this.#fetching.get(key)
    if (known) return known
    const fetching = this.#cachedOrFetched(account, key, address, baseUrl).finally(() =>
      this.#fetching.delete(key),
    )
    this.#fetching.set(key, fetching)
    return fetching
  }

  async #cachedOrFetched(
    account: string,
    key: string,
    address: string,
    baseUrl: string,
  ): Promise<string | null> {
    const { cacheOf, now, fetch, limits = pictureLimits } = this.#options
    const cache = cacheOf(account)
    const began = now()
    const timesSet = this.#replacements.get(address)
    const cached = await cache.get(address)
    const picture = cached ? toDataUrl(cached.bytes) : null
    if (cached && picture && began - cached.storedAt < freshMs) return picture
    if (began < (this.#missingUntil.get(key) ?? 0)) return picture
    const bytes = await this.#limitConcurrency(() => fetchPicture(fetch, address, baseUrl, limits))
    // A new one may have been set during the download.
    if (this.#replacements.get(address) !== timesSet) {
      const newer = await cache.get(address)
      if (newer) return toDataUrl(newer.bytes)
    }
    if (!bytes) {
      if (this.#missingUntil.size > maxMissing) this.#missingUntil.clear()
      this.#missingUntil.set(key, now() + missingMs)
      return picture
    }
    await cache.put(address, bytes)
    return toDataUrl(bytes)
  }

  /** Runs at most four downloads at a time. */
  async #limitConcurrency<T>(act: () => Promise<T>): Promise<T> {
    if (this.#running >= maxDownloads) await new Promise<void>((turn) => this.#waiting.push(turn))
    else this.#running += 1
    try {
      return await act()
    } finally {
      const next = this.#waiting.shift()
      // Passes the slot on to the next download, so the count stays the same.
      if (next) next()
      else this.#running -= 1
    }
  }
}

interface PictureInput {
  filename: string
  type: AvatarType
  base64: string
}

/** The file to send, byte for byte. Throws if it isn't an image, has another type, or is too large. */
function toAvatarFile({ filename, type, base64 }: PictureInput): SentFile {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const detectedType = avatarType(bytes)
  if (!detectedType) throw invalidAvatar(filename, message('avatar.notAnImage'))
  if (detectedType !== type)
    throw invalidAvatar(filename, message('avatar.otherType', { type, found: detectedType }))
  if (bytes.length > avatarLimit) throw invalidAvatar(filename, message('avatar.tooLarge'))
  return { filename: uploadName(filename, detectedType), type, bytes }
}

// The service checks a file's extension (`lib/gitlab/file_type_detection.rb`).
const extensions: Record<AvatarType, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp'],
}

/** The filename without folders and special characters, and with the extension for its type. */
function uploadName(filename: string, type: AvatarType): string {
  const [, stem = '', ending = ''] = /([^/\\]*?)(?:\.([^./\\]*))?$/.exec(filename) ?? []
  const name = truncate(stem.replace(/[^\p{L}\p{N}._ -]+/gu, '_'), 100) || 'avatar'
  const known = extensions[type].find((one) => one === ending.toLowerCase())
  return `${name}.${known ?? extensions[type][0]}`
}

function invalidAvatar(filename: string, problem: Message): FailureError {
  return createFailureError(
    'validation.failed',
    { field: filename, problem },
    { hint: message('avatar.refusedHint'), fields: { avatar: [problem] } },
  )
}
