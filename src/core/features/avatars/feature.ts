import { accountFiles } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { Avatars } from './avatars.ts'
import { PictureCaches } from './picture-caches.ts'

export interface AvatarsFeature extends Feature<'avatars'> {
  pictures: PictureCaches
}

/** Avatars of users: shown, set, and cached for offline use. */
export function avatarsFeature(context: Context): AvatarsFeature {
  const { accounts, audit, seenUsers, clock, folders, ports } = context
  const pictures = new PictureCaches({
    accounts: () => accounts.ids(),
    folderOf: (id) => folders.path(id, accountFiles.pictures),
    now: clock.now,
  })
  const avatars = new Avatars({
    fetch: ports.fetch,
    book: seenUsers,
    cacheOf: (id) => pictures.of(id),
    account: (id) => accounts.account(id),
    audit,
    now: clock.now,
  })
  return {
    pictures,
    handlers: {
      avatars: {
        set: (picture, me) => avatars.set(me, picture),
        setFor: ({ user_id: id, ...picture }, me) => avatars.setFor(me, id, picture),
        of: ({ users }, me) => avatars.of(me, users),
      },
    },
    forgetAccount: (id) => pictures.forget(id),
  }
}
