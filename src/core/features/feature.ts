import type { z } from 'zod'
import type { AppTable } from '../../shared/operations/index.ts'
import type { Operation } from '../../shared/operations/operation.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'

/** One handler per operation of the app's table; a missing one is a compile error. */
export type Handlers = {
  [Family in keyof AppTable]: {
    [Name in keyof AppTable[Family]]: AppTable[Family][Name] extends Operation<
      infer Input,
      infer Output,
      infer NeedsAccount
    >
      ? (
          input: z.output<Input>,
          service: ServiceOf<NeedsAccount>,
        ) => z.input<Output> | Promise<z.input<Output>>
      : never
  }
}

type ServiceOf<NeedsAccount> = NeedsAccount extends true
  ? GitLabClient
  : NeedsAccount extends 'optional'
    ? GitLabClient | undefined
    : undefined

/** All handlers except the cache's, which handles calls for all others. */
export type OwnHandlers = Omit<Handlers, 'cache'>

/** A feature of Latchkey, which implements some families of the app's table. */
export interface Feature<Family extends keyof Handlers> {
  handlers: Pick<Handlers, Family>
  /** Called after an account signed out. Required even if nothing is stored, so that it isn't forgotten in a feature. */
  forgetAccount: ((account: string) => unknown) | 'remembers nothing'
  /** Stops timers and closes files. */
  close?(): unknown
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** The handlers of all features. A family without a feature is a compile error at the call site. */
export function handlersOf<const Features extends readonly Feature<never>[]>(
  features: Features,
): Intersection<Features[number]['handlers']> {
  return Object.assign({}, ...features.map(({ handlers }) => handlers))
}
