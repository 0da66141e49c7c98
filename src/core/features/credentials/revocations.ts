import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type {
  CredentialsState,
  RevocationPreview,
  TokenSelection,
} from '../../../shared/operations/credentials.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { isDaysAgo } from '../../../shared/rules/utc-days.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import { JobStore, changeBatchSize, lifetimeMs } from '../../jobs/job-store.ts'
import type { AccountJobs, JobScreen } from '../../jobs/jobs.ts'
import { persist } from '../../jobs/persist.ts'
import { openStatesSql } from '../../jobs/schema.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import { textOf } from '../../platform/messages.ts'
import { jsonSql } from '../../platform/sqlite/stored-row.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { AccountCredentials } from './account-credentials.ts'
import { type OwnedCredentialRow, toInstanceCredential } from './credential-row.ts'
import { credentialNumber } from './credentials-schema.ts'
import {
  type RevocationItem,
  type TokenToRevoke,
  TokenToRevoke as StoredToken,
  revocationName,
} from './revocation-kind.ts'

export interface RevocationsOptions {
  account: string
  jobs: Pick<AccountJobs, 'sql' | 'runner'>
  runs: Pick<BackgroundJobs, 'get'>
  credentials: AccountCredentials
  actor: string
  /** The IDs of the tokens that Latchkey is known to use. */
  ownTokens: ReadonlySet<number>
  /** Why no run touches a user's tokens; undefined if runs may. */
  exceptionOf(owner: number): Message | undefined
  /** What the instance's ceiling leaves for revoking that many tokens; undefined if it leaves enough. */
  room(wanted: number): { left: number; failure: UnformattedFailure } | undefined
  settings: Pick<Settings, 'undoSeconds'>
  clock: Pick<Clock, 'now'>
}

/** How many skipped tokens and tokens to revoke a preview shows. */
const sampled = 10
/** Days within which a use counts as recent. */
const recentDays = 30
/** How many rows are read at a time. */
const rowBatchSize = 500

interface SelectedTokens {
  /** Last used first. */
  affected: OwnedCredentialRow[]
  /** By reason. */
  skipped: Map<string, { why: Message; rows: OwnedCredentialRow[] }>
  unknown: number[]
}

/** Finds out which tokens of a selection would be revoked. Sends no requests. */
export async function previewRevocation(
  options: RevocationsOptions,
  selection: TokenSelection,
  state: CredentialsState,
): Promise<RevocationPreview> {
  const { affected, skipped, unknown } = await select(options, selection)
  const now = options.clock.now()
  const excess = affected.length > 0 ? options.room(affected.length) : undefined
  const groups = [...skipped.values()].map(({ why, rows }) => ({
    why: textOf(why),
    count: rows.length,
    sample: rows.slice(0, sampled).map(({ id, title, username }) => ({ id, title, username })),
  }))
  if (unknown.length > 0) groups.push(unknownGroup(unknown))
  return {
    total: affected.length + groups.reduce((sum, { count }) => sum + count, 0),
    affectedCount: affected.length,
    owners: new Set(affected.map(({ user }) => user)).size,
    usedRecently: affected.filter(
      ({ last_used_at: used }) => used !== null && !isDaysAgo(used, recentDays, now),
    ).length,
    sample: affected.slice(0, sampled).map((row) => toInstanceCredential(row, options.ownTokens)),
    skipped: groups.toSorted((a, b) => b.count - a.count),
    ...(excess && { ceiling: { left: excess.left, failure: formatFailure(excess.failure) } }),
    state,
  }
}

/** One page of the tokens that would be revoked. */
export async function revocationPage(
  options: RevocationsOptions,
  selection: TokenSelection,
  { offset, limit }: { offset: number; limit: number },
) {
  const { affected } = await select(options, selection)
  const page = affected.slice(offset, offset + limit)
  return {
    items: page.map((row) => toInstanceCredential(row, options.ownTokens)),
    total: affected.length,
  }
}

export interface NewRevocation {
  selection: TokenSelection
  affectedCount: number
  reason?: string | undefined
  spread?: true | undefined
}

/** Queues a run. Throws if the preview is outdated, or if a ceiling stops it. */
export async function startRevocation(
  options: RevocationsOptions,
  { selection, affectedCount, reason, spread }: NewRevocation,
): Promise<JobSummary> {
  options.jobs.runner.assertWritable()
  const { affected } = await select(options, selection)
  if (affected.length !== affectedCount) {
    throw createFailureError('credentials.previewOutdated', {
      count: affected.length,
      expected: affectedCount,
    })
  }
  const isUnusedOnly = isOfUnused(selection)
  const items = affected.map((row) => toItem(row, isUnusedOnly))
  return queue(options, items, { reason, spread })
}

/** Queues the revocation of a single token that was selected by hand, which exceptions don't stop. */
export async function startSingleRevocation(
  options: Omit<RevocationsOptions, 'credentials'>,
  target: RevocationItem['target'],
  token: Omit<TokenToRevoke, 'byHand'>,
): Promise<JobSummary> {
  const { jobs, ownTokens } = options
  jobs.runner.assertWritable()
  if (ownTokens.has(token.token)) throw createFailureError('tokens.latchkeys')
  if (queuedTokens(jobs).has(token.token)) throw createFailureError('credentials.skippedQueued')
  return queue(options, [newItem(target, { ...token, byHand: true })], {})
}

async function queue(
  { account, jobs, runs, actor, clock, room, settings }: Omit<RevocationsOptions, 'credentials'>,
  items: readonly ReturnType<typeof newItem>[],
  { reason, spread }: Pick<NewRevocation, 'reason' | 'spread'>,
): Promise<JobSummary> {
  const excess = spread ? undefined : room(items.length)
  // guard: revocation-over-ceiling
  if (excess) throw new FailureError(excess.failure)
  const store = new JobStore<RevocationItem>(jobs.sql, revocationName)
  const created = clock.now()
  const job = persist(() =>
    store.insertJob({
      parameters: { ...(spread && { spread }) },
      actor,
      ...(reason !== undefined && { reason }),
      created,
      total: items.length,
      users: new Set(items.map(({ target }) => target.id)).size,
    }),
  )
  try {
    for (let from = 0; from < items.length; from += changeBatchSize) {
      if (from > 0) await yieldToEventLoop()
      const batch = items.slice(from, from + changeBatchSize)
      const state = store.isPreparing(job) ? undefined : ('cancelled' as const)
      persist(() =>
        store.sql.transaction(() => {
          for (const item of batch)
            store.insert({ ...item, job, reason, note: false, lifetimeMs, state }, created)
        }),
      )
    }
  } catch (error) {
    persist(() => store.removeJob(job))
    throw error
  }
  const starts = clock.now() + settings.undoSeconds * 1000
  jobs.runner.change(() => store.startJob(job, starts, false))
  return runs.get(account, job)
}

function toItem(row: OwnedCredentialRow, isUnusedOnly: boolean) {
  const { id, user, username, name, owner_state: state, title, scopes } = row
  const target = { id: user!, username: username ?? '', name: name ?? '', ...(state && { state }) }
  return newItem(target, {
    token: id,
    title,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    scopes,
    ...(isUnusedOnly && { onlyIfUnused: true }),
  })
}

function newItem(target: RevocationItem['target'], parameters: TokenToRevoke) {
  return {
    action: 'revoke_personal_access_tokens',
    irreversible: 'yes' as const,
    target,
    parameters,
  }
}

/** Whether a selection consists of unused tokens, so that one that was used since isn't meant. */
function isOfUnused(selection: TokenSelection): boolean {
  return (
    selection.kind === 'matching' &&
    selection.filters.some((filter) => filter === 'unused' || filter === 'neverUsed')
  )
}

async function select(
  { credentials, jobs, ownTokens, exceptionOf }: RevocationsOptions,
  selection: TokenSelection,
): Promise<SelectedTokens> {
  const except = new Set(selection.kind === 'matching' ? selection.except : [])
  const ids =
    selection.kind === 'tokens'
      ? [...new Set(selection.ids)]
      : credentials.tokenIds(selection).filter((id) => !except.has(id))
  const queued = queuedTokens(jobs)
  const affected: OwnedCredentialRow[] = []
  const skipped: SelectedTokens['skipped'] = new Map()
  const skip = (why: Message, row: OwnedCredentialRow) => {
    const key = JSON.stringify(why)
    const group = skipped.get(key) ?? { why, rows: [] }
    skipped.set(key, group)
    group.rows.push(row)
  }
  const unknown = new Set(ids)
  for (let from = 0; from < ids.length; from += rowBatchSize) {
    const numbers = ids.slice(from, from + rowBatchSize).map((id) => credentialNumber('token', id))
    for (const row of credentials.rows(numbers)) {
      unknown.delete(row.id)
      const why = objectionTo(row, { ownTokens, queued, exceptionOf })
      if (why) skip(why, row)
      else affected.push(row)
    }
    await yieldToEventLoop()
  }
  const lastUse = ({ last_used_at: used }: OwnedCredentialRow) => used ?? ''
  affected.sort((a, b) =>
    lastUse(a) < lastUse(b) ? 1 : lastUse(a) > lastUse(b) ? -1 : a.id - b.id,
  )
  return { affected, skipped, unknown: [...unknown] }
}

/** Why a token is skipped. */
function objectionTo(
  { id, user, active, revoked }: OwnedCredentialRow,
  {
    ownTokens,
    queued,
    exceptionOf,
  }: Pick<RevocationsOptions, 'ownTokens' | 'exceptionOf'> & { queued: ReadonlySet<number> },
): Message | undefined {
  if (ownTokens.has(id)) return message('credentials.skippedLatchkeys')
  if (revoked === 1 || active === 0) return message('credentials.skippedInactive')
  if (queued.has(id)) return message('credentials.skippedQueued')
  return user === null ? message('credentials.skippedUnknown') : exceptionOf(user)
}

function unknownGroup(ids: readonly number[]) {
  return {
    why: textOf(message('credentials.skippedUnknown')),
    count: ids.length,
    sample: ids.slice(0, sampled).map((id) => ({ id, title: `#${id}`, username: null })),
  }
}

/** The tokens that are about to be revoked. */
function queuedTokens({ sql }: Pick<AccountJobs, 'sql'>): ReadonlySet<number> {
  const rows = sql.all<{ token: number }>(
    `SELECT ${jsonSql('parameters', '$.token')} AS token FROM items WHERE kind = ? AND state IN ${openStatesSql}`,
    revocationName,
  )
  return new Set(rows.map(({ token }) => Number(token)))
}

/** How the screens for runs show revocations. */
export const revocationScreen: Omit<JobScreen, 'retry'> = {
  nameOf: ({ total }): Message => message('credentials.run', { count: total }),
  irreversible: () => 'revoke_personal_access_tokens',
  detailsOf: ({ parameters }) => ({ remark: StoredToken.safeParse(parameters).data?.title }),
  columns: {
    token_id: ({ parameters }) => StoredToken.safeParse(parameters).data?.token,
    token: ({ parameters }) => StoredToken.safeParse(parameters).data?.title,
    scopes: ({ parameters }) => StoredToken.safeParse(parameters).data?.scopes ?? undefined,
    last_used_at: ({ parameters }) =>
      StoredToken.safeParse(parameters).data?.last_used_at ?? undefined,
  },
}
