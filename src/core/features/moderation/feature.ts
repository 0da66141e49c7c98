import { isUnreachable } from '../../gitlab/connectivity/connectivity.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import type { AccountService } from '../../gitlab/gitlab-client.ts'
import type { Selection } from '../../../shared/operations/directory.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import type { UserDirectory } from './ports.ts'
import { OwnPlansFile, OwnPlansStore } from './plans/own-plans.ts'
import { queueError } from './persist.ts'
import { ModerationQueues } from './queues.ts'

interface Needs {
  /** The users whom an onboarding run created. */
  createdBy(account: string, onboardingRun: number): ReadonlySet<number>
  people: UserDirectory & { prepare(me: AccountService, selection: Selection): Promise<unknown> }
}

export interface ModerationFeature extends Feature<'bulk' | 'plans' | 'queue'> {
  queues: ModerationQueues
}

const dayMs = 24 * 60 * 60_000

/** The queue of an administrator's actions, one by one and in bulk. */
export function moderationFeature(
  context: AccountContext,
  { people, createdBy }: Needs,
): ModerationFeature {
  const { accounts, clock, documents, events, folders, hooks, inFolder } = context
  const { log, refresh, service, settings, viewed } = context
  const queues = new ModerationQueues({
    pathOf: (id) => folders.path(id, accountFiles.queue),
    auditLogs: inFolder('audit'),
    accounts: { ids: () => accounts.ids(), account: (id) => accounts.account(id), refresh },
    service,
    people,
    viewed,
    settings: () => settings.read(),
    throttle: context.throttle,
    isUnreachable: (id) => isUnreachable(context.connectivity.get(id).state),
    clock,
    emit: (event) => events.emit('queue', event),
    log,
  })
  queues.openAll()
  events.on('accounts', () => queues.accountsChanged())
  events.on('settings', () => queues.wake())
  hooks.accessChanged.subscribe((id, reason) => queues.ifOpen(id)?.hold(reason))
  hooks.tokenReplaced.subscribe((id) => queues.ifOpen(id)?.tryNow())
  hooks.retry.subscribe((id) => queues.ifOpen(id)?.tryNow())
  queues.prune()
  const endHousekeeping = clock.every(dayMs, () => queues.prune())
  queues.start()

  const plans = new OwnPlansStore(documents.define(accountFiles.plans, OwnPlansFile))
  const queueOf = ({ account }: AccountService) => queues.of(account)
  return {
    queues,
    handlers: {
      bulk: {
        async preview(request, me) {
          await people.prepare(me, request.selection)
          return queueOf(me).bulk.preview(request)
        },
        async previewUsers(request, me) {
          await people.prepare(me, request.selection)
          return queueOf(me).bulk.previewUsers(request)
        },
        async start(request, me) {
          assertUndoes(request, (run) => createdBy(me.account, run))
          await people.prepare(me, request.selection)
          return queueOf(me).bulk.start(request)
        },
        list: (_, me) => queueOf(me).bulk.list(),
        get: ({ run }, me) => queueOf(me).bulk.get(run),
        pause: ({ run }, me) => queueOf(me).bulk.pause(run),
        resume: ({ run }, me) => queueOf(me).bulk.resume(run),
        cancel: ({ run }, me) => queueOf(me).bulk.cancel(run),
        retry: ({ run }, me) => queueOf(me).bulk.retry(run),
        reversal: ({ run }, me) => queueOf(me).bulk.reversal(run),
        remaining: ({ run }, me) => queueOf(me).bulk.remaining(run),
        report: ({ run, format }, me) => queueOf(me).bulk.report(run, format),
      },
      plans: {
        list: (_, { account }) => plans.list(account),
        save: (request, { account }) => plans.save(account, request),
        remove: ({ id }, { account }) => plans.remove(account, id),
        export: ({ id }, { account }) => plans.export(account, id),
        import: ({ text }, { account }) => plans.import(account, text),
      },
      queue: {
        enqueue: (request, me) => queueOf(me).enqueue(request),
        get: ({ id }, me) => queueOf(me).get(id),
        list: (request, me) => queueOf(me).list(request),
        summary: (_, me) => queueOf(me).summary(),
        cancel: ({ ids }, me) => queueOf(me).cancel(ids),
        sendNow: ({ ids }, me) => queueOf(me).sendNow(ids),
        retry: ({ ids }, me) => queueOf(me).retry(ids),
        cancelAll: (_, me) => queueOf(me).cancelAll(),
        edit: ({ id, reason, note }, me) => queueOf(me).edit(id, { reason, note }),
        postpone: ({ id, isEditing }, me) => queueOf(me).postpone(id, isEditing),
        move: ({ id, to }, me) => queueOf(me).move(id, to),
        sendAllNow: (_, me) => queueOf(me).sendAllNow(),
        decide: ({ id, decision }, me) => queueOf(me).decide(id, decision),
        conflictKinds: ({ run }, me) => queueOf(me).conflictKinds(run),
        decideAll: (request, me) => queueOf(me).decideAll(request),
        pause: (_, me) => queueOf(me).pause(),
        resume: (_, me) => queueOf(me).resume(),
        release: (_, me) => queueOf(me).release(),
      },
    },
    // Signing out closes the queue last, because its database holds the audit log.
    forgetAccount: 'remembers nothing',
    async close() {
      endHousekeeping()
      await queues.close()
    },
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
