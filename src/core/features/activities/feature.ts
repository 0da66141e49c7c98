import { accountExportName } from '../../../shared/rules/export-name.ts'
import { toCsv } from '../../platform/files/csv.ts'
import type { AccountContext } from '../../context.ts'
import type { Feature } from '../feature.ts'

/** Exports activities as a file. */
export function activitiesFeature({
  accounts,
  clock,
}: Pick<AccountContext, 'accounts' | 'clock'>): Feature<'activities'> {
  return {
    handlers: {
      activities: {
        // The columns keep the names from GitLab's API, because scripts read these files.
        csv({ from, rows }, gitlab) {
          const kind = `activities-since-${from}`
          const account = gitlab && accounts.account(gitlab.account)
          const name = account ? accountExportName(kind, account, clock.now()) : kind
          return {
            filename: `${name}.csv`,
            text: toCsv([['username', 'last_activity_on'], ...rows]),
          }
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
