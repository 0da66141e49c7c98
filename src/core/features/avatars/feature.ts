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
        set: (picture, gitlab) => avatars.set(gitlab, picture),
        setFor: ({ user_id: id, ...picture }, gitlab) => avatars.setFor(gitlab, id, picture),
        of: ({ users }, gitlab) => avatars.of(gitlab, users),
      },
    },
    forgetAccount: (id) => pictures.forget(id),
  }
}
