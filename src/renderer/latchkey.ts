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

/** Gathers how old the answers to one load are. */
type Reader = Age[]

const ages = new WeakMap<object, Age>()
/** Whose calls are being made just now; a load makes its first ones before it waits for anything. */
let current: Reader | undefined

function unwrap(envelope: Envelope, reader: Reader | undefined): unknown {
  if (!envelope.ok) throw new FailureError(envelope.failure)
  const { value, asOf, failure } = envelope
  if (asOf !== undefined && failure) {
    reader?.push({ asOf, failure })
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

/** Runs a load, and tells beside its value how old the oldest answer in it is, where one was kept from before. */
export async function withAge<T>(load: () => Promise<T>): Promise<{ value: T; age?: Age }> {
  const reader: Reader = []
  const value = await begunBy(reader, load)
  const own = ageOf(value)
  const [age] = [...reader, ...(own ? [own] : [])].toSorted((a, b) => a.asOf - b.asOf)
  return { value, age }
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
