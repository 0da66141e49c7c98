import type { AuditLog } from '../../audit-log/audit-log.ts'
import type { AccountService } from '../../gitlab/gitlab-client.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'

interface Needs {
  auditLogOf(account: string): AuditLog
}

/** The audit log of administrators. */
export function auditLogFeature({ accounts }: Context, { auditLogOf }: Needs): Feature<'auditLog'> {
  const actorOf = ({ account }: AccountService) => {
    const { baseUrl, user } = accounts.account(account)
    return { instance: baseUrl, id: user.id }
  }
  return {
    handlers: {
      auditLog: {
        exists: (_, me) => ({ exists: auditLogOf(me.account).exists(actorOf(me)) }),
        list: (asked, me) => auditLogOf(me.account).list(actorOf(me), asked),
        export: (asked, me) => auditLogOf(me.account).export(actorOf(me), asked),
      },
    },
    // Its database goes with the queue's.
    forgetAccount: 'remembers nothing',
  }
}
