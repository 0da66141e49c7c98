import { inject } from 'vue'
import type { InjectionKey } from 'vue'
import type { AppApi } from '../shared/app/index.ts'
import { FailureError } from '../shared/failure.ts'
import type { Age, Envelope, Failure } from '../shared/failure.ts'
import type { Host } from '../shared/host.ts'
import type { ServiceApi } from '../shared/service/index.ts'

/** Both tables as a screen calls them: `latchkey(account).status.get()`. */
export type Latchkey = (account?: string) => ServiceApi & AppApi

/** Forms names and unwraps envelopes; a failure is thrown as `FailureError`. Knows no single operation. */
export function createLatchkey(host: Host): Latchkey {
  return (account) =>
    properties((family) =>
      properties((operation) => (input: unknown = {}) => {
        const reader = current
        return host
          .invoke(`${family}.${operation}`, input, account)
          .then((envelope) => unwrap(envelope, reader))
      }),
    ) as ServiceApi & AppApi
}

/** Gathers how old the answers to one load are, and how many entries of its lists could not be read. */
interface Reader {
  ages: Age[]
  skipped: number
}

const ages = new WeakMap<object, Age>()
/** Whose calls are being made just now; a load makes its first ones before it waits for anything. */
let current: Reader | undefined

function unwrap(envelope: Envelope, reader: Reader | undefined): unknown {
  if (!envelope.ok) throw new FailureError(envelope.failure)
  const { value, asOf, failure, skipped = 0 } = envelope
  if (reader) reader.skipped += skipped
  if (asOf !== undefined && failure) {
    reader?.ages.push({ asOf, failure })
    if (typeof value === 'object' && value !== null) ages.set(value, { asOf, failure })
  }
  return value
}

/** How old an answer is that was kept from before; undefined for one of now, and for what a screen made of several. */
export function ageOf(value: unknown): Age | undefined {
  return typeof value === 'object' && value !== null ? ages.get(value) : undefined
}

/** Says of a value that a screen made of old answers how old it is; nothing else may be made of it. */
export function aged<T extends object>(value: T, age: Age | undefined): T {
  if (age) ages.set(value, age)
  return value
}

/** What a load brought, and what is to be said beside it. */
interface Loaded<T> {
  value: T
  /** How old the oldest answer in it is, where one was kept from before. */
  age?: Age
  /** How many entries of its lists could not be read. */
  skipped: number
}

/** Runs a load, and tells beside its value how old it is and what is missing from it. */
export async function withAge<T>(load: () => Promise<T>): Promise<Loaded<T>> {
  const reader: Reader = { ages: [], skipped: 0 }
  const value = await begunBy(reader, load)
  const own = ageOf(value)
  const [age] = [...reader.ages, ...(own ? [own] : [])].toSorted((a, b) => a.asOf - b.asOf)
  return { value, age, skipped: reader.skipped }
}

/** Lets a load that has just begun tell of entries that are missing from answers to calls that it makes later. */
export function skippedLater(): (count: number | undefined) => void {
  const reader = current
  return (count = 0) => {
    if (reader) reader.skipped += count
  }
}

function begunBy<T>(reader: Reader, load: () => T): T {
  const outer = current
  current = reader
  try {
    return load()
  } finally {
    current = outer
  }
}

function properties(get: (name: string) => unknown): object {
  return new Proxy(
    {},
    { get: (_, name) => (typeof name === 'string' && name !== 'then' ? get(name) : undefined) },
  )
}

/** What a screen shows of anything that was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  return {
    kind: 'unexpected',
    message: 'Something in this page went wrong.',
    hint: 'Reload the page and try again.',
  }
}

export const hostKey: InjectionKey<Host> = Symbol('host')

/** The boundary itself; only stores listen to it. */
export function useHost(): Host {
  const host = inject(hostKey)
  if (!host) throw new Error('No host is provided.')
  return host
}

/** The typed calls over the boundary. */
export function useLatchkey(): Latchkey {
  return createLatchkey(useHost())
}
