import { z } from 'zod'
import { accountFiles } from '../../accounts/account-folders.ts'
import type { AccountContext } from '../../context.ts'
import type { Feature } from '../feature.ts'

/** More than the page has; beyond it, the entries changed least recently are dropped. */
const maxEntries = 200

const LayoutFile = z.object({ entries: z.record(z.string(), z.string()).default({}) })

/** How the screens of each account were left. */
export function layoutFeature({ documents }: AccountContext): Feature<'layout'> {
  const fileOf = documents.define(accountFiles.layout, LayoutFile)
  return {
    handlers: {
      layout: {
        get: (_, { account }) => fileOf(account).read().entries,
        set(changes, { account }) {
          const before = Object.entries(fileOf(account).read().entries)
          const kept = before.filter(([name]) => !Object.hasOwn(changes, name))
          const entries = Object.fromEntries(
            [...kept, ...Object.entries(changes)].slice(-maxEntries),
          )
          fileOf(account).write({ entries })
          return entries
        },
      },
    },
    // Signing out deletes its folder.
    forgetAccount: 'remembers nothing',
  }
}
