import { z } from 'zod'
import { appTable } from '../shared/app/index.ts'
import type { Operation } from '../shared/app/operation.ts'
import { type Age, type Failure, FailureError, formatFailure } from './infra/failure.ts'
import { type Envelope, isUnreachable } from '../shared/failure.ts'
import { type MessageId, message } from '../shared/messages/message.ts'
import { safeParse } from '../shared/parse.ts'
import type { AnyEndpoint } from '../shared/service/endpoint.ts'
import { serviceTable } from '../shared/service/index.ts'
import type { AccountService } from './accounts/account-service.ts'
import type { Accounts } from './accounts/accounts.ts'
import type { Handlers, OwnHandlers } from './features/feature.ts'
import type { Audit } from './audit-log/audit.ts'
import { createAuditEvent, isAudited } from './audit-log/audited-row.ts'
import type { Latchkey } from './app.ts'
import type { LogFields } from './infra/log/fields.ts'
import type { Log } from './infra/log/log.ts'
import { type Lock, lockedFailure } from './features/lock/lock.ts'
import type { CachedService } from './response-cache/cached-service.ts'
import { assertInput, inputFailure } from './service-client/input-failure.ts'
import { exceedsLimits } from './service-client/limited-json.ts'

interface Parts {
  handlers: OwnHandlers
  service(account: string): AccountService
  /** The same service for what is only shown, which may answer from the cache. */
  kept(service: AccountService): CachedService
  /** An account's service for what is only shown, which answers from the cache alone. */
  cached(account: string): CachedService
  accounts: Accounts
  audit: Audit
  lock: Lock
  log: Log
}

/** The next page, as a page of a list named it; only the service client reads it. */
const Cursor = z.string().max(4096).optional()

/** Values of an input; a report on all active users has most. */
const maxValues = 500_000

interface Answer {
  value: unknown
  /** Where part of it comes from the cache. */
  age?: Age
  /** The number of entries of lists that couldn't be read. */
  skipped?: number
}

type Found =
  | { name: string; operation: Operation; handler: AnyHandler; row?: undefined }
  | { name: string; row: AnyEndpoint; operation?: undefined; handler?: undefined }

type AnyHandler = (input: unknown, service: AccountService | undefined) => unknown

/**
 * The one door between the screens and everything else. A call is a name of one of the two tables, an input that fits its row,
 * and an account; anything else is refused. The answer is JSON that fits the row.
 */
export function createInvoke({
  handlers: ownHandlers,
  service,
  kept,
  cached,
  accounts,
  audit,
  lock,
  log,
}: Parts): Latchkey['invoke'] {
  const handlers: Handlers = { ...ownHandlers, cache: { read: readCache } }

  async function run(name: unknown, input: unknown, account: unknown): Promise<Answer> {
    const found = find(name)
    // guard: locked-calls
    if (lock.isLocked && !found.operation?.allowedWhileLocked) throw lockedFailure()
    // Checking each of millions of values would keep other calls waiting.
    // guard: input-values
    if (exceedsLimits(input, found.operation?.maxValues ?? maxValues)) throw tooMuch()
    return answer(found, input, account, kept)
  }

  async function answer(
    { name, operation, handler, row }: Found,
    input: unknown,
    account: unknown,
    reading: (bound: AccountService) => CachedService,
  ): Promise<Answer> {
    if (operation) {
      const bound = operation.account ? bind(account, operation.admin) : undefined
      const reads = bound && operation.cacheable ? reading(bound) : undefined
      const checked = checkedBy(operation.input, input ?? {})
      const value = operation.output.parse(await handler(checked, reads ?? bound))
      return { value, age: reads?.age(), skipped: reads?.skipped() }
    }
    if (row.local || Object.hasOwn(plainObject(input), 'sudo')) {
      throw refused('invoke.notOpen')
    }
    const reads = reading(bind(account, row.admin))
    const value = await callRow(name, row, input, reads)
    return { value, age: reads.age(), skipped: reads.skipped() }
  }

  /** Answers another call from the cache; calls that may send something, or are not only shown, get no answer. */
  async function readCache({ name, input }: { name: string; input?: unknown }, me: AccountService) {
    const found = find(name)
    const isCacheable = found.operation ? found.operation.cacheable : found.row.method === 'GET'
    if (!isCacheable) return {}
    try {
      const { value, age, skipped } = await answer(found, input, me.account, ({ account }) =>
        cached(account),
      )
      return { answer: age && { value, asOf: age.asOf, ...(skipped && { skipped }) } }
    } catch (error) {
      if (error instanceof FailureError && isUnreachable(error.failure)) return {}
      throw error
    }
  }

  async function callRow(name: string, row: AnyEndpoint, input: unknown, bound: AccountService) {
    const { cursor, ...parameters } = plainObject(input)
    if (row.paged) return bound.page(row, parameters, checkedBy(Cursor, cursor))
    const sent = plainObject(input)
    const call = () => bound.call(row, sent as never)
    if (!isAudited(row)) return call()
    // Checked before anything is read for the audit log.
    assertInput(row, sent)
    const auditEvent = await createAuditEvent(name, row, sent, service(bound.account))
    return audit.run(bound.account, auditEvent, call)
  }

  function find(name: unknown): Found {
    const [family, operation, ...more] = typeof name === 'string' ? name.split('.') : []
    if (family && operation && more.length === 0) {
      const declared = own(own(appTable, family), operation) as Operation | undefined
      const handler = own(own(handlers, family), operation) as AnyHandler | undefined
      if (declared && handler) return { name: String(name), operation: declared, handler }
      const row = own(own(serviceTable, family), operation) as AnyEndpoint | undefined
      if (row) return { name: String(name), row }
    }
    throw refused('invoke.unknown')
  }

  function bind(account: unknown, admin = false): AccountService {
    if (typeof account !== 'string') throw refused('invoke.accountNeeded')
    const { id, isAdmin, user } = accounts.account(account)
    if (admin && !isAdmin) throw administratorsOnly(user.username)
    return service(id)
  }

  /** For the log alone, so it never fails. */
  function instanceOf(account: unknown): string | undefined {
    try {
      return accounts.instanceOf(account)
    } catch {
      return undefined
    }
  }

  return async (name, input, account) => {
    const began = performance.now()
    const facts = (): LogFields => ({
      operation: typeof name === 'string' ? name : undefined,
      instance: instanceOf(account),
      milliseconds: performance.now() - began,
    })
    try {
      const answer = enveloped(await run(name, input, account))
      log.debug('Answered.', facts())
      return answer
    } catch (error) {
      if (!(error instanceof FailureError)) {
        log.error('A call went wrong inside Latchkey.', { ...facts(), error })
        return { ok: false, failure: formatFailure(unexpected) }
      }
      const { failure } = error
      log.info('A call failed.', {
        ...facts(),
        failure: failure.kind,
        status: failure.status,
        error,
      })
      return { ok: false, failure: formatFailure(failure) }
    }
  }
}

function enveloped({ value, age, skipped = 0 }: Answer): Envelope {
  return {
    ok: true,
    value,
    ...(age && { ...age, failure: age.failure && formatFailure(age.failure) }),
    ...(skipped > 0 && { skipped }),
  }
}

function own(table: unknown, key: string): unknown {
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

function tooMuch(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('invoke.tooMuch'),
    hint: message('invoke.chooseLess'),
  })
}

function refused(id: MessageId): FailureError {
  const hint = message('invoke.reload')
  return new FailureError({ kind: 'invalid', message: message(id), hint })
}

/** Calls for administrators are refused here, whatever the screens show. */
function administratorsOnly(username: string): FailureError {
  return new FailureError({
    kind: 'forbidden',
    reason: 'administrators-only',
    message: message('invoke.noAdministrator', { username }),
    hint: message('invoke.askForAccess'),
  })
}

const unexpected: Failure = {
  kind: 'unexpected',
  message: message('invoke.unexpected'),
  hint: message('invoke.unexpectedHint'),
}
