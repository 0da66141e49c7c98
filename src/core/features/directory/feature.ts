import type { AuditLog } from '../../audit-log/audit-log.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import type { AnyEndpoint } from '../../../shared/gitlab/endpoint.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { accountExportName } from '../../../shared/rules/export-name.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { directoryFile } from './directory-kind.ts'
import { Directory, type DirectoryOptions } from './directory.ts'
import { type OwnAuditLog, exportChanges, listChanges, ownAmong } from './own-changes.ts'
import type { SpamReason } from '../../../shared/rules/spam.ts'
import type { SpamFilter, SpamMarks } from './spam-sweep.ts'
import { z } from 'zod'
import { ViewsFile, viewHandlers } from './views.ts'

/** The IDs of users marked “Not spam”. They have their own file, because clearing the cache must not delete them. */
const SpamMarksFile = z.object({ notSpam: z.array(z.int()).default([]) })

export interface DirectoryFeature extends Feature<'directory'> {
  directory: Directory
}

interface Dependencies extends Pick<DirectoryOptions, 'beingDeleted' | 'pendingOf'> {
  /** Undefined if the file couldn't be opened. */
  auditLogIfOpen(account: string): AuditLog | undefined
}

/** Keeps a local copy of all users and searches it. */
export function directoryFeature(
  context: AccountContext,
  { auditLogIfOpen, ...needs }: Dependencies,
): DirectoryFeature {
  const { accounts, seenUsers, clock, documents, events, folders, hooks, log, refresh, viewed } =
    context
  const { worker } = context.ports
  const directory = new Directory({
    ...needs,
    accounts: () => accounts.ids(),
    fileOf: (account) =>
      directoryFile({
        path: folders.path(account, accountFiles.directory),
        worker,
        log,
      }),
    refresh,
    ownAmong(account, changes, changesOf) {
      const auditLog = ownAuditLog(account)
      return auditLog ? ownAmong(changes, changesOf, auditLog) : new Set()
    },
    pictures: seenUsers,
    viewed,
    emit: (event) => events.emit('directory', event),
    clock,
    log,
  })
  events.on('lock', ({ locked }) => {
    // guard: locked-sync
    if (locked) directory.pause()
  })
  hooks.answered.subscribe((account, endpoint, answer) => {
    const user = findUser(endpoint, answer)
    if (user) directory.patch(account, user)
  })
  const spamMarks = documents.define(accountFiles.spamMarks, SpamMarksFile)
  function ownAuditLog(account: string): OwnAuditLog | undefined {
    const { baseUrl, user } = accounts.account(account)
    const actor = { instance: baseUrl, id: user.id }
    const auditLog = auditLogIfOpen(account)
    return (
      auditLog && {
        doneTo: (users, since) => auditLog.doneTo(actor, users, since),
        created: () => auditLog.created(actor),
      }
    )
  }
  /** The users to exclude from a sweep. */
  const marks = (account: string, areShown = false) => ({
    marked: new Set(spamMarks(account).read().notSpam),
    areShown,
    created: ownAuditLog(account)?.created() ?? [],
  })
  const changesContext = (account: string) => ({
    directory,
    account,
    auditLog: ownAuditLog(account),
    now: clock.now(),
  })
  const nameOf = (kind: string, account: string) =>
    accountExportName(kind, accounts.account(account), clock.now())
  return {
    directory,
    handlers: {
      directory: {
        search: (query, gitlab) => directory.search(gitlab, query),
        count: ({ filters }, gitlab) => directory.count(gitlab, filters),
        neighbours: (query, gitlab) => directory.neighbours(gitlab, query),
        activities: (since, gitlab) => directory.activities(gitlab, since),
        user: ({ id }, gitlab) => directory.entryWithAge(gitlab.account, id),
        state: (_, gitlab) => directory.state(gitlab.account),
        read: (options, gitlab) => directory.read(gitlab, options),
        update: (_, gitlab) => directory.update(gitlab),
        stop: (_, gitlab) => directory.stop(gitlab.account),
        export: async (query, gitlab) => ({
          filename: `${nameOf('users', gitlab.account)}.${query.format}`,
          text: await directory.export(gitlab, query),
        }),
        changes: async (query, gitlab) => listChanges(changesContext(gitlab.account), query),
        exportChanges: async (filter, gitlab) => ({
          filename: `${nameOf('changes', gitlab.account)}.csv`,
          text: exportChanges(changesContext(gitlab.account), filter),
        }),
        spamSweep: async ({ areMarkedShown, ...query }, gitlab) =>
          sweepSpam(directory, gitlab.account, query, marks(gitlab.account, areMarkedShown)),
        spamCandidates: async (query, gitlab) =>
          directory.copies.use(gitlab.account, (own) =>
            own.spamSweep.ids(query, marks(gitlab.account)),
          ),
        markSpam({ ids, isSpam }, { account }) {
          const file = spamMarks(account)
          const changed = new Set(ids)
          const others = file.read().notSpam.filter((id) => !changed.has(id))
          file.write({ notSpam: isSpam ? others : [...others, ...ids] })
          return {}
        },
        ...viewHandlers(documents.define(accountFiles.views, ViewsFile)),
      },
    },
    forgetAccount: (id) => directory.forget(id),
    close: () => directory.close(),
  }
}

const userRows = new Set<AnyEndpoint>([users.get, users.create, users.modify])

/** The user in a response that includes admin fields; undefined for other responses. */
function findUser(endpoint: AnyEndpoint, answer: unknown): AdminListUser | undefined {
  return userRows.has(endpoint) ? (answer as AdminListUser) : undefined
}

/** One page of possible spam users, each with the reasons for suspecting them. */
function sweepSpam(
  directory: Directory,
  account: string,
  { offset, limit, ...filter }: SpamFilter & { offset: number; limit: number },
  marks: SpamMarks,
) {
  const { sweep, rows, unknown, state } = directory.copies.use(account, (own) => {
    const sweep = own.spamSweep.list(filter, marks)
    const ids = sweep.candidates.slice(offset, offset + limit).map(({ id }) => id)
    return { sweep, rows: own.rows(ids), unknown: own.spamSweep.unknown(), state: own.state() }
  })
  const reasonsOf = new Map(sweep.candidates.map(({ id, reasons }) => [id, reasons]))
  const linkOf = new Map(rows.map(({ id, profile_link }) => [id, profile_link]))
  const entries = directory.entries(
    account,
    rows.map(({ id }) => id),
  )
  return {
    items: entries.map((user) => {
      const reasons: SpamReason[] = reasonsOf.get(user.id) ?? []
      const [link, burst] = [linkOf.get(user.id), sweep.bursts.get(user.id)]
      return { user, reasons, ...(link && { link }), ...(burst && { burst }) }
    }),
    total: sweep.candidates.length,
    counts: sweep.counts,
    marked: marks.marked.size,
    unknown,
    state,
  }
}
