import { accountFiles } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { Avatars } from './avatars.ts'
import { PerAccount } from '../../accounts/per-account.ts'
import { PictureCache } from './picture-cache.ts'

export interface AvatarsFeature extends Feature<'avatars'> {
  pictures: { clear(): Promise<void> }
}

/** Users' avatars: shows and sets them, and caches them for offline use. */
export function avatarsFeature(context: Context): AvatarsFeature {
  const { accounts, audit, seenUsers, clock, folders, ports } = context
  const caches = new PerAccount((id) => {
    const folder = folders.path(id, accountFiles.pictures)
    return folder === undefined ? noCache : new PictureCache({ folder, now: clock.now })
  })
  const avatars = new Avatars({
    fetch: ports.fetch,
    book: seenUsers,
    cacheOf: (id) => caches.get(id),
    account: (id) => accounts.account(id),
    audit,
    now: clock.now,
  })
  return {
    pictures: {
      async clear() {
        for (const id of accounts.ids()) await caches.get(id).clear()
      },
    },
    handlers: {
      avatars: {
        set: (picture, gitlab) => avatars.set(gitlab, picture),
        setFor: ({ user_id: id, ...picture }, gitlab) => avatars.setFor(gitlab, id, picture),
        of: ({ users }, gitlab) => avatars.of(gitlab, users),
      },
    },
    forgetAccount: (id) => caches.forget(id),
  }
}

/** For accounts whose data must not be stored on disk. */
const noCache: Pick<PictureCache, 'get' | 'put' | 'remove' | 'clear'> = {
  get: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  clear: () => Promise.resolve(),
}
