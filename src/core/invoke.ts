import { createFailure, createFailureError } from './platform/failures.ts'
import { z } from 'zod'
import { appTable } from '../shared/operations/index.ts'
import type { Operation } from '../shared/operations/operation.ts'
import {
  type UnformattedAge,
  type UnformattedFailure,
  FailureError,
  formatFailure,
} from './platform/failure.ts'
import { type Envelope, isUnreachable } from '../shared/rules/failure.ts'
import { safeParse } from '../shared/gitlab/parse.ts'
import type { AnyEndpoint } from '../shared/gitlab/endpoint.ts'
import { serviceTable } from '../shared/gitlab/index.ts'
import type { GitLabClient } from './gitlab/gitlab-client.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Handlers, OwnHandlers } from './features/feature.ts'
import type { Audit } from './audit-log/audit.ts'
import { createAuditEvent, isAudited } from './audit-log/audit-event.ts'
import type { LogFields } from './platform/log/fields.ts'
import type { Log } from './platform/log/log.ts'
import type { Lock } from './features/lock/lock.ts'
import type { CachedClient } from './gitlab/response-cache/cached-client.ts'
import { assertInput, inputFailure } from './gitlab/input-failure.ts'
import type { ManagedPolicy } from './platform/policy/policy.ts'
import { assertCallAllowed } from './policy/disabled-features.ts'
import type { RequiredReasons } from './policy/reasons.ts'
import { exceedsLimits } from './gitlab/value-limits.ts'

/** Calls `family.operation` of one of the two tables. Always returns an envelope and never throws. */
export type Invoke = (name: unknown, input: unknown, account?: unknown) => Promise<Envelope>

interface InvokeOptions {
  handlers: OwnHandlers
  gitlabOf(account: string): GitLabClient
  /** The client for read-only calls from screens, which may answer from the cache. */
  cachedClient(gitlab: GitLabClient): CachedClient
  /** An account's client that answers only from the cache. */
  offlineClient(account: string): CachedClient
  accounts: Accounts
  policy: ManagedPolicy
  /** Which actions need a reason; none if absent. */
  reasons?: Pick<RequiredReasons, 'assertGiven'>
  audit: Audit
  lock: Lock
  log: Log
}

/** The cursor of the next page, as returned with a list page; only the GitLab client interprets it. */
const Cursor = z.string().max(4096).optional()

/** Maximum number of values in an input; a report on all active users has the most values. */
const maxValues = 500_000

interface Answer {
  value: unknown
  /** Set if part of the value is from the cache. */
  age?: UnformattedAge
  /** Number of unreadable list entries. */
  skipped?: number
}

/** One of the app's operations, or a GitLab endpoint. */
type Target =
  | { name: string; operation: Operation; handler: AnyHandler; row?: undefined }
  | { name: string; endpoint: AnyEndpoint; operation?: undefined; handler?: undefined }

type AnyHandler = (input: unknown, gitlab: GitLabClient | undefined) => unknown

/**
 * The only way for the page to call the rest of the application. A call consists of a name from one of the two tables, an input
 * that matches its schema, and an account; anything else is rejected. The result is JSON that matches the schema.
 */
export function createInvoke(options: InvokeOptions): Invoke {
  const calls = new Calls(options)
  return (name, input, account) => calls.invoke(name, input, account)
}

class Calls {
  readonly #options: InvokeOptions
  readonly #handlers: Handlers

  constructor(options: InvokeOptions) {
    this.#options = options
    this.#handlers = {
      ...options.handlers,
      cache: { read: (call, gitlab) => this.#readCache(call, gitlab) },
    }
  }

  /** Handles a call and logs its result. Never throws. */
  async invoke(name: unknown, input: unknown, account: unknown): Promise<Envelope> {
    const { log } = this.#options
    const startedAt = performance.now()
    const fields = (): LogFields => ({
      operation: typeof name === 'string' ? name : undefined,
      instance: this.#instanceOf(account),
      milliseconds: performance.now() - startedAt,
    })
    try {
      const envelope = toEnvelope(await this.#run(name, input, account))
      log.debug('Answered.', fields())
      return envelope
    } catch (error) {
      if (!(error instanceof FailureError)) {
        log.error('A call threw an unexpected error.', { ...fields(), error })
        return { ok: false, failure: formatFailure(unexpected) }
      }
      const { failure } = error
      const { kind, status } = failure
      log.info('A call failed.', { ...fields(), failure: kind, status, error })
      return { ok: false, failure: formatFailure(failure) }
    }
  }

  async #run(name: unknown, input: unknown, account: unknown): Promise<Answer> {
    const { cachedClient, lock } = this.#options
    const target = this.#find(name)
    // guard: locked-calls
    if (lock.isLocked && !target.operation?.allowedWhileLocked)
      throw createFailureError('lock.locked')
    // Checking millions of values would block other calls.
    // guard: input-values
    if (exceedsLimits(input, target.operation?.maxValues ?? maxValues))
      throw createFailureError('invoke.tooMuch')
    return this.#answer(target, input, account, cachedClient)
  }

  #find(name: unknown): Target {
    const [family, operation, ...rest] = typeof name === 'string' ? name.split('.') : []
    if (family && operation && rest.length === 0) {
      const declared = ownProperty(ownProperty(appTable, family), operation) as
        Operation | undefined
      const handler = ownProperty(ownProperty(this.#handlers, family), operation) as
        AnyHandler | undefined
      if (declared && handler) return { name: String(name), operation: declared, handler }
      const endpoint = ownProperty(ownProperty(serviceTable, family), operation) as
        AnyEndpoint | undefined
      if (endpoint) return { name: String(name), endpoint }
    }
    throw createFailureError('invoke.unknown')
  }

  async #answer(
    target: Target,
    input: unknown,
    account: unknown,
    toCached: InvokeOptions['cachedClient'],
  ): Promise<Answer> {
    if (target.operation) {
      const { name, operation, handler } = target
      const isNamed = operation.account === 'optional' && account !== undefined
      const gitlab =
        operation.account === true || isNamed ? this.#gitlabOf(account, operation.admin) : undefined
      const cached = gitlab && operation.cacheable ? toCached(gitlab) : undefined
      const checked = checkedBy(operation.input, input ?? {})
      // guard: disabled-features
      assertCallAllowed(this.#options.policy, name, checked)
      if (gitlab) this.#assertReasonGiven(gitlab.account, name, checked)
      const value = operation.output.parse(await handler(checked, cached ?? gitlab))
      return { value, age: cached?.age(), skipped: cached?.skipped() }
    }
    const { name, endpoint } = target
    if (endpoint.local || Object.hasOwn(plainObject(input), 'sudo'))
      throw createFailureError('invoke.notOpen')
    const cached = toCached(this.#gitlabOf(account, endpoint.admin))
    const value = await this.#callRow(name, endpoint, input, cached)
    return { value, age: cached.age(), skipped: cached.skipped() }
  }

  #assertReasonGiven(account: string, name: string, input: unknown): void {
    const { accounts, reasons } = this.#options
    reasons?.assertGiven(accounts.account(account).baseUrl, name, input)
  }

  #gitlabOf(account: unknown, admin = false): GitLabClient {
    if (typeof account !== 'string') throw createFailureError('invoke.accountNeeded')
    const { accounts, gitlabOf } = this.#options
    const { id, isAdmin, user } = accounts.account(account)
    if (admin && !isAdmin)
      throw createFailureError('invoke.noAdministrator', { username: user.username })
    return gitlabOf(id)
  }

  async #callRow(name: string, endpoint: AnyEndpoint, input: unknown, cached: GitLabClient) {
    const { cursor, ...parameters } = plainObject(input)
    if (endpoint.paged) return cached.page(endpoint, parameters, checkedBy(Cursor, cursor))
    const body = plainObject(input)
    const call = () => cached.call(endpoint, body as never)
    const { audit, gitlabOf, accounts } = this.#options
    if (!isAudited(endpoint) || !accounts.account(cached.account).isAdmin) return call()
    // Checked before anything is read for the audit log.
    assertInput(endpoint, body)
    const auditEvent = await createAuditEvent(name, endpoint, body, gitlabOf(cached.account))
    return audit.run(cached.account, auditEvent, call)
  }

  /** Answers another call from the cache. Calls that may send requests or aren't read-only are rejected. */
  async #readCache({ name, input }: { name: string; input?: unknown }, { account }: GitLabClient) {
    const target = this.#find(name)
    const isCacheable = target.operation
      ? target.operation.cacheable
      : target.endpoint.method === 'GET'
    if (!isCacheable) return {}
    try {
      const toCached = () => this.#options.offlineClient(account)
      const { value, age, skipped } = await this.#answer(target, input, account, toCached)
      return { answer: age && { value, asOf: age.asOf, ...(skipped && { skipped }) } }
    } catch (error) {
      if (error instanceof FailureError && isUnreachable(error.failure)) return {}
      throw error
    }
  }

  /** Must not fail, because it is only used for logging. */
  #instanceOf(account: unknown): string | undefined {
    try {
      return this.#options.accounts.instanceOf(account)
    } catch {
      return undefined
    }
  }
}

function toEnvelope({ value, age, skipped = 0 }: Answer): Envelope {
  return {
    ok: true,
    value,
    ...(age && { ...age, failure: age.failure && formatFailure(age.failure) }),
    ...(skipped > 0 && { skipped }),
  }
}

function ownProperty(table: unknown, key: string): unknown {
  // guard: own-names
  return typeof table === 'object' && table !== null && Object.hasOwn(table, key)
    ? (table as Record<string, unknown>)[key]
    : undefined
}

function plainObject(input: unknown): Record<string, unknown> {
  return checkedBy(z.record(z.string(), z.unknown()), input ?? {})
}

function checkedBy<T>(schema: z.ZodType<T>, input: unknown): T {
  const checked = safeParse(schema, input)
  // guard: input
  if (checked.success) return checked.data
  throw inputFailure(checked.error)
}

const unexpected: UnformattedFailure = createFailure('invoke.unexpected')
