import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { DirectoryChange } from '../../../shared/operations/directory.ts'
import type { DirectoryChangeKind } from '../../../shared/rules/directory-changes.ts'
import { isDeletion, moderationActions } from '../../../shared/rules/moderation.ts'
import { createActions } from '../../audit-log/audit-log.ts'
import type { Directory } from './directory.ts'

/** What an account did from this computer. */
export interface OwnAuditLog {
  /** What was done to these users since a time (ms since 1970), oldest first. */
  doneTo(users: readonly number[], since: number): AuditLogEntry[]
  /** The users who were created. */
  created(): number[]
}

/** A change is noticed at once or by the next full sync, which runs daily. */
const maxNoticeMs = 24 * 60 * 60 * 1000
/** How long after the change is noticed an entry may be written, because the outcome was looked up first. */
const maxEntryDelayMs = 10 * 60 * 1000

interface ChangesQuery {
  kinds: readonly DirectoryChangeKind[]
  offset: number
  limit: number
}

/** One page of user changes, with those made from here marked. */
export function listChanges(
  directory: Directory,
  account: string,
  { kinds, offset, limit }: ChangesQuery,
  auditLog: OwnAuditLog | undefined,
) {
  return directory.copies.use(account, (own) => {
    const page = own.changes(kinds, offset, limit)
    if (!auditLog || page.items.length === 0) return page
    const ids = [...new Set(page.items.map(({ id }) => id))]
    const since = Math.min(...page.items.map(({ at }) => at)) - maxNoticeMs
    const ownChanges = findOwnChanges(own.changesOf(ids), auditLog.doneTo(ids, since))
    const keyOf = ({ id, kind, at }: DirectoryChange) => `${id} ${kind} ${at}`
    const keys = new Set([...ownChanges].map(keyOf))
    const items = page.items.map((change) =>
      keys.has(keyOf(change)) ? { ...change, isOwn: true as const } : change,
    )
    return { ...page, items }
  })
}

/**
 * The changes that audit log entries explain. An entry explains one change of each kind, the first that fits, so that the same
 * change by someone else later doesn't count. Both lists are sorted oldest first.
 */
export function findOwnChanges(
  changes: readonly DirectoryChange[],
  entries: readonly AuditLogEntry[],
): ReadonlySet<DirectoryChange> {
  const own = new Set<DirectoryChange>()
  for (const entry of entries) {
    const effects = changes.filter(
      (change) =>
        !own.has(change) &&
        change.at >= entry.at - maxEntryDelayMs &&
        change.at <= entry.at + maxNoticeMs &&
        isEffect(change, entry),
    )
    const kindOf = ({ kind }: DirectoryChange) => (kind === 'returned' ? 'state' : kind)
    for (const [first] of Map.groupBy(effects, kindOf).values()) if (first) own.add(first)
  }
  return own
}

const deletions: readonly string[] = ['users.remove', ...moderationActions.filter(isDeletion)]

/** Whether an entry's action has this kind of change as its effect. */
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
