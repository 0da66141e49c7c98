import type { AuditLog } from '../../audit-log/audit-log.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import type { AnyEndpoint } from '../../../shared/gitlab/endpoint.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { DirectoryFile } from './directory-file.ts'
import { Directory, type DirectoryPorts } from './directory.ts'
import { type OwnAuditLog, listChanges } from './own-changes.ts'
import { sweepSpam } from './sweep-spam.ts'
import { SpamMarksFile, markUsers, marksOf } from './spam-marks.ts'
import { DirectoryViews, ViewsFile } from './views.ts'

export interface DirectoryFeature extends Feature<'directory'> {
  directory: Directory
}

interface Needs extends Pick<DirectoryPorts, 'beingDeleted' | 'pendingOf'> {
  /** Undefined where its file could not be opened. */
  auditLogIfOpen(account: string): AuditLog | undefined
}

/** The local copy of all users, and searching it. */
export function directoryFeature(
  context: AccountContext,
  { auditLogIfOpen, ...needs }: Needs,
): DirectoryFeature {
  const { accounts, seenUsers, clock, documents, events, folders, hooks, log, refresh, viewed } =
    context
  const directory = new Directory({
    ...needs,
    accounts: () => accounts.ids(),
    fileOf: (account) =>
      new DirectoryFile({ path: folders.path(account, accountFiles.directory), log }),
    refresh,
    pictures: seenUsers,
    viewed,
    emit: (event) => events.emit('directory', event),
    clock,
    log,
  })
  hooks.answered.subscribe((account, row, answer) => {
    const user = findUser(row, answer)
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
  /** Who is left out of a sweep. */
  const marks = (account: string, areShown?: boolean) => ({
    ...marksOf(spamMarks(account), areShown),
    created: ownAuditLog(account)?.created() ?? [],
  })
  const views = new DirectoryViews(documents.define(accountFiles.views, ViewsFile))
  return {
    directory,
    handlers: {
      directory: {
        search: (query, me) => directory.search(me, query),
        count: ({ filters }, me) => directory.count(me, filters),
        neighbours: (query, me) => directory.neighbours(me, query),
        activities: (since, me) => directory.activities(me, since),
        person: ({ id }, me) => directory.entryWithAge(me.account, id),
        state: (_, me) => directory.state(me.account),
        read: (options, me) => directory.read(me, options),
        update: (_, me) => directory.update(me),
        stop: (_, me) => directory.stop(me.account),
        export: (query, me) => directory.export(me, query),
        changes: async (query, me) =>
          listChanges(directory, me.account, query, ownAuditLog(me.account)),
        spamSweep: async ({ areMarkedShown, ...query }, me) =>
          sweepSpam(directory, me.account, query, marks(me.account, areMarkedShown)),
        spamCandidates: async (query, me) =>
          directory.copies.use(me.account, (own) => own.spamSweep.ids(query, marks(me.account))),
        markSpam: async ({ ids, isSpam }, me) => markUsers(spamMarks(me.account), ids, !isSpam),
        views: (_, me) => views.list(me.account),
        saveView: (view, me) => views.save(me.account, view),
        removeView: ({ id }, me) => views.remove(me.account, id),
      },
    },
    forgetAccount: (id) => directory.forget(id),
    close: () => directory.close(),
  }
}

const userRows = new Set<AnyEndpoint>([users.get, users.create, users.modify])

/** The user in an answer, with the fields for administrators; undefined for other answers. */
function findUser(row: AnyEndpoint, answer: unknown): AdminListUser | undefined {
  return userRows.has(row) ? (answer as AdminListUser) : undefined
}
