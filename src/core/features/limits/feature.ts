import type { Ceiling, UserException } from '../../../shared/operations/limits.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { cappedActions } from '../../../shared/rules/ceilings.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import type { NewEntry } from '../../audit-log/audit-log.ts'
import type { AccountContext } from '../../context.ts'
import { persist } from '../../jobs/persist.ts'
import { formatFailure } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import type { Feature } from '../feature.ts'

interface Dependencies {
  /** Adds an entry to an account's audit log; throws if it can't be stored. */
  addEntry(account: string, entry: NewEntry): void
}

/** How much administrators may change in a day, which actions need a reason, and whom no run touches. */
export function limitsFeature(
  {
    accounts,
    ceilings,
    clock,
    exceptions,
    reasons,
  }: Pick<AccountContext, 'accounts' | 'ceilings' | 'clock' | 'exceptions' | 'reasons'>,
  { addEntry }: Dependencies,
): Feature<'limits' | 'exceptions'> {
  const instanceOf = (account: string) => accounts.account(account).baseUrl
  const list = (instance: string): Ceiling[] =>
    cappedActions.map((action) => {
      const { left, ...ceiling } = ceilings.get(instance, action)
      return { action, ...ceiling, ...(ceiling.limit !== null && { left }) }
    })
  /** Adds an entry to the audit log before its change, so that there is no change without one. */
  const record = (account: string, entry: Omit<NewEntry, 'instance' | 'actor' | 'outcome'>) => {
    const { baseUrl: instance, user: actor } = accounts.account(account)
    const { id, username } = actor
    persist(() =>
      addEntry(account, { ...entry, instance, actor: { id, username }, outcome: 'done' }),
    )
  }
  const exceptionsOf = (account: string) => exceptions.list(instanceOf(account))
  return {
    handlers: {
      limits: {
        get: (_, { account }) => list(instanceOf(account)),
        problem() {
          const problem = ceilings.problem()
          return problem ? formatFailure(problem) : null
        },
        startAnew(_, { account }) {
          if (ceilings.problem()) {
            record(account, { action: 'limits.startAnew' })
            ceilings.startAnew()
          }
          return list(instanceOf(account))
        },
        async set({ action, limit, reason }, gitlab) {
          const baseUrl = instanceOf(gitlab.account)
          ceilings.assertAllowed(action, limit)
          // The hour counts by the instance's clock, which its response shows.
          await gitlab.call(user.get, {})
          const before = ceilings.get(baseUrl, action).limit
          const changes = [{ field: 'limit', before, after: limit }]
          record(gitlab.account, { action: 'limits.set', object: action, changes, reason })
          ceilings.set(baseUrl, action, limit)
          return list(baseUrl)
        },
        reasons: (_, { account }) => reasons.rulesOf(instanceOf(account)),
        setReasons({ actions, ticketPattern }, { account }) {
          const instance = instanceOf(account)
          const { isManaged, ...before } = reasons.rulesOf(instance)
          if (isManaged) throw createFailureError('limits.reasonsManaged')
          const changes = [
            { field: 'withReason', before: before.actions.join(' '), after: actions.join(' ') },
            {
              field: 'ticketPattern',
              before: before.ticketPattern ?? null,
              after: ticketPattern ?? null,
            },
          ].filter(({ before, after }) => before !== after)
          record(account, { action: 'limits.setReasons', changes })
          reasons.set(instance, { actions, ticketPattern })
          return reasons.rulesOf(instance)
        },
      },
      exceptions: {
        list: (_, { account }) => exceptionsOf(account),
        set({ id, username, reason, ticket, until }, { account }) {
          if (until !== undefined && hasExpired(until, clock.now()))
            throw createFailureError('limits.exceptionInPast')
          const { username: by } = accounts.account(account).user
          const before = findException(exceptionsOf(account), id)
          const changes = [{ field: 'until', before: before?.until ?? null, after: until ?? null }]
          const target = { id, username }
          record(account, { action: 'exceptions.set', target, changes, reason })
          exceptions.set(instanceOf(account), { id, username, reason, ticket, until, by })
          return exceptionsOf(account)
        },
        remove({ id }, { account }) {
          const exception = findException(exceptionsOf(account), id)
          if (exception) {
            const target = { id, username: exception.username }
            record(account, { action: 'exceptions.remove', target })
            exceptions.remove(instanceOf(account), id)
          }
          return exceptionsOf(account)
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

function findException(list: readonly UserException[], id: number): UserException | undefined {
  return list.find((one) => one.id === id)
}
