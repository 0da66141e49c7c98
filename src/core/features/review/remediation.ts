import type { RemediationPreview, ReviewItem } from '../../../shared/operations/review.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { QueueAction } from '../../../shared/rules/moderation.ts'
import { itemKinds } from '../../../shared/rules/review.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import { JobStore, lifetimeMs } from '../../jobs/job-store.ts'
import type { AccountJobs, JobScreen } from '../../jobs/jobs.ts'
import { persist } from '../../jobs/persist.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import { textOf } from '../../platform/messages.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  type ItemToChange,
  type RemediationItem,
  RemediationParameters,
  itemToChange,
  remediableKinds,
  remediationName,
} from './remediation-kind.ts'

export interface RemediationOptions {
  account: string
  jobs: Pick<AccountJobs, 'sql' | 'runner'>
  runs: Pick<BackgroundJobs, 'get'>
  /** The review's ID and name. */
  review: { id: number; name: string }
  /** Everything that was decided to change or remove, with what came of it so far. */
  decided: readonly ReviewItem[]
  actor: { id: number; username: string }
  /** The IDs of the tokens that Latchkey is known to use. */
  ownTokens: ReadonlySet<number>
  exceptionOf(user: number): Message | undefined
  /** What the instance's ceilings leave; undefined if they leave enough. */
  room(
    action: 'revoke_tokens' | 'remove_admin',
    wanted: number,
  ): { left: number; failure: UnformattedFailure } | undefined
  settings: Pick<Settings, 'undoSeconds'>
  clock: Pick<Clock, 'now'>
}

/** How many items a preview shows. */
const sampled = 10

const actions: Readonly<Record<ItemToChange['kind'], QueueAction>> = {
  direct: 'remove_memberships',
  administrator: 'edit_user',
  ssh: 'delete_ssh_keys',
  gpg: 'delete_gpg_keys',
  token: 'revoke_impersonation_tokens',
  personal: 'revoke_personal_access_tokens',
}

/** What would be carried out. Sends no requests. */
export function previewRemediation(options: RemediationOptions): RemediationPreview {
  const { affected, skipped } = select(options)
  const excess = excessOf(options, affected)
  return {
    affectedCount: affected.length,
    users: new Set(affected.map(({ user }) => user)).size,
    kinds: Object.fromEntries(
      itemKinds.map((kind) => [kind, affected.filter((item) => item.kind === kind).length]),
    ) as RemediationPreview['kinds'],
    sample: affected.slice(0, sampled),
    skipped: [...skipped.values()]
      .map(({ why, items }) => ({
        why: textOf(why),
        count: items.length,
        sample: items.slice(0, sampled),
      }))
      .toSorted((a, b) => b.count - a.count),
    ...(excess && { ceiling: { left: excess.left, failure: formatFailure(excess.failure) } }),
  }
}

/** Queues a run. Throws if the preview is outdated, or if a ceiling stops it. */
export function startRemediation(
  options: RemediationOptions,
  { affectedCount, reason }: { affectedCount: number; reason?: string | undefined },
): JobSummary {
  const { account, jobs, runs, review, actor, clock, settings } = options
  jobs.runner.assertWritable()
  const { affected } = select(options)
  if (affected.length === 0 || affected.length !== affectedCount) {
    throw createFailureError('review.previewOutdated', {
      count: affected.length,
      expected: affectedCount,
    })
  }
  const excess = excessOf(options, affected)
  // guard: remediation-over-ceiling
  if (excess) throw new FailureError(excess.failure)
  const store = new JobStore<RemediationItem>(jobs.sql, remediationName)
  const now = clock.now()
  const job = persist(() =>
    store.sql.transaction(() => {
      const id = store.insertJob({
        parameters: { review: review.id, name: review.name },
        actor: actor.username,
        ...(reason && { reason }),
        created: now,
        total: affected.length,
        users: new Set(affected.map(({ user }) => user)).size,
      })
      for (const item of affected)
        store.insert({ ...toItem(item), job: id, reason, lifetimeMs }, now)
      return id
    }),
  )
  jobs.runner.change(() => store.startJob(job, now + settings.undoSeconds * 1000, false))
  return runs.get(account, job)
}

function toItem({ id, kind, user, username, name, title, ...item }: ReviewItem) {
  const { source, source_type, level, decided } = item
  const changed = kind as ItemToChange['kind']
  const credential = Number(id.split(':')[1])
  const parameters: ItemToChange = {
    ...{ item: id, kind: changed, title, level },
    ...(changed === 'direct'
      ? { id: source!, type: source_type! }
      : changed !== 'administrator' && { id: credential }),
    ...(decided?.decision === 'change' && { to: decided.level! }),
  }
  return {
    action: parameters.to === undefined ? actions[changed] : 'edit_user',
    ...(changed !== 'direct' && changed !== 'administrator' && { irreversible: 'yes' as const }),
    target: { id: user!, username: username ?? '', name: name ?? '' },
    lane: user!,
    note: false,
    parameters,
  }
}

/** What can be carried out, and what can't, by reason. */
function select({ decided, actor, ownTokens, exceptionOf }: RemediationOptions) {
  const affected: ReviewItem[] = []
  const skipped = new Map<string, { why: Message; items: ReviewItem[] }>()
  for (const item of decided) {
    const why = objectionTo(item, { actor, ownTokens, exceptionOf })
    if (!why) affected.push(item)
    else {
      const key = JSON.stringify(why)
      const group = skipped.get(key) ?? { why, items: [] }
      skipped.set(key, group)
      group.items.push(item)
    }
  }
  return { affected, skipped }
}

/** Why an item isn't carried out from here. */
function objectionTo(
  { id, kind, user, level, origin, decided, remediation }: ReviewItem,
  {
    actor,
    ownTokens,
    exceptionOf,
  }: Pick<RemediationOptions, 'actor' | 'ownTokens' | 'exceptionOf'>,
): Message | undefined {
  if (remediation?.state === 'done') return message('review.skippedDone')
  if (remediation?.state === 'pending') return message('review.skippedPending')
  if (user === actor.id) return message('review.skippedOwn')
  if (kind === 'account') return message('review.skippedAccount')
  if (kind === 'inherited') return message('review.skippedInherited', { origin: origin ?? '?' })
  if (kind === 'shared') return message('review.skippedShared', { origin: origin ?? '?' })
  if (!remediableKinds.some((one) => one === kind)) return message('review.skippedUnexplained')
  if (decided?.decision === 'change' && (kind !== 'direct' || decided.level === undefined))
    return message('review.skippedChange')
  // It may have been read again since the decision.
  if (decided?.decision === 'change' && decided.level! > (level ?? 0))
    return message('review.skippedRaise')
  if ((kind === 'token' || kind === 'personal') && ownTokens.has(Number(id.split(':')[1])))
    return message('credentials.skippedLatchkeys')
  return exceptionOf(user!)
}

function excessOf({ room }: RemediationOptions, affected: readonly ReviewItem[]) {
  const count = (...kinds: string[]) => affected.filter(({ kind }) => kinds.includes(kind)).length
  const tokens = count('token', 'personal')
  const admins = count('administrator')
  return (
    (tokens > 0 ? room('revoke_tokens', tokens) : undefined) ??
    (admins > 0 ? room('remove_admin', admins) : undefined)
  )
}

/** How the screens for runs show it. */
export const remediationScreen: Omit<JobScreen, 'retry'> = {
  nameOf: ({ total, parameters }): Message =>
    message('review.remediationRun', {
      count: total,
      name: RemediationParameters.safeParse(parameters).data?.name ?? '',
    }),
  detailsOf: (item) => ({ remark: itemToChange(item)?.title }),
  columns: {
    item: (item) => itemToChange(item)?.item,
    title: (item) => itemToChange(item)?.title,
    access_level_before: (item) => itemToChange(item)?.level ?? undefined,
    access_level_after: (item) => itemToChange(item)?.to,
  },
}
