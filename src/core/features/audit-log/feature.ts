import type { AuditLog } from '../../audit-log/audit-log.ts'
import { verifyChosenFiles } from '../../audit-log/verify-log-file.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'

interface Dependencies {
  auditLogOf(account: string): AuditLog
}

/** The audit log for administrators. */
export function auditLogFeature(
  { accounts }: Context,
  { auditLogOf }: Dependencies,
): Feature<'auditLog'> {
  const actorOf = ({ account }: GitLabClient) => {
    const { baseUrl, user } = accounts.account(account)
    return { instance: baseUrl, id: user.id }
  }
  return {
    handlers: {
      auditLog: {
        exists: (_, gitlab) => ({ exists: auditLogOf(gitlab.account).exists(actorOf(gitlab)) }),
        list: (asked, gitlab) => auditLogOf(gitlab.account).list(actorOf(gitlab), asked),
        verify: ({ files }) => verifyChosenFiles(files),
        export: (asked, gitlab) => auditLogOf(gitlab.account).exportInSteps(actorOf(gitlab), asked),
      },
    },
    // Its database is deleted along with the queue.
    forgetAccount: 'remembers nothing',
  }
}
