import type { z } from 'zod'
import { status, user } from './current-user.ts'
import type { AnyEndpoint, EndpointAnswer, EndpointInput } from './endpoint.ts'

/** Every endpoint of the accounts service that Latchkey knows, by family and operation. */
export const serviceTable = { user, status } satisfies Record<string, Record<string, AnyEndpoint>>

export type ServiceTable = typeof serviceTable

/** A page of a list, as a screen gets it. */
export interface Page<Item> {
  items: Item[]
  /** Asks for the next page when sent back as `cursor`; absent on the last one. */
  next?: string
  /** Absent above 10,000 rows and in keyset paging. */
  total?: number
}

type Callable<E> = E extends { paged: true; returns: z.ZodType<(infer Item)[]> }
  ? (input: EndpointInput<E> & { cursor?: string }) => Promise<Page<Item>>
  : Record<never, never> extends EndpointInput<E>
    ? (input?: EndpointInput<E>) => Promise<EndpointAnswer<E>>
    : (input: EndpointInput<E>) => Promise<EndpointAnswer<E>>

/** The service as screens call it: every row that is not `local`. */
export type ServiceApi = {
  [Family in keyof ServiceTable]: {
    [Operation in keyof ServiceTable[Family]]: Callable<ServiceTable[Family][Operation]>
  }
}
