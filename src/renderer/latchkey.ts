import { inject } from 'vue'
import type { InjectionKey } from 'vue'
import type { AppApi } from '../shared/app/index.ts'
import { FailureError } from '../shared/failure.ts'
import type { Failure } from '../shared/failure.ts'
import type { Host } from '../shared/host.ts'
import type { ServiceApi } from '../shared/service/index.ts'

/** Both tables as a screen calls them: `latchkey(account).status.get()`. */
export type Latchkey = (account?: string) => ServiceApi & AppApi

/** Forms names and unwraps envelopes; a failure is thrown as `FailureError`. Knows no single operation. */
export function createLatchkey(host: Host): Latchkey {
  return (account) =>
    properties((family) =>
      properties((operation) => (input: unknown = {}) => {
        return host.invoke(`${family}.${operation}`, input, account).then(unwrap)
      }),
    ) as ServiceApi & AppApi
}

function unwrap(envelope: Awaited<ReturnType<Host['invoke']>>): unknown {
  if (envelope.ok) return envelope.value
  throw new FailureError(envelope.failure)
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
