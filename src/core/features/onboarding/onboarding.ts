import { existsSync } from 'node:fs'
import type {
  OnboardingCheck,
  OnboardingRun,
  OnboardingSource,
  OnboardingUndo,
} from '../../../shared/operations/onboarding.ts'
import { message } from '../../../shared/messages/message.ts'
import { readOnlyFailure } from '../../../shared/rules/read-only-token.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { PerAccount } from '../../accounts/per-account.ts'
import { FailureError, formatFailure } from '../../platform/failure.ts'
import { toCsv } from '../../platform/files/csv.ts'
import { textOf } from '../../platform/messages.ts'
import { isolate } from '../../platform/log/isolate.ts'
import { type Database, openDatabase } from '../../platform/sqlite/database.ts'
import { damagedFiles, openDurable } from '../../platform/sqlite/durable.ts'
import { isDiskFailure } from '../../platform/sqlite/database-failure.ts'
import type { TextFile } from '../../platform/files/described-table.ts'
import { withTimeLimit } from '../../platform/time/time-limit.ts'
import { mapInSlices } from '../../platform/time/time-slicer.ts'
import type { HoldReason } from '../../../shared/operations/queue.ts'
import { planUndo } from './runs/plan-undo.ts'
import { createReport, toSource } from './runs/report.ts'
import { RunStore, wasSent } from './runs/run-store.ts'
import { onboardingOptions } from './runs/schema.ts'
import { Sender, type SenderPorts } from './runs/sender.ts'
import { type CheckedSource, checkSource, isInRuns, toCheckedRow } from './source/check.ts'

export interface OnboardingPorts extends Omit<
  SenderPorts,
  'store' | 'service' | 'isStillAdmin' | 'onChange' | 'throttle'
> {
  accounts: Pick<Accounts, 'account' | 'ids' | 'refresh'>
  service(account: string): ReturnType<SenderPorts['service']>
  throttle(account: string): SenderPorts['throttle']
  /** The file of an account; undefined for one that keeps nothing on disk. */
  pathOf(account: string): string | undefined
  directory: UserDirectory
  onChange(account: string): void
}

/** The directory of users. */
export interface UserDirectory {
  find(
    account: string,
    keys: { ids?: readonly number[]; usernames: readonly string[]; emails: readonly string[] },
  ): { id: number; username: string; email: string | null }[]
  /** When the last sync ended, in milliseconds since 1970. */
  asOf(account: string): number | undefined
}

interface Runs {
  database: Database
  store: RunStore
  sender: Sender
}

/** How long what is in flight may take when Latchkey is closed, in milliseconds. */
const closingMs = 5_000

/** Creates many users from a file or pasted rows. */
export class Onboarding {
  readonly #ports: OnboardingPorts
  readonly #runs: PerAccount<Runs>

  constructor(ports: OnboardingPorts) {
    this.#ports = ports
    this.#runs = new PerAccount((account) => this.#open(account))
  }

  /** Continues the runs of accounts that have any. */
  start(): void {
    for (const account of this.#ports.accounts.ids()) {
      const path = this.#ports.pathOf(account)
      if (path && existsSync(path)) isolate(this.#ports.log, () => this.#of(account).sender.wake())
    }
  }

  async check(account: string, source: OnboardingSource): Promise<OnboardingCheck> {
    const { users, ...checked } = await this.#check(account, source)
    const ready = users.filter(({ problems }) => problems.length === 0)
    return {
      ...checked,
      rows: await mapInSlices(users, toCheckedRow),
      ready: ready.length,
      administrators: ready.filter(({ user }) => user.admin).length,
      directoryAsOf: this.#ports.directory.asOf(account),
    }
  }

  async problems(account: string, source: OnboardingSource) {
    const { users, columns } = await this.#check(account, source)
    const fields = columns.flatMap(({ field }) => field ?? [])
    const bad = users.filter(({ problems }) => problems.length > 0)
    const rows = await mapInSlices(bad, ({ cells, problems }) => [
      ...fields.map((field) => cells[field] ?? ''),
      problems.map(({ text }) => textOf(text)).join('; '),
    ])
    return { filename: 'rows-with-problems.csv', text: toCsv([[...fields, 'problem'], ...rows]) }
  }

  async create(
    account: string,
    { ready: expected, reason, ...source }: OnboardingSource & { ready: number; reason?: string },
  ): Promise<OnboardingRun> {
    const { canWrite, user } = this.#ports.accounts.account(account)
    // Before anything is stored that could never be sent.
    if (canWrite === false) throw new FailureError(readOnlyFailure)
    const { users } = await this.#check(account, source)
    return this.#change(
      account,
      (store) => {
        // Another run may have been started during the check.
        const runs = store.openNames()
        const ready = users.filter((user) => user.problems.length === 0 && !isInRuns(user, runs))
        if (ready.length !== expected) throw changedError(ready.length, expected)
        return store.add(ready, { actor: user.username, reason })
      },
      (sender) => sender.wake(),
    )
  }

  list(account: string): OnboardingRun[] {
    const { pathOf } = this.#ports
    const path = pathOf(account)
    // Asked on every screen, which must not make a file for each account.
    if (!this.#runs.find(account) && !(path && existsSync(path))) return []
    return this.#of(account)
      .store.runs()
      .map((run) => this.#withWaiting(account, run))
  }

  get(account: string, id: number): OnboardingRun {
    return this.#withWaiting(account, this.#of(account).store.run(id))
  }

  rows(account: string, { run, ...query }: { run: number } & Parameters<RunStore['rows']>[1]) {
    return this.#of(account).store.rows(run, query)
  }

  pause(account: string, run: number): OnboardingRun {
    return this.#change(account, (store) => (store.pause(run), run))
  }

  resume(account: string, run: number): OnboardingRun {
    return this.#change(
      account,
      (store) => (store.resume(run), run),
      () => this.#ports.throttle(account).resume(),
    )
  }

  cancel(account: string, run: number): OnboardingRun {
    return this.#change(account, (store) => (store.cancel(run), run))
  }

  retry(account: string, run: number): OnboardingRun {
    return this.#change(
      account,
      (store) => (store.retry(run), run),
      () => this.#ports.throttle(account).resume(),
    )
  }

  remove(account: string, run: number): OnboardingRun[] {
    const { store } = this.#of(account)
    const { counts } = store.run(run)
    if (counts.pending + counts.sending + counts.unknown > 0) throw notEndedError()
    this.#save(() => store.remove(run))
    return this.list(account)
  }

  report(account: string, run: number): TextFile[] {
    const { store } = this.#of(account)
    return createReport(store.run(run), store.all(run))
  }

  /** The canceled rows, which are checked again before they are sent. */
  remaining(account: string, run: number): TextFile {
    const { store } = this.#of(account)
    return toSource(store.run(run), store.all(run, ['cancelled']))
  }

  undo(account: string, run: number): Promise<OnboardingUndo> {
    const { store } = this.#of(account)
    return planUndo(this.#ports.service(account), store.run(run).id, store.all(run, ['created']))
  }

  createdBy(account: string, run: number): Set<number> {
    const created = this.#of(account).store.all(run, ['created']).filter(wasSent)
    return new Set(created.flatMap(({ user }) => user ?? []))
  }

  /** How many users are not created yet. */
  unsent(account: string): number {
    return this.#runs.find(account)?.store.openCount() ?? 0
  }

  /** Pauses the runs of an account whose token or rights changed, until a person resumes them. */
  hold(account: string, reason: HoldReason): void {
    const runs = this.#runs.find(account)
    if (runs?.store.hold(reason)) this.#ports.onChange(account)
  }

  forget(account: string): void {
    const runs = this.#runs.find(account)
    this.#runs.forget(account)
    if (!runs) return
    void runs.sender.close()
    runs.database.close()
  }

  /** Sends nothing new; users who don't come in a few seconds are looked up after the next start. */
  async close(): Promise<void> {
    const all = this.#runs.all()
    const ended = Promise.all(all.map(({ sender }) => sender.close()))
    await withTimeLimit(ended, closingMs, () => new Error('late')).catch(() => undefined)
    for (const { database } of all) database.close()
  }

  #check(account: string, source: OnboardingSource): Promise<CheckedSource> {
    const { directory } = this.#ports
    return checkSource(source, {
      inDirectory: (usernames, emails) => directory.find(account, { usernames, emails }),
      inRuns: () => this.#of(account).store.openNames(),
    })
  }

  /** Changes a run; returns it when that is on disk. */
  #change(
    account: string,
    act: (store: RunStore) => number,
    then?: (sender: Sender) => void,
  ): OnboardingRun {
    const { store, sender } = this.#of(account)
    const run = this.#save(() => act(store))
    then?.(sender)
    this.#ports.onChange(account)
    return this.get(account, run)
  }

  #save<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      if (!isDiskFailure(error)) throw error
      throw new FailureError(
        {
          kind: 'unexpected',
          message: message('onboarding.notSaved'),
          hint: message('onboarding.notSavedHint'),
        },
        { cause: error },
      )
    }
  }

  #withWaiting(account: string, run: OnboardingRun): OnboardingRun {
    const waiting = this.#of(account).sender.waiting()
    const isWaiting = waiting && (run.state === 'running' || run.counts.unknown > 0)
    return isWaiting ? { ...run, waiting: formatFailure(waiting) } : run
  }

  #of(account: string): Runs {
    // Throws when there is no such account.
    this.#ports.accounts.account(account)
    return this.#runs.get(account)
  }

  #open(account: string): Runs {
    const { accounts, clock, onChange, pathOf, service, throttle } = this.#ports
    const path = pathOf(account)
    const database =
      path === undefined
        ? openDatabase(':memory:', onboardingOptions)
        : openDurable(path, onboardingOptions)
    const isReplacement = path !== undefined && damagedFiles(path).length > 0
    const store = new RunStore(database, { now: clock.now, isReplacement })
    const sender = new Sender({
      ...this.#ports,
      store,
      service: () => service(account),
      throttle: throttle(account),
      isStillAdmin: async () => (await accounts.refresh(account)).isAdmin,
      onChange: () => onChange(account),
    })
    return { database, store, sender }
  }
}

function changedError(ready: number, expected: number): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('onboarding.changed', { ready, expected }),
    hint: message('onboarding.changedHint'),
  })
}

function notEndedError(): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('onboarding.notEnded'),
    hint: message('onboarding.notEndedHint'),
  })
}
