import type { UserDependents } from '../../../shared/operations/dependents.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { AccountContext } from '../../context.ts'
import { featureRefusal } from '../../policy/disabled-features.ts'
import type { Feature } from '../feature.ts'
import { Readings } from './readings.ts'

export interface DependentsFeature extends Feature<'dependents'> {
  /** What is known about a user; undefined if nothing has been read since the start. */
  dependentsOf(account: string, user: number): UserDependents | undefined
}

/** How often (ms) progress is reported. */
const progressMs = 100

/** Reads what depends on a user and may stop when they are blocked. */
export function dependentsFeature({
  accounts,
  clock,
  events,
  log,
  policy,
}: AccountContext): DependentsFeature {
  const waiting = new Set<string>()
  const readings = new Readings({
    ownIdOf: (account) => accounts.account(account).user.id,
    mayActAs: () => featureRefusal(policy, 'sudo') === undefined,
    onProgress(account, user) {
      const key = `${account} ${user}`
      if (waiting.has(key)) return
      waiting.add(key)
      clock.after(progressMs, () => {
        waiting.delete(key)
        events.emit('dependents', { account, user })
      })
    },
    clock,
    log,
  })
  events.on('lock', ({ locked }) => {
    // guard: locked-dependents
    if (locked) readings.close()
  })
  return {
    dependentsOf: (account, user) => readings.get(account, user),
    handlers: {
      dependents: {
        async read({ user, again }, gitlab) {
          const { id, username } = await gitlab.call(users.get, { id: user })
          return readings.start(gitlab, { id, username }, again)
        },
        get: ({ user }, { account }) => readings.get(account, user) ?? null,
      },
    },
    forgetAccount: (account) => readings.forget(account),
    close: () => readings.close(),
  }
}
