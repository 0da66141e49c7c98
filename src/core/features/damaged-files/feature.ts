import { z } from 'zod'
import type { DamagedFile } from '../../../shared/operations/damaged-files.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import { damagedFiles } from '../../platform/sqlite/durable.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'

const DismissedFile = z.object({
  /** As `kind-at`. */
  dismissed: z.array(z.string()).default([]),
})

/** Files of an account that were damaged: they are listed while they are in its folder. */
export function damagedFilesFeature({
  documents,
  folders,
}: AccountContext): Feature<'damagedFiles'> {
  const dismissedOf = documents.define(accountFiles.dismissedFiles, DismissedFile)
  const list = (account: string): DamagedFile[] => {
    const { dismissed } = dismissedOf(account).read()
    return (['queue', 'onboarding'] as const).flatMap((kind) => {
      const path = folders.path(account, accountFiles[kind])
      return (path === undefined ? [] : damagedFiles(path)).map(({ at, file }) => ({
        kind,
        at,
        file,
        isDismissed: dismissed.includes(`${kind}-${at}`),
      }))
    })
  }
  return {
    handlers: {
      damagedFiles: {
        list: (_, { account }) => list(account),
        dismiss({ kind, at }, { account }) {
          const found = list(account).find((file) => file.kind === kind && file.at === at)
          if (found && !found.isDismissed) {
            const { dismissed } = dismissedOf(account).read()
            dismissedOf(account).write({ dismissed: [...dismissed, `${kind}-${at}`] })
          }
          return list(account)
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
