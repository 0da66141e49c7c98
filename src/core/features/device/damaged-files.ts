import { z } from 'zod'
import type { DamagedFile } from '../../../shared/operations/damaged-files.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import { listDamagedDatabases } from '../../platform/sqlite/durable.ts'
import type { AccountContext } from '../../context.ts'
import type { OwnHandlers } from '../feature.ts'

const DismissedFiles = z.object({
  /** Files that the user dismissed, identified by when they were found. */
  dismissed: z.array(z.number()).default([]),
})

/** An account's damaged files, which are listed as long as they are in its folder. */
export function damagedFileHandlers({
  documents,
  folders,
}: AccountContext): OwnHandlers['damagedFiles'] {
  const dismissedOf = documents.define(accountFiles.dismissedFiles, DismissedFiles)
  const list = (account: string): DamagedFile[] => {
    const { dismissed } = dismissedOf(account).read()
    const path = folders.path(account, accountFiles.jobs)
    return (path === undefined ? [] : listDamagedDatabases(path)).map(({ at, file }) => ({
      at,
      file,
      isDismissed: dismissed.includes(at),
    }))
  }
  return {
    list: (_, { account }) => list(account),
    dismiss({ at }, { account }) {
      const file = list(account).find((file) => file.at === at)
      if (file && !file.isDismissed) {
        const { dismissed } = dismissedOf(account).read()
        dismissedOf(account).write({ dismissed: [...dismissed, at] })
      }
      return list(account)
    },
  }
}
