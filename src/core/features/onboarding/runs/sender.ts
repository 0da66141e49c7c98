import { mayHaveHappened } from '../../../../shared/rules/failure.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { AdminListUser } from '../../../../shared/gitlab/user-fields.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import { compareUser } from '../../../../shared/rules/user-comparison.ts'
import type { AccountService } from '../../../gitlab/gitlab-client.ts'
import { createAuditEvent } from '../../../audit-log/audit-event.ts'
import { auditWrite } from '../../../audit-log/audit-write.ts'
import type { Audit } from '../../../audit-log/audit.ts'
import { type Failure, FailureError } from '../../../platform/failure.ts'
import type { LogFunction } from '../../../platform/log/log.ts'
import { isDiskFailure } from '../../../platform/sqlite/database-failure.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { findCreated } from './find-created.ts'
import { type Throttle, isAboutRights, stopsAccount } from '../../../gitlab/throttle.ts'
import { type OpenRow, type RunStore, type UserRow, inputOf } from './run-store.ts'

export interface SenderPorts {
  store: RunStore
  service(): AccountService
  /** Reads again whether the account is an administrator; throws where that can't be read. */
  isStillAdmin(): Promise<boolean>
  audit: Pick<Audit, 'begin' | 'run'>
  clock: Clock
  /** How many users are created at once. */
  atOnce(): number
  throttle: Throttle
  onChange(): void
  log: LogFunction
}

/** A timer does not count the time that a computer sleeps. */
const maxWaitMs = 60_000

/**
 * Creates the users of the runs of an account. Promise: none is created twice. A row is marked before it is sent; if its answer was
 * lost, the user is looked up before anything is sent again.
 */
export class Sender {
  readonly #ports: SenderPorts
  readonly #unsubscribe: () => void
  /** What every user would meet until a person has done something about it. */
  #failure: Failure | undefined
  #work: Promise<void> | undefined
  #cancelTimer: (() => void) | undefined
  #isClosed = false

  constructor(ports: SenderPorts) {
    this.#ports = ports
    this.#unsubscribe = ports.throttle.subscribe((isResumed) => {
      if (isResumed) this.#failure = undefined
      this.wake()
    })
  }

  /** Why nothing is sent now. */
  waiting(): Failure | undefined {
    return this.#failure ?? this.#ports.throttle.waitingReason()
  }

  /** Sends what may be sent now. */
  wake(): void {
    if (this.#isClosed || this.#work) return
    this.#cancelTimer?.()
    this.#work = this.#run().finally(() => {
      this.#work = undefined
      this.#arm()
    })
  }

  /** Sends nothing new. Ends with what is in flight. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#unsubscribe()
    this.#cancelTimer?.()
    await this.#work
  }

  async #run(): Promise<void> {
    const { store, onChange } = this.#ports
    try {
      // After the caller has what it changed.
      await Promise.resolve()
      store.recover()
      this.#holdIfStopped()
      for (let rows = this.#next(); rows.length > 0; rows = this.#next()) {
        const done = await Promise.allSettled(rows.map((row) => this.#process(row)))
        for (const one of done) if (one.status === 'rejected') throw one.reason
        if (!this.#isClosed) onChange()
      }
    } catch (error) {
      // The file of an account that signed out is closed.
      if (this.#isClosed) return
      this.#ports.log('A run of new users stopped.', { error })
      this.#failure = isDiskFailure(error) ? notSavedFailure : unexpectedFailure
    }
    if (!this.#isClosed) onChange()
  }

  #next(): OpenRow[] {
    const { store, clock, atOnce, throttle } = this.#ports
    if (this.#isClosed || throttle.isLocked || this.#retryAt() > clock.now()) return []
    return store.next(throttle.isAlone ? 1 : atOnce())
  }

  #arm(): void {
    const { store, clock, throttle } = this.#ports
    if (this.#isClosed || throttle.isLocked) return
    const moment = Math.max(this.#retryAt(), store.nextMoment())
    if (moment === Infinity) return
    const wait = Math.min(Math.max(1, moment - clock.now()), maxWaitMs)
    this.#cancelTimer = clock.after(wait, () => this.wake())
  }

  async #process(row: OpenRow): Promise<void> {
    if (row.state === 'unknown') await this.#lookUp(row)
    else await this.#create(row)
  }

  async #create(row: OpenRow): Promise<void> {
    const { store, audit } = this.#ports
    const input = inputOf(row)
    const service = this.#ports.service()
    store.sending(row)
    try {
      const user = await auditWrite(
        { service, audit },
        {
          name: 'users.create',
          row: users.create,
          input: { ...input },
          ...runOf(row),
        },
        () => service.call(users.create, input),
      )
      this.#created(row, user)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      await this.#notCreated(row, error.failure)
    }
  }

  async #notCreated(row: OpenRow, failure: Failure): Promise<void> {
    const { store } = this.#ports
    if (failure.creation ?? mayHaveHappened(failure)) return this.#unknown(row, failure)
    if (!isAboutRow(failure)) {
      this.#fail(await this.#withLostRights(failure))
      return store.notSent(row)
    }
    this.#succeed()
    // What took the name may be what was sent before.
    const isOurs = failure.kind === 'conflict' && row.sent !== null
    if (!isOurs || !(await this.#lookUp(row, failure))) store.failed(row, failure.message)
  }

  /** Finds out whether a row was created whose answer was lost. Returns whether that is known or has to wait. */
  async #lookUp(row: OpenRow, refusal?: Failure): Promise<boolean> {
    const { store } = this.#ports
    try {
      const found = await findCreated(this.#ports.service(), row)
      this.#succeed()
      if (!found) {
        // Otherwise it is sent again.
        if (!refusal) store.notSent(row)
        return !refusal
      }
      if ('refusal' in found) store.failed(row, found.refusal)
      else {
        await this.#noteCreated(row, found.user)
        this.#created(row, found.user)
      }
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      await this.#unknown(row, error.failure)
    }
    return true
  }

  #created(row: UserRow, user: AdminListUser): void {
    this.#ports.store.created(row, user, compareUser({ ...inputOf(row) }, user).ignored)
    this.#succeed()
  }

  async #unknown(row: UserRow, failure: Failure): Promise<void> {
    this.#fail(await this.#withLostRights(failure))
    const until = this.#retryAt()
    // Where a person has to act first, the whole run waits for them.
    this.#ports.store.unknown(row, failure.message, until === Infinity ? 0 : until)
  }

  /** The audit log has what was sent, but not that it succeeded. */
  async #noteCreated(row: OpenRow, user: AdminListUser): Promise<void> {
    const service = this.#ports.service()
    const input = { ...inputOf(row) }
    const event = await createAuditEvent('users.create', users.create, input, service)
    this.#ports.audit.begin(service.account, { ...event, ...runOf(row) })({ outcome: 'done' }, user)
  }

  #succeed(): void {
    this.#ports.throttle.recordSuccess()
  }

  /** GitLab answers a former administrator as it does one without Admin Mode, and hides emails without a refusal. */
  async #withLostRights(failure: Failure): Promise<Failure> {
    if (failure.kind !== 'forbidden' || isAboutRights(failure)) return failure
    try {
      const isStillAdmin = await this.#ports.isStillAdmin()
      return isStillAdmin ? failure : { ...failure, reason: 'administrators-only' }
    } catch (error) {
      if (error instanceof FailureError) return error.failure
      throw error
    }
  }

  #fail(failure: Failure): void {
    if (!stopsAccount(failure) && lastingKinds.has(failure.kind)) this.#failure = failure
    else this.#ports.throttle.recordFailure(failure)
    this.#holdIfStopped()
  }

  /** Why nothing more is created without a person, even if the token or the rights are back by themselves. */
  #holdIfStopped(): void {
    const { store, throttle } = this.#ports
    if (throttle.holdReason) store.hold(throttle.holdReason)
  }

  /** In milliseconds since 1970; `Infinity` where a person has to act first. */
  #retryAt(): number {
    return this.#failure ? Infinity : this.#ports.throttle.retryAt()
  }
}

/** After these the same request fails again, until the account, its token or this computer have changed. */
const lastingKinds: ReadonlySet<string> = new Set<Failure['kind']>([
  'forbidden',
  'not-found',
  'keychain',
  'unexpected',
])

/** What the audit log has of the run of a row. */
function runOf({ run, reason }: OpenRow) {
  return { onboardingRun: run, ...(reason !== null && { reason }) }
}

/** Whether a failure concerns this user alone. GitLab asks to try again where another request has locked a record (`lib/api/helpers.rb`). */
function isAboutRow({ kind, serviceText = '' }: Failure): boolean {
  return (kind === 'invalid' || kind === 'conflict') && !/resource lock/i.test(serviceText)
}

const notSavedFailure: Failure = {
  kind: 'unexpected',
  message: message('onboarding.notSaved'),
  hint: message('onboarding.notSavedHint'),
}

const unexpectedFailure: Failure = {
  kind: 'unexpected',
  message: message('invoke.unexpected'),
  hint: message('invoke.unexpectedHint'),
}
