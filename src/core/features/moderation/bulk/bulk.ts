import { createFailure, createFailureError } from '../../../platform/failures.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selection } from '../../../../shared/operations/directory.ts'
import type {
  BulkPreview,
  Remaining,
  Reversal,
  StepObjects,
} from '../../../../shared/operations/bulk.ts'
import type { UserDependents } from '../../../../shared/operations/dependents.ts'
import { readUsersLimit } from '../../../../shared/rules/dependents.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../../platform/failure.ts'
import {
  type DirectoryUser,
  isDeletion,
  isOffboarding,
  undatedActions,
  undoSecondsFor,
} from '../../../../shared/rules/moderation.ts'
import { persist } from '../../../jobs/persist.ts'
import { dropUnusedHolds } from '../../../jobs/queue-control.ts'
import { asKnown } from '../../known-dependents.ts'
import { insertAction } from '../action-store.ts'
import { retryAll } from '../changes.ts'
import {
  type PreviewPage,
  type RunTask,
  actionsOf,
  assertReason,
  countUnusual,
  excessOf,
  isLastAdministrator,
  newActions,
  affectedPage,
  restOf,
  selectionWithout,
  previewUsersOf,
  partitionUsers,
  taskOf,
  toBulkPreview,
  actionBatchSize,
} from './bulk-run.ts'
import { assertAnswers, withoutAnswers } from './plan-answers.ts'
import type { BulkOptions, BulkRequest, KnownRun, NewRun } from './ports.ts'
import { reversalOf } from './reversal.ts'
import { type CountOptions, countStepObjects } from './step-objects.ts'

export interface SelectedIds {
  ids: number[]
  skipped: { why: Message; count: number }[]
}

const administrators: Selection = { kind: 'matching', filter: { admins: true }, except: [] }

/**
 * Actions on many users, queued as the items of one job. Works in batches, so that even large runs keep the process
 * responsive.
 */
export class Bulk {
  readonly #options: BulkOptions
  /** Aborts the count for the last preview. */
  #counting: AbortController | undefined
  /** Why a run couldn't be written completely, by run. */
  readonly #failed = new Map<number, UnformattedFailure>()
  /** The run started last. The next one must see its queued actions. */
  #lastStart: Promise<unknown> = Promise.resolve()

  constructor(options: BulkOptions) {
    this.#options = options
  }

  async preview(request: BulkRequest): Promise<BulkPreview> {
    const { account, actor, directory, clock } = this.#options
    const users = await this.#sorted(request)
    const actions = actionsOf(request)
    const excess = excessOf(request, users.stepCounts, this.#options.room)
    return toBulkPreview(users, previewUsersOf(directory, account), {
      ...(excess && { ceiling: { ...excess, failure: formatFailure(excess.failure) } }),
      asOf: directory.asOf(account),
      ...(request.plan && { stepCounts: users.stepCounts }),
      unusual: countUnusual(actions, users.affectedUsers, clock.now()),
      isLastAdministrator: isLastAdministrator(
        actions,
        users.affectedUsers,
        directory.resolve(account, administrators),
        actor().id,
      ),
    })
  }

  /** The users that a run would change, in order, and how many it would skip for each reason. */
  async select(request: BulkRequest): Promise<SelectedIds> {
    const { affectedUsers, skipped } = await this.#sorted(request)
    return {
      ids: affectedUsers.map(({ id }) => id),
      skipped: [...skipped.values()].map(({ why, users }) => ({ why, count: users.length })),
    }
  }

  /** One page of a preview's users. */
  async previewUsers({ kind, offset, limit, ...request }: BulkRequest & PreviewPage) {
    const { account, directory, clock } = this.#options
    const users = await this.#sorted(request)
    const toPreviewUser = previewUsersOf(directory, account)
    const page = { kind, offset, limit }
    return affectedPage(users, toPreviewUser, page, actionsOf(request), clock.now())
  }

  /**
   * Counts the objects that each step would currently remove from the affected users. A new call aborts the previous
   * one.
   */
  async stepObjects(
    request: BulkRequest & { plan: RunPlan },
    gitlab: CountOptions['gitlab'],
  ): Promise<StepObjects[]> {
    const { actor, clock } = this.#options
    this.#counting?.abort()
    const controller = (this.#counting = new AbortController())
    const { affectedUsers } = await this.#sorted(request)
    const ids = affectedUsers.map(({ id }) => id)
    return countStepObjects(actionsOf(request), ids, {
      gitlab,
      actorId: actor().id,
      now: () => clock.now(),
      signal: controller.signal,
    })
  }

  /** Queues a run, which is `preparing` while its actions are being written. Throws if the preview is outdated. */
  async start(request: NewRun): Promise<JobSummary> {
    this.#options.runner.assertWritable()
    const start = this.#lastStart.then(() => this.#begin(request))
    this.#lastStart = start.then(({ written }) => written).catch(() => undefined)
    const { account, runs } = this.#options
    return runs.get(account, (await start).run)
  }

  async #begin(request: NewRun): Promise<{ run: number; written: Promise<void> }> {
    assertReason(request)
    const { affectedUsers, stepCounts } = await this.#sorted(request)
    if (affectedUsers.length !== request.affectedCount) {
      throw createFailureError('queue.previewOutdated', {
        count: affectedUsers.length,
        expected: request.affectedCount,
      })
    }
    const { actor, store, clock, room, runner } = this.#options
    const known = this.#knownOf(request, affectedUsers)
    const { action, plan, undoes, continues, reason, spread } = request
    const rest = await this.#restOf(request, affectedUsers)
    // Nothing else runs between this and the insertion.
    const excess = spread ? undefined : excessOf(request, stepCounts, room)
    // guard: run-over-ceiling
    if (excess) throw new FailureError(excess.failure)
    const users = affectedUsers.length
    const parameters: RunTask = {
      action,
      plan,
      undoes,
      continues,
      users,
      ...(rest && { rest }),
      ...(spread && { spread }),
      ...(known && { known }),
    }
    const knownRun = { ...request, ...(known && { known }) }
    const run = persist(() =>
      store.sql.transaction(() => {
        dropUnusedHolds(store.sql)
        const id = store.insertJob({
          parameters,
          actor: actor().username,
          reason,
          created: clock.now(),
          total: stepCounts.reduce((sum, count) => sum + count, 0),
          users,
        })
        this.#insert(id, knownRun, affectedUsers, 0)
        return id
      }),
    )
    runner.changed()
    return { run, written: this.#insertRest(run, knownRun, affectedUsers) }
  }

  /** What depends on the users of a plan that ends their access. Throws if the answers are about anything else. */
  #knownOf(request: NewRun, affectedUsers: readonly DirectoryUser[]): UserDependents[] | undefined {
    const { actor, clock, dependentsOf } = this.#options
    const { answers } = request.plan ?? {}
    if (!dependentsOf || (!answers && !isOffboarding(actionsOf(request)))) return undefined
    const ids = affectedUsers.slice(0, readUsersLimit).map(({ id }) => id)
    const known = ids.map((id) => asKnown(id, dependentsOf(id), clock.now()))
    assertAnswers(answers ?? [], {
      known,
      users: new Set(affectedUsers.map(({ id }) => id)),
      actorId: actor().id,
    })
    return known
  }

  async #restOf(
    request: NewRun,
    affectedUsers: readonly DirectoryUser[],
  ): Promise<RunTask['rest']> {
    if (!request.whole) return undefined
    const { without } = request
    const selection = selectionWithout(request.whole, affectedUsers)
    const { affectedUsers: others } = await this.#sorted({ ...request, selection })
    return others.length > 0 ? { selection, without, users: others.length } : undefined
  }

  /** Writes a run's remaining actions. Never throws: a run that can't be written completely is canceled. */
  async #insertRest(
    run: number,
    request: KnownRun,
    affectedUsers: readonly DirectoryUser[],
  ): Promise<void> {
    const { store, runner, log } = this.#options
    try {
      const size = actionBatchSize(request)
      for (let from = size; from < affectedUsers.length; from += size) {
        await yieldToEventLoop()
        if (runner.isClosed) return
        store.sql.transaction(() => this.#insert(run, request, affectedUsers, from))
        runner.changed()
      }
    } catch (error) {
      this.#failed.set(run, createFailure('queue.notSaved'))
      log("A bulk run couldn't be written to the queue.", { error })
      await runner.cancelJob(store.kind, run).catch(() => undefined)
    }
  }

  /** Inserts a batch of actions in the open transaction. The last batch lets the run start, unless it was canceled. */
  #insert(
    run: number,
    request: KnownRun,
    affectedUsers: readonly DirectoryUser[],
    from: number,
  ): void {
    const { actor, store, clock, settings } = this.#options
    const now = clock.now()
    const size = actionBatchSize(request)
    const isCancelled = !store.isPreparing(run)
    for (const user of affectedUsers.slice(from, from + size)) {
      for (const row of newActions(request, user, { id: actor().id, now })) {
        insertAction(store, { ...row, job: run }, { now, undoSeconds: 0 }, isCancelled)
      }
    }
    if (from + size < affectedUsers.length) return
    const actions = undatedActions(request)
    const starts = now + undoSecondsFor(actions, settings().undoSeconds) * 1000
    store.startJob(run, starts, actions.some(isDeletion))
  }

  /** Why a run couldn't be written completely. */
  failureOf(run: number): UnformattedFailure | undefined {
    return this.#failed.get(run)
  }

  /** Queues a run's refused actions again. */
  async retry(run: number): Promise<void> {
    const { store, runner, clock, settings } = this.#options
    runner.assertWritable()
    store.job(run)
    const failedUsers = store.sql.all(
      `SELECT id FROM items WHERE job = ? AND state = 'refused' ORDER BY id`,
      run,
    )
    await retryAll(
      store,
      failedUsers.map(({ id }) => Number(id)),
      { now: clock.now(), undoSeconds: settings().undoSeconds },
    )
    runner.changed()
  }

  reversal(run: number): Reversal {
    const { store } = this.#options
    return reversalOf(store.sql, { id: run, ...taskOf(store.job(run)) })
  }

  /** The users that a run left for a follow-up run. */
  rest(run: number): RunTask['rest'] {
    const { store } = this.#options
    const job = store.job(run)
    return restOf(store.sql, job) > 0 ? taskOf(job).rest : undefined
  }

  /**
   * The users whose actions were canceled, including actions not written before the run was canceled, and the users
   * left for a follow-up run.
   */
  async remaining(run: number): Promise<Remaining> {
    await this.#lastStart
    const { store } = this.#options
    const rows = store.sql.all(
      `SELECT target FROM items WHERE job = ? AND state = 'cancelled' GROUP BY target ORDER BY min(id)`,
      run,
    )
    const job = store.job(run)
    const { users: _, continues: __, rest: ___, spread: ____, known: _____, ...task } = taskOf(job)
    const rest = this.rest(run)
    const restUsers = rest ? (await this.#sorted({ ...task, ...rest })).affectedUsers : []
    const ids = new Set([
      ...rows.map(({ target }) => Number(target)),
      ...restUsers.map(({ id }) => id),
    ])
    const { plan } = task
    const withNote = 'SELECT 1 FROM items WHERE job = ? AND note = 1 LIMIT 1'
    return {
      ...task,
      ...(plan && { plan: withoutAnswers(plan) }),
      ids: [...ids],
      ...(rest && { continues: run }),
      reason: job.reason,
      note: store.sql.one(withNote, run) !== undefined,
    }
  }

  #sorted(request: BulkRequest) {
    const { account, actor, store, directory, clock, exceptionOf } = this.#options
    const resolved = directory.resolve(account, request.selection)
    return partitionUsers(store, actor().id, request, resolved, clock.now(), exceptionOf)
  }
}
