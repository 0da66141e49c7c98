import type { CredentialsState } from '../../../shared/operations/credentials.ts'
import {
  type InstanceCredentialFilter,
  type InstanceCredentialKind,
  tokenKinds,
} from '../../../shared/rules/credentials.ts'
import { localDay } from '../../../shared/rules/local-day.ts'
import { type CounterId, counterIds, counterOf } from '../../../shared/rules/reports.ts'
import type { Figures } from './report-store.ts'

/** The filters of a counter of credentials. */
export interface CountedCredentials {
  kinds: readonly InstanceCredentialKind[]
  filters: readonly InstanceCredentialFilter[]
}

/** What a copy of credentials says. */
export interface CredentialReport {
  state: CredentialsState
  /** Whether the instance says when tokens were used. */
  hasLastUse: boolean
  /** The number of credentials that match each query. */
  counts: readonly number[]
}

const counters = counterIds.flatMap((id) => {
  const counter = counterOf(id)
  return counter.source === 'credentials' ? [{ id, filter: counter.filter }] : []
})

export const credentialQueries: readonly CountedCredentials[] = counters.map(({ filter }) =>
  filter === 'ssh' ? { kinds: ['ssh'], filters: [] } : { kinds: tokenKinds, filters: [filter] },
)

/** The time of a complete load; undefined if a load is unfinished, or something in it couldn't be read. */
export function completeAsOf(state: CredentialsState): number | undefined {
  const isComplete = state.phase === 'whole' && !state.isUnsupported && !state.skipped
  return isComplete && !state.failure ? state.asOf : undefined
}

/** The counters that are known on the day of the load. `users` is the number of users in the directory. */
export function toTokenFigures(
  { state, hasLastUse, counts }: CredentialReport,
  { day, users }: { day: string; users: number | undefined },
): Figures {
  const { keys, ownersAsOf, ownerUnknown } = state
  const isOfDay = (at: number | undefined) => at !== undefined && localDay(at) === day
  const isKnown: Partial<Record<CounterId, boolean>> = {
    tokensUnused: hasLastUse,
    tokensNeverUsed: hasLastUse,
    tokensOwnerBlocked: ownerUnknown === 0 && isOfDay(ownersAsOf),
    sshKeys: keys !== undefined && keys.unread === 0 && keys.users === users && isOfDay(keys.from),
  }
  const known = counters
    .map(({ id }, index) => [id, counts[index]!] as const)
    .filter(([id]) => isKnown[id] ?? true)
  return Object.fromEntries(known) as Figures
}
