import type { z } from 'zod'
import type { AppTable } from '../../shared/operations/index.ts'
import type { Operation } from '../../shared/operations/operation.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'

/** One handler per operation in the app's table. If one is missing, the compiler reports it. */
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

/** All handlers except the cache's own, which takes calls to all the others. */
export type OwnHandlers = Omit<Handlers, 'cache'>

/** A feature of Latchkey. It implements some families in the app's table. */
export interface Feature<Family extends keyof Handlers> {
  handlers: Pick<Handlers, Family>
  /**
   * Called after an account has signed out. Required even for features that store nothing, so that none forgets about
   * it.
   */
  forgetAccount: ((account: string) => unknown) | 'remembers nothing'
  /** Stops timers and closes files. */
  close?(): unknown
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** All features' handlers. If a family has no feature, the compiler reports an error where this is called. */
export function handlersOf<const Features extends readonly Feature<never>[]>(
  features: Features,
): Intersection<Features[number]['handlers']> {
  return Object.assign({}, ...features.map(({ handlers }) => handlers))
}
