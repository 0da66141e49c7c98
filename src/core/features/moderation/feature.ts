import { accountFiles } from '../../accounts/account-folders.ts'
import type { AccountService } from '../../gitlab/gitlab-client.ts'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { QueueSummary } from '../../../shared/operations/queue.ts'
import { message } from '../../../shared/messages/message.ts'
import type { AccountJobs, Jobs } from '../../jobs/jobs.ts'
import { queueError } from '../../jobs/persist.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { moderationKind } from './moderation-kind.ts'
import { OwnPlansFile, OwnPlansStore } from './plans/own-plans.ts'
import type { UserDirectory } from './ports.ts'
import { ModerationQueue } from './queue.ts'

interface Needs {
  jobs: Jobs
  /** The users whom an onboarding run created. */
  createdBy(account: string, onboardingRun: number): ReadonlySet<number>
  people: UserDirectory & { prepare(me: AccountService, selection: Selection): Promise<unknown> }
}

export interface ModerationFeature extends Feature<'bulk' | 'plans' | 'queue'> {
  /** The queue of an account. Throws when there is no such account, or its file can't be opened. */
  queueOf(account: string): ModerationQueue
  /** Undefined where its file could not be opened, which must affect nothing but the queue. */
  queueIfOpen(account: string): ModerationQueue | undefined
  summary(account: string): QueueSummary | undefined
}

/** The queue of an administrator's actions, one by one and in bulk. */
export function moderationFeature(
  context: AccountContext,
  { jobs, people, createdBy }: Needs,
): ModerationFeature {
  const { accounts, clock, documents, events, log, settings, throttle, viewed } = context
  const queues = new WeakMap<AccountJobs, ModerationQueue>()
  const openQueue = (account: string, own: AccountJobs) => {
    const queue =
      queues.get(own) ??
      new ModerationQueue({
        account,
        accounts,
        jobs: own,
        people,
        settings: () => settings.read(),
        throttle: throttle(account),
        clock,
        log,
      })
    queues.set(own, queue)
    return queue
  }
  const queueOf = (account: string) => openQueue(account, jobs.of(account))
  const queueIfOpen = (account: string) => {
    const own = jobs.ifOpen(account)
    return own && openQueue(account, own)
  }
  const kind = moderationKind({
    people,
    viewed,
    clock,
    onChange(account, targets) {
      const summary = queueIfOpen(account)?.summary()
      if (summary) events.emit('queue', { account, summary, targets })
    },
  })
  jobs.register(kind)

  const plans = new OwnPlansStore(documents.define(accountFiles.plans, OwnPlansFile))
  const own = ({ account }: AccountService) => queueOf(account)
  return {
    queueOf,
    queueIfOpen,
    summary: (account) => queueIfOpen(account)?.summary(),
    handlers: {
      bulk: {
        async preview(request, me) {
          await people.prepare(me, request.selection)
          return own(me).bulk.preview(request)
        },
        async previewUsers(request, me) {
          await people.prepare(me, request.selection)
          return own(me).bulk.previewUsers(request)
        },
        async start(request, me) {
          assertUndoes(request, (run) => createdBy(me.account, run))
          await people.prepare(me, request.selection)
          return own(me).bulk.start(request)
        },
        list: (_, me) => own(me).bulk.list(),
        get: ({ run }, me) => own(me).bulk.get(run),
        pause: ({ run }, me) => own(me).bulk.pause(run),
        resume: ({ run }, me) => own(me).bulk.resume(run),
        cancel: ({ run }, me) => own(me).bulk.cancel(run),
        retry: ({ run }, me) => own(me).bulk.retry(run),
        reversal: ({ run }, me) => own(me).bulk.reversal(run),
        remaining: ({ run }, me) => own(me).bulk.remaining(run),
        report: ({ run, format }, me) => own(me).bulk.report(run, format),
      },
      plans: {
        list: (_, { account }) => plans.list(account),
        save: (request, { account }) => plans.save(account, request),
        remove: ({ id }, { account }) => plans.remove(account, id),
        export: ({ id }, { account }) => plans.export(account, id),
        import: ({ text }, { account }) => plans.import(account, text),
      },
      queue: {
        enqueue: (request, me) => own(me).enqueue(request),
        get: ({ id }, me) => own(me).get(id),
        list: (request, me) => own(me).list(request),
        summary: (_, me) => own(me).summary(),
        cancel: ({ ids }, me) => own(me).cancel(ids),
        sendNow: ({ ids }, me) => own(me).sendNow(ids),
        retry: ({ ids }, me) => own(me).retry(ids),
        cancelAll: (_, me) => own(me).cancelAll(),
        edit: ({ id, reason, note }, me) => own(me).edit(id, { reason, note }),
        postpone: ({ id, isEditing }, me) => own(me).postpone(id, isEditing),
        move: ({ id, to }, me) => own(me).move(id, to),
        sendAllNow: (_, me) => own(me).sendAllNow(),
        decide: ({ id, decision }, me) => own(me).decide(id, decision),
        conflictKinds: ({ run }, me) => own(me).conflictKinds(run),
        decideAll: (request, me) => own(me).decideAll(request),
        pause: (_, me) => own(me).pause(),
        resume: (_, me) => own(me).resume(),
        release: (_, me) => own(me).release(),
      },
    },
    forgetAccount: 'remembers nothing',
    close: () => kind.close(),
  }
}

/** Promise: the undo of an onboarding run deletes nobody whom it did not create. */
function assertUndoes(
  { undoes, selection }: { undoes?: number; selection: Selection },
  createdBy: (run: number) => ReadonlySet<number>,
): void {
  if (undoes === undefined) return
  const created = createdBy(undoes)
  if (selection.kind === 'people' && selection.ids.every((id) => created.has(id))) return
  throw queueError('invalid', message('queue.notOfRun'), message('queue.notQueued'))
}
