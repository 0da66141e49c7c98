import type { Ceiling } from '../../../shared/operations/limits.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { cappedActions, isRaise } from '../../../shared/rules/ceilings.ts'
import type { NewEntry } from '../../audit-log/audit-log.ts'
import type { AccountContext } from '../../context.ts'
import { persist } from '../../jobs/persist.ts'
import type { Feature } from '../feature.ts'

interface Dependencies {
  /** Adds an entry to an account's audit log; throws if it can't be stored. */
  addEntry(account: string, entry: NewEntry): void
}

/** How much administrators may change in a day. */
export function limitsFeature(
  { accounts, ceilings }: Pick<AccountContext, 'accounts' | 'ceilings'>,
  { addEntry }: Dependencies,
): Feature<'limits'> {
  const list = (instance: string): Ceiling[] =>
    cappedActions.map((action) => {
      const { left, ...ceiling } = ceilings.get(instance, action)
      return { action, ...ceiling, ...(ceiling.limit !== null && { left }) }
    })
  return {
    handlers: {
      limits: {
        get: (_, { account }) => list(accounts.account(account).baseUrl),
        async set({ action, limit, reason }, gitlab) {
          const { baseUrl, user: actor } = accounts.account(gitlab.account)
          ceilings.assertAllowed(action, limit)
          // The hour counts by the instance's clock, which its response shows.
          await gitlab.call(user.get, {})
          const before = ceilings.get(baseUrl, action).limit
          // Recorded first, so that there is no raise without an entry.
          if (isRaise(before, limit)) {
            const entry: NewEntry = {
              instance: baseUrl,
              actor: { id: actor.id, username: actor.username },
              action: 'limits.set',
              object: action,
              changes: [{ field: 'limit', before, after: limit }],
              reason,
              outcome: 'done',
            }
            persist(() => addEntry(gitlab.account, entry))
          }
          ceilings.set(baseUrl, action, limit)
          return list(baseUrl)
        },
      },
    },
    // What was counted is kept, so that signing out and in doesn't make room.
    forgetAccount: 'remembers nothing',
    close() {
      for (const id of accounts.ids()) {
        const { baseUrl, demo } = accounts.account(id)
        if (demo) ceilings.forgetInstance(baseUrl)
      }
    },
  }
}
