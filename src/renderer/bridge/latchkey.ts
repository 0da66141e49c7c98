import { type InjectionKey, inject } from 'vue'
import type { AppApi } from '../../shared/operations/index.ts'
import { CallError } from './call-error.ts'
import type { Age, Envelope, Failure } from '../../shared/rules/failure.ts'
import type { Host } from '../../shared/operations/host.ts'
import type { ServiceApi } from '../../shared/gitlab/index.ts'
import { t } from '../ui/messages.ts'

/** All operations as typed calls: `latchkey(account).status.get()`. */
export type LatchkeyClient = (account?: string) => ServiceApi & AppApi

/**
 * Builds operation names and unwraps envelopes, throwing failures as `CallError`. It defines no operations itself.
 */
export function createLatchkeyClient(host: Host, reader?: Reader): LatchkeyClient {
  return (account) =>
    callsOf((name, input) =>
      host.invoke(name, input, account).then((envelope) => unwrap(envelope, reader)),
    )
}

/** Turns `family.operation` property access into calls. */
function callsOf(call: (name: string, input: unknown) => Promise<unknown>) {
  return properties((family) =>
    properties(
      (operation) =>
        (input: unknown = {}) =>
          call(`${family}.${operation}`, input),
    ),
  ) as ServiceApi & AppApi
}

type Api = ServiceApi & AppApi

/** The name of an operation, such as `users.get`. */
export type OperationName = {
  [Family in keyof Api & string]: `${Family}.${keyof Api[Family] & string}`
}[keyof Api & string]

type CallOf<Name extends OperationName> = Name extends `${infer Family}.${infer One}`
  ? Family extends keyof Api
    ? One extends keyof Api[Family]
      ? Api[Family][One]
      : never
    : never
  : never

export type InputOf<Name extends OperationName> =
  CallOf<Name> extends (input: infer Input) => unknown ? Input : never

export type AnswerOf<Name extends OperationName> =
  CallOf<Name> extends (...input: never[]) => Promise<infer Answer> ? Answer : never

/** Calls an operation by name. */
export function callByName<Name extends OperationName>(
  calls: Api,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  const [family, operation] = name.split('.') as [string, string]
  const families = calls as unknown as Record<
    string,
    Record<string, (input: InputOf<Name>) => Promise<AnswerOf<Name>>>
  >
  return families[family]![operation]!(input)
}

/** Collects the ages and unreadable entries of a load’s responses. */
interface Reader {
  ages: Age[]
  skipped: number
}

const ages = new WeakMap<object, Age>()

function unwrap(envelope: Envelope, reader: Reader | undefined): unknown {
  if (!envelope.ok) throw new CallError(envelope.failure)
  const { value, asOf, failure, skipped = 0 } = envelope
  if (reader) reader.skipped += skipped
  if (asOf === undefined) return value
  reader?.ages.push({ asOf, failure })
  return keepAge(value, { asOf, failure })
}

function keepAge(value: unknown, age: Age): unknown {
  if (typeof value === 'object' && value !== null) ages.set(value, age)
  return value
}

/** A cached response’s age; undefined for fresh responses and for values derived from several. */
export function ageOf(value: unknown): Age | undefined {
  return typeof value === 'object' && value !== null ? ages.get(value) : undefined
}

/** Sets the age of a value derived from cached responses. */
export function aged<T extends object>(value: T, age: Age | undefined): T {
  if (age) ages.set(value, age)
  return value
}

/** A load’s result. */
export interface LoadResult<T> {
  value: T
  /** The oldest response’s age, if any response was cached. */
  age?: Age
  /** The number of unreadable list entries. */
  skipped: number
}

/** Runs a load; returns its value, its age and its count of unreadable entries. It must use the client it receives. */
export async function withAge<T>(
  host: Host,
  load: (latchkey: LatchkeyClient) => Promise<T>,
): Promise<LoadResult<T>> {
  const reader: Reader = { ages: [], skipped: 0 }
  const value = await load(createLatchkeyClient(host, reader))
  return { value, age: oldest(reader, value), skipped: reader.skipped }
}

/** Runs a load from the cache alone, without requests; undefined if anything isn’t cached. */
export async function fromCache<T>(
  host: Host,
  load: (latchkey: LatchkeyClient) => Promise<T>,
): Promise<(LoadResult<T> & { age: Age }) | undefined> {
  const reader: Reader = { ages: [], skipped: 0 }
  try {
    const value = await load(cachedLatchkey(host, reader))
    const age = oldest(reader, value)
    return age && { value, age, skipped: reader.skipped }
  } catch {
    // The actual request will report the reason.
    return undefined
  }
}

/** Aborts a cache-only load on a cache miss; never shown to users. */
export const notCached: Failure = { kind: 'offline', message: 'not cached' }

/** A client that reads from the cache. Calls without an account run as usual, because they never leave the computer. */
function cachedLatchkey(host: Host, reader: Reader): LatchkeyClient {
  const latchkey = createLatchkeyClient(host)
  const read = async (account: string, name: string, input: unknown) => {
    const { answer } = await latchkey(account).cache.read({ name, input })
    if (!answer) throw new CallError(notCached)
    reader.ages.push({ asOf: answer.asOf })
    reader.skipped += answer.skipped ?? 0
    return keepAge(answer.value, { asOf: answer.asOf })
  }
  return (account) =>
    account === undefined ? latchkey() : callsOf((name, input) => read(account, name, input))
}

function oldest(reader: Reader, value: unknown): Age | undefined {
  const valueAge = ageOf(value)
  const [age] = [...reader.ages, ...(valueAge ? [valueAge] : [])].toSorted(
    (a, b) => a.asOf - b.asOf,
  )
  return age
}

function properties(get: (name: string) => unknown): object {
  return new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' && name !== 'then' ? get(name) : undefined) },
  )
}

/** Converts anything thrown to a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure
  return {
    kind: 'unexpected',
    message: t('failures.page'),
    hint: t('failures.pageHint'),
  }
}

export const hostKey: InjectionKey<Host> = Symbol('host')

/** The host itself. Only stores subscribe to it. */
export function useHost(): Host {
  const host = inject(hostKey)
  if (!host) throw new Error('No host is provided.')
  return host
}

/** The typed client for calls to core. */
export function useLatchkey(): LatchkeyClient {
  return createLatchkeyClient(useHost())
}
