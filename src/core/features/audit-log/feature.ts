import type { Journal } from '../../audit-log/audit-log.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { Context, Feature } from '../feature.ts'

interface Needs {
  journalOf(account: string): Journal
}

/** What administrators did from here. */
export function auditLogFeature({ accounts }: Context, { journalOf }: Needs): Feature<'journal'> {
  const actorOf = ({ account }: AccountService) => {
    const { baseUrl, user } = accounts.account(account)
    return { instance: baseUrl, id: user.id }
  }
  return {
    handlers: {
      journal: {
        exists: (_, me) => ({ exists: journalOf(me.account).exists(actorOf(me)) }),
        list: (asked, me) => journalOf(me.account).list(actorOf(me), asked),
        export: (asked, me) => journalOf(me.account).export(actorOf(me), asked),
      },
    },
    // Its database goes with the queue's.
    forgetAccount: 'remembers nothing',
  }
}
