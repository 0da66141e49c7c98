import { reviewParts } from '../../../../shared/rules/review.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { vi } from 'vitest'
import { openDatabase } from '../../../../sandbox/database/database.ts'
import type { Sandbox, SandboxOptions } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import type { UserDependents } from '../../../../shared/operations/dependents.ts'
import type { DueDate } from '../../../../shared/operations/plans.ts'
import type { QueuedAction } from '../../../../shared/operations/queue.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { Failure } from '../../../../shared/rules/failure.ts'
import { FailureError, formatFailure } from '../../../platform/failure.ts'
import type { QueueEvent } from '../../../../shared/operations/host.ts'
import { type ModerationAction, isDeletion } from '../../../../shared/rules/moderation.ts'
import { user } from '../../../../shared/gitlab/current-user.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'
import { RateLimitPause, Throttle } from '../../../gitlab/throttle.ts'
import { jsonFile } from '../../../platform/files/json-file.ts'
import { ApiClient } from '../../../gitlab/api-client.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { BackgroundJobs } from '../../../jobs/background-jobs.ts'
import { type FastClock, fastClock } from '../../../jobs/testing/fast-clock.ts'
import { JobStore } from '../../../jobs/job-store.ts'
import { Jobs } from '../../../jobs/jobs.ts'
import { Onboarding } from '../../onboarding/onboarding.ts'
import { onboardingKind } from '../../onboarding/runs/onboarding-kind.ts'
import { onboardingScreen } from '../../onboarding/runs/onboarding-screen.ts'
import { reviewKind } from '../../review/review-kind.ts'
import { Reviews, reviewScreen } from '../../review/reviews.ts'
import { moderationKind, moderationScreen } from '../moderation-kind.ts'
import { ModerationQueue } from '../queue.ts'
import type { UserDirectory } from '../ports.ts'
import type { DirectoryUser } from '../../../../shared/rules/moderation.ts'
import { countEffects } from './effects.ts'
import type { ModerationRequest } from '../action-store.ts'

/** The states that a service can set for a user. */
export const states = [
  'active',
  'blocked',
  'ldap_blocked',
  'blocked_pending_approval',
  'banned',
  'deactivated',
] as const

export interface SandboxUser {
  id: number
  username: string
  name: string
  state: string
  two_factor_enabled: 0 | 1
}

/** A service with its own files, which tests can read and change. */
export async function startService(options: SandboxOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-service-'))
  let skipped = 0
  const start = new Date(currentTime())
  // While the clock is stopped, deletions run only on `skipMinutes`.
  const { users = 60, now = () => start } = options
  const sandbox = await startSeededSandbox({
    ...options,
    users,
    data: folder,
    now: () => new Date(now().getTime() + skipped),
  })
  const reach = reachInto(folder, sandbox, users)
  return {
    ...reach,
    /** Advances the service's clock so that it runs the jobs it runs every minute. */
    skipMinutes: (minutes: number) => void (skipped += minutes * 60_000),
    async end() {
      reach.close()
      await sandbox.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
export type Service = Awaited<ReturnType<typeof startService>>

/** Reads and changes a service's files. The service may run in another process. */
export function reachInto(folder: string, sandbox: Pick<Sandbox, 'url' | 'tokens'>, users: number) {
  const db = new DatabaseSync(join(folder, 'sandbox.db'))
  db.exec('PRAGMA busy_timeout = 5000')
  const data = openDatabase(folder)
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': sandbox.tokens.admin, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const user = (id: number) =>
    db.prepare('SELECT * FROM users WHERE id = ?').get(id) as unknown as SandboxUser | undefined
  return {
    ...sandbox,
    ask,
    user,
    /** The service's own database. */
    data,
    countEffects: () => countEffects(db),
    /** Changes a user, as another administrator might. */
    set(id: number, values: Record<string, string | number | null>): void {
      const columns = Object.keys(values).map((column) => `${column} = ?`)
      db.prepare(`UPDATE users SET ${columns.join(', ')} WHERE id = ?`).run(
        ...Object.values(values),
        id,
      )
    },
    /** A user in this state who has no special role and no recent activity. */
    someone(state: string, nth = 0): SandboxUser {
      const id = users - 1 - nth
      db.prepare(
        `UPDATE users SET state = ?, last_activity_on = NULL, admin = 0, two_factor_enabled = 1, kind = 'human',
           username = 'someone' || id WHERE id = ?`,
      ).run(state, id)
      return user(id)!
    },
    close() {
      data.close()
      db.close()
    },
  }
}

interface Options {
  /** Sends requests to another URL, although the account still belongs to the service. */
  through?: string
  token?: string
  /** An earlier harness's folder. */
  folder?: string
  requestsAtOnce?: number
  undoSeconds?: number
  /** Users in the directory. */
  users?: () => Iterable<DirectoryUser>
  /** What is known to depend on a user. */
  dependentsOf?: (user: number) => UserDependents | undefined
  /** Whether the company's policy allows acting as other users; true by default. */
  mayActAs?: () => boolean
  clock?: FastClock
  fetch?: typeof globalThis.fetch
  /** Request timeout in ms. */
  callMs?: number
}

/** Runs the queue on real files as the service's administrator. */
export async function createHarness(
  service: Pick<Service, 'url' | 'tokens'>,
  options: Options = {},
) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
  const clock = options.clock ?? fastClock()
  const baseUrl = options.through ?? service.url
  const logged: string[] = []
  const log = (message: string) => void logged.push(message)
  const pause = jsonFile(join(folder, 'rate-limit.json'), RateLimitPause, log)
  const throttle = new Throttle({ clock, pause: () => pause, log })
  const target = {
    baseUrl,
    token: options.token ?? service.tokens.admin,
    isAdmin: true,
    throttle,
  }
  /** Every request that was sent, as `METHOD /path`, with its time. */
  const requests: { line: string; at: number }[] = []
  const direct = options.fetch ?? createNodeFetch()
  const client = new ApiClient(
    {
      fetch: (input, init) => {
        const line = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname.replace('/api/v4', '')}`
        requests.push({ line, at: clock.now() })
        return direct(input, init)
      },
      now: () => clock.now(),
      random: Math.random,
      sleep: async () => undefined,
    },
    { callMs: options.callMs ?? 30_000 },
  )
  const account = {
    id: 'a',
    baseUrl,
    user: { id: 1, username: 'ines', name: 'Ines' },
    isAdmin: true,
  }
  const signedIn = [account]
  const events: QueueEvent[] = []
  const removed = new Set<number>()
  const settings = {
    undoSeconds: options.undoSeconds ?? 0,
    requestsAtOnce: options.requestsAtOnce ?? 4,
  }
  /** Whether the service is known to be unreachable. */
  const connection = { isAway: false }
  const directory: UserDirectory = {
    resolve: (_, selection) => {
      const all = [...(options.users?.() ?? [])]
      if (selection.kind === 'users') return all.filter(({ id }) => selection.ids.includes(id))
      return all.filter(({ id }) => !selection.except.includes(id))
    },
    asOf: () => undefined,
    lookAlikeOf: () => undefined,
    remove: (_, id) => void removed.add(id),
  }
  const accounts = {
    ids: () => signedIn.map(({ id }) => id),
    account(id: string) {
      const signedInAccount = signedIn.find((one) => one.id === id)
      if (signedInAccount) return signedInAccount
      throw new FailureError({ kind: 'not-found', message: 'not signed in' })
    },
    async refresh() {
      const me = await client.call(target, user.get, {}, { once: true })
      const isAdmin = me.is_admin === true
      if (account.isAdmin !== isAdmin) {
        account.isAdmin = target.isAdmin = isAdmin
        throttle.resume()
      }
      return account
    },
  }
  const kind = moderationKind({
    directory,
    viewed: { withActivityBeforeView: (_, user) => user },
    ...(options.mayActAs && { mayActAs: options.mayActAs }),
    clock,
  })
  const gitlab: GitLabClient = {
    account: account.id,
    call: (endpoint, input, more) => client.call(target, endpoint, input, more),
    all: (endpoint, input, more) => client.all(target, endpoint, input, more),
    page: (endpoint, input, cursor, more) =>
      client.page<unknown>(target, endpoint as never, input, cursor, more),
    requestPage: (endpoint, input, cursor, more) =>
      client.requestPage<unknown>(target, endpoint as never, input, cursor, more),
  }
  const jobs = new Jobs({
    pathOf: () => join(folder, 'jobs.db'),
    auditLogs: join(folder, 'audit'),
    accounts,
    gitlabOf: () => gitlab,
    settings: () => settings,
    throttle: () => throttle,
    isUnreachable: () => connection.isAway,
    onChange: (event) => void events.push(event),
    clock,
    log,
  })
  jobs.register(kind, moderationScreen({ bulkOf: () => queue.bulk }))
  const background = new BackgroundJobs(jobs, clock)
  const onboarding = new Onboarding({
    accounts,
    jobs,
    runs: background,
    gitlabOf: () => gitlab,
    directory: { find: () => [], wordsInOtherNames: () => [], asOf: () => undefined },
    clock,
  })
  jobs.register(onboardingKind, {
    ...onboardingScreen,
    retry: (_, run) => onboarding.retry(account.id, run),
  })
  const reviews = new Reviews({
    jobs,
    runs: background,
    accounts,
    directory: { ...directory, prepare: () => Promise.resolve() },
    folderOf: () => join(folder, 'reviews'),
    clock,
    throttle: () => throttle,
    log,
  })
  jobs.register(
    reviewKind({
      mayStart: () => true,
      tokenList: (...request) => reviews.tokenList(...request),
      save: (_, item, collected) => reviews.save(account.id, item, collected),
      withOwnActivity: (_, user) => user,
      partsOf: () => reviewParts,
      isKnownGroup: () => true,
      savePlace: () => undefined,
      log,
    }),
    reviewScreen(reviews),
  )
  const { database, sql, runner, auditLog } = jobs.of(account.id)
  const queue = new ModerationQueue({
    account: account.id,
    accounts,
    jobs: { sql, runner, auditLog },
    runs: background,
    directory,
    ...(options.dependentsOf && { dependentsOf: options.dependentsOf }),
    throttle,
    settings: () => settings,
    clock,
    log,
  })
  jobs.start()
  const store = new JobStore(sql, kind.name)
  const get = (id: number) => queue.get(id)
  const enqueueUndoable = (
    action: ModerationAction,
    user: SandboxUser,
    more: Partial<ModerationRequest> = {},
  ) =>
    queue.enqueue({
      action,
      id: user.id,
      seen: { username: user.username, name: user.name, state: user.state },
      note: false,
      confirmed: user.username,
      ...more,
    })
  let isClosed = false
  return {
    queue,
    onboarding,
    reviews,
    gitlab,
    /** Runs, as the screens for all kinds access them. */
    runs: {
      list: () => background.list(account.id),
      get: (run: number) => background.get(account.id, run),
      items: (run: number) => background.items(account.id, run, { offset: 0, limit: 100 }),
      pauseAll: () => background.setAllPaused(account.id, true),
      resumeAll: () => background.setAllPaused(account.id, false),
      pause: (run: number) => background.pause(account.id, run),
      resume: (run: number) => background.resume(account.id, run),
      runFirst: (run: number, isFirst = true) => background.runFirst(account.id, run, isFirst),
      cancel: (run: number) => background.cancel(account.id, run),
      retry: (run: number) => background.retry(account.id, run),
      reschedule: (run: number, due: DueDate, item?: number) =>
        background.reschedule(account.id, run, due, item),
      report: (run: number, format: 'csv' | 'json' | 'evidence') =>
        background.report(account.id, run, format),
      evidence: (run: number, user?: number) => background.evidence(account.id, run, user),
    },
    runner,
    store,
    folder,
    database,
    auditLog,
    settings,
    account,
    signedIn,
    connection,
    target,
    throttle,
    clock,
    requests,
    events,
    logged,
    removed,
    get,
    /** Same as the connection's “Try now”. */
    tryNow() {
      throttle.probe()
      store.retryNow(clock.now())
      runner.wake()
    },
    /** Queues an action with its undo period. */
    enqueueUndoable,
    /** Queues an action; skips the undo period of a deletion, like “Send now”. */
    enqueue(...request: Parameters<typeof enqueueUndoable>): QueuedAction {
      const queued = enqueueUndoable(...request)
      if (isDeletion(queued.action)) queue.sendNow([queued.id])
      return get(queued.id)
    },
    /** The failure when an action can't be queued. */
    refusalOf(enqueue: () => unknown): Failure {
      try {
        enqueue()
      } catch (error) {
        if (error instanceof FailureError) return formatFailure(error.failure)
        throw error
      }
      throw new Error('it was queued')
    },
    /** Waits until the action is no longer pending and returns it. */
    async settled({ id }: Pick<QueuedAction, 'id'>): Promise<QueuedAction> {
      const pendingStates = ['undoable', 'ready', 'sending', 'unknown']
      await vi.waitUntil(() => !pendingStates.includes(get(id).state), {
        timeout: 600_000,
        interval: 10,
      })
      return get(id)
    },
    until: (condition: () => boolean, interval = 2, timeout = 600_000) =>
      vi.waitUntil(condition, { timeout, interval }),
    /** The writes that were sent. */
    writes: () => requests.map(({ line }) => line).filter((line) => !line.startsWith('GET')),
    async close() {
      if (isClosed) return
      isClosed = true
      await jobs.close()
      kind.close()
      reviews.close()
    },
    async end() {
      await this.close()
      await delay(0)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Harness = Awaited<ReturnType<typeof createHarness>>
