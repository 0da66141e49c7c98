import { createFailureError } from '../../platform/failures.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { UserDependents } from '../../../shared/operations/dependents.ts'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { QueueSummary } from '../../../shared/operations/queue.ts'
import { accountExportName } from '../../../shared/rules/export-name.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { AccountJobs, Jobs } from '../../jobs/jobs.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { featureRefusal } from '../../policy/disabled-features.ts'
import { moderationKind, moderationScreen } from './moderation-kind.ts'
import { OwnPlansFile, OwnPlansStore } from './plans/own-plans.ts'
import type { UserDirectory } from './ports.ts'
import { ModerationQueue } from './queue.ts'

interface Dependencies {
  jobs: Jobs
  runs: BackgroundJobs
  /** What is known to depend on a user. */
  dependentsOf(account: string, user: number): UserDependents | undefined
  /** The users that an onboarding run created. */
  createdBy(account: string, onboardingRun: number): ReadonlySet<number>
  directory: UserDirectory & {
    prepare(gitlab: GitLabClient, selection: Selection): Promise<unknown>
  }
}

export interface ModerationFeature extends Feature<'bulk' | 'plans' | 'queue'> {
  /** The account's queue. Throws if the account doesn't exist or its file can't be opened. */
  queueOf(account: string): ModerationQueue
  /** Undefined if the file couldn't be opened. That must affect only the queue. */
  queueIfOpen(account: string): ModerationQueue | undefined
  summary(account: string): QueueSummary | undefined
}

/** Queues administrator actions, individually and in bulk. */
export function moderationFeature(
  context: AccountContext,
  { jobs, runs, directory, createdBy, dependentsOf }: Dependencies,
): ModerationFeature {
  const {
    accounts,
    ceilings,
    clock,
    exceptions,
    documents,
    log,
    policy,
    settings,
    throttle,
    viewed,
  } = context
  const exceptionOf = (account: string, user: number) =>
    exceptions.reasonFor(accounts.account(account).baseUrl, user)
  const queues = new WeakMap<AccountJobs, ModerationQueue>()
  const openQueue = (account: string, own: AccountJobs) => {
    const queue =
      queues.get(own) ??
      new ModerationQueue({
        account,
        accounts,
        jobs: own,
        runs,
        directory,
        settings: () => settings.read(),
        exceptionOf: (user) => exceptionOf(account, user),
        dependentsOf: (user) => dependentsOf(account, user),
        room(action, wanted, target) {
          const instance = accounts.account(account).baseUrl
          return ceilings.excessOf(instance, action, {
            wanted,
            aheadOf: () => jobs.usersAhead(instance, action),
            ...(target !== undefined && { target: String(target) }),
          })
        },
        throttle: throttle(account),
        clock,
        log,
      })
    queues.set(own, queue)
    return queue
  }
  const queueOf = (account: string) => openQueue(account, jobs.of(account))
  const queueIfOpen = (account: string) => {
    const openJobs = jobs.ifOpen(account)
    return openJobs && openQueue(account, openJobs)
  }
  const mayActAs = () => featureRefusal(policy, 'sudo') === undefined
  const kind = moderationKind({ directory, viewed, exceptionOf, mayActAs, clock })
  jobs.register(kind, moderationScreen({ bulkOf: (account) => queueOf(account).bulk }))

  const plans = new OwnPlansStore(documents.define(accountFiles.plans, OwnPlansFile))
  const clientQueue = ({ account }: GitLabClient) => queueOf(account)
  return {
    queueOf,
    queueIfOpen,
    summary: (account) => queueIfOpen(account)?.summary(),
    handlers: {
      bulk: {
        async preview(request, gitlab) {
          await directory.prepare(gitlab, request.selection)
          return clientQueue(gitlab).bulk.preview(request)
        },
        async previewUsers(request, gitlab) {
          await directory.prepare(gitlab, request.selection)
          return clientQueue(gitlab).bulk.previewUsers(request)
        },
        async stepObjects(request, gitlab) {
          await directory.prepare(gitlab, request.selection)
          return clientQueue(gitlab).bulk.stepObjects(request, gitlab)
        },
        async start(request, gitlab) {
          assertUndoes(request, (run) => createdBy(gitlab.account, run))
          await directory.prepare(gitlab, request.selection)
          if (request.whole) await directory.prepare(gitlab, request.whole)
          return clientQueue(gitlab).bulk.start(request)
        },
        reversal: ({ run }, gitlab) => clientQueue(gitlab).bulk.reversal(run),
        async remaining({ run }, gitlab) {
          const rest = clientQueue(gitlab).bulk.rest(run)
          if (rest) await directory.prepare(gitlab, rest.selection)
          return clientQueue(gitlab).bulk.remaining(run)
        },
      },
      plans: {
        list: (_, { account }) => plans.list(account),
        save: (request, { account }) => plans.save(account, request),
        remove: ({ id }, { account }) => plans.remove(account, id),
        export({ id }, { account }) {
          const { name, text } = plans.export(account, id)
          const kind = name.replace(/[^\p{L}\p{N}]+/gu, '-')
          const filename = accountExportName(kind, accounts.account(account), clock.now())
          return { filename: `${filename}.plan.json`, text }
        },
        import: ({ text }, { account }) => plans.import(account, text),
      },
      queue: {
        enqueue: (request, gitlab) => clientQueue(gitlab).enqueue(request),
        get: ({ id }, gitlab) => clientQueue(gitlab).get(id),
        list: (request, gitlab) => clientQueue(gitlab).list(request),
        summary: (_, gitlab) => clientQueue(gitlab).summary(),
        cancel: ({ ids }, gitlab) => clientQueue(gitlab).cancel(ids),
        sendNow: ({ ids }, gitlab) => clientQueue(gitlab).sendNow(ids),
        retry: ({ ids }, gitlab) => clientQueue(gitlab).retry(ids),
        cancelAll: ({ onlyHeld }, gitlab) => clientQueue(gitlab).cancelAll(onlyHeld),
        edit: ({ id, reason, note }, gitlab) => clientQueue(gitlab).edit(id, { reason, note }),
        postpone: ({ id, isEditing }, gitlab) => clientQueue(gitlab).postpone(id, isEditing),
        move: ({ id, to }, gitlab) => clientQueue(gitlab).move(id, to),
        sendAllNow: (_, gitlab) => clientQueue(gitlab).sendAllNow(),
        decide: ({ id, decision }, gitlab) => clientQueue(gitlab).decide(id, decision),
        conflictKinds: ({ run }, gitlab) => clientQueue(gitlab).conflictKinds(run),
        decideAll: (request, gitlab) => clientQueue(gitlab).decideAll(request),
        release: (_, gitlab) => clientQueue(gitlab).release(),
      },
    },
    forgetAccount: 'remembers nothing',
    close: () => kind.close(),
  }
}

/** Guarantee: undoing an onboarding run deletes only users that it created. */
function assertUndoes(
  { undoes, selection }: { undoes?: number; selection: Selection },
  createdBy: (run: number) => ReadonlySet<number>,
): void {
  if (undoes === undefined) return
  const created = createdBy(undoes)
  if (selection.kind === 'users' && selection.ids.every((id) => created.has(id))) return
  throw createFailureError('queue.notOfRun')
}
