import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { DirectoryChange } from '../../../shared/operations/directory.ts'
import {
  type DirectoryChangeKind,
  directoryChangeKinds,
} from '../../../shared/rules/directory-changes.ts'
import { isDeletion, moderationActions } from '../../../shared/rules/moderation.ts'
import { createActions } from '../../audit-log/audit-log.ts'
import { toCsv } from '../../platform/files/csv.ts'
import type { AccountDirectory } from './account-directory.ts'
import type { Directory } from './directory.ts'

/** The audit log of what an account did on this computer. */
export interface OwnAuditLog {
  /** Actions on these users since a time (ms since 1970), oldest first. */
  doneTo(users: readonly number[], since: number): AuditLogEntry[]
  /** The IDs of created users. */
  created(): number[]
}

/** How long (ms) it may take to notice a change. The daily full sync notices whatever isn't noticed immediately. */
const maxNoticeMs = 24 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000
/**
 * How long (ms) after a change is noticed its audit log entry may be written, because the outcome is verified first.
 */
const maxEntryDelayMs = 10 * 60 * 1000

interface ChangesFilter {
  /** All kinds if empty. */
  kinds: readonly DirectoryChangeKind[]
  /** Only changes noticed within this many days. */
  days?: number | undefined
  /** Only changes that weren't made on this computer. */
  isByOthers: boolean
}

interface ChangesContext {
  directory: Directory
  account: string
  auditLog: OwnAuditLog | undefined
  /** Milliseconds since 1970. */
  now: number
}

/** One page of changes to users. Marks those made on this computer. */
export function listChanges(
  { directory, account, auditLog, now }: ChangesContext,
  { kinds, days, isByOthers, offset, limit }: ChangesFilter & { offset: number; limit: number },
) {
  return directory.copies.use(account, (copy) => {
    const { items: all, ...page } = copy.changes()
    const from = days === undefined ? -Infinity : now - days * dayMs
    const recent = all.filter(({ at }) => at >= from)
    const byAuthor = isByOthers
      ? withOwnMarked(copy, recent, auditLog).filter(({ isOwn }) => !isOwn)
      : recent
    const matching =
      kinds.length > 0 ? byAuthor.filter(({ kind }) => kinds.includes(kind)) : byAuthor
    const items = matching.slice(offset, offset + limit)
    return {
      ...page,
      items: isByOthers ? items : withOwnMarked(copy, items, auditLog),
      total: matching.length,
      counts: countKinds(byAuthor),
    }
  })
}

/** All matching changes, for spreadsheets. */
export function exportChanges(context: ChangesContext, filter: ChangesFilter): string {
  const { items } = listChanges(context, { ...filter, offset: 0, limit: Infinity })
  const rows = items.map(({ at, id, username, kind, before = '', after = '', isOwn = false }) => [
    new Date(at).toISOString(),
    String(id),
    username,
    kind,
    before,
    after,
    String(isOwn),
  ])
  const columns = ['noticed_at', 'id', 'username', 'change', 'before', 'after', 'made_here']
  return toCsv([columns, ...rows])
}

function countKinds(changes: readonly DirectoryChange[]) {
  const counts = Object.fromEntries(directoryChangeKinds.map((kind) => [kind, 0]))
  for (const { kind } of changes) counts[kind]! += 1
  return counts as Record<DirectoryChangeKind, number>
}

function withOwnMarked(
  copy: AccountDirectory,
  changes: readonly DirectoryChange[],
  auditLog: OwnAuditLog | undefined,
): DirectoryChange[] {
  if (!auditLog || changes.length === 0) return [...changes]
  const own = ownAmong(changes, (ids) => copy.changesOf(ids), auditLog)
  return changes.map((change) => (own.has(change) ? { ...change, isOwn: true as const } : change))
}

/** Those of the changes that were made on this computer. */
export function ownAmong(
  changes: readonly DirectoryChange[],
  /** All changes to these users, oldest first. */
  changesOf: (ids: readonly number[]) => DirectoryChange[],
  auditLog: OwnAuditLog,
): ReadonlySet<DirectoryChange> {
  const ids = [...new Set(changes.map(({ id }) => id))]
  const oldest = changes.reduce((least, { at }) => Math.min(least, at), Infinity)
  const ownChanges = findOwnChanges(changesOf(ids), auditLog.doneTo(ids, oldest - maxNoticeMs))
  const keyOf = ({ id, kind, at }: DirectoryChange) => `${id} ${kind} ${at}`
  const keys = new Set([...ownChanges].map(keyOf))
  return new Set(changes.filter((change) => keys.has(keyOf(change))))
}

/**
 * The changes that audit log entries explain. An entry explains the first matching change of each kind, so that the
 * same change by someone else later isn't attributed to it. Both lists are sorted oldest first.
 */
export function findOwnChanges(
  changes: readonly DirectoryChange[],
  entries: readonly AuditLogEntry[],
): ReadonlySet<DirectoryChange> {
  const ownMatches = new Set<DirectoryChange>()
  const changesOf = Map.groupBy(changes, ({ id }) => id)
  for (const entry of entries) {
    const effects = (changesOf.get(entry.target?.id ?? -1) ?? []).filter(
      (change) =>
        !ownMatches.has(change) &&
        change.at >= entry.at - maxEntryDelayMs &&
        change.at <= entry.at + maxNoticeMs &&
        isEffect(change, entry),
    )
    const kindOf = ({ kind }: DirectoryChange) => (kind === 'returned' ? 'state' : kind)
    for (const [first] of Map.groupBy(effects, kindOf).values()) if (first) ownMatches.add(first)
  }
  return ownMatches
}

const deletions: readonly string[] = ['users.remove', ...moderationActions.filter(isDeletion)]

/** Whether an entry's action has this kind of change as an effect. */
function isEffect(change: DirectoryChange, entry: AuditLogEntry): boolean {
  if (change.id !== entry.target?.id) return false
  const isCreated = createActions.includes(entry.action)
  const sets = (name: string, value: boolean) =>
    entry.changes.some(({ field, after }) => field === name && after === value)
  switch (change.kind) {
    case 'new':
      return isCreated
    case 'deleted':
      return deletions.includes(entry.action)
    case 'newAdmin':
      return isCreated || sets('admin', true)
    case 'noAdmin':
      return sets('admin', false)
    case 'newExternal':
      return isCreated || sets('external', true)
    case 'twoFactorOff':
      return entry.action === 'disable_two_factor'
    case 'returned':
    case 'state':
      return entry.before !== entry.after && entry.after === change.after
  }
}
