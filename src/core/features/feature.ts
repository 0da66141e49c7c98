import type { z } from 'zod'
import type { AppTable } from '../../shared/operations/index.ts'
import type { Operation } from '../../shared/operations/operation.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'

/** One handler for each operation of the app's table; a missing one does not compile. */
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

/** All but the cache, which answers calls of all others. */
export type OwnHandlers = Omit<Handlers, 'cache'>

/** One thing that Latchkey does: it answers some families of the app's table. */
export interface Feature<Family extends keyof Handlers> {
  handlers: Pick<Handlers, Family>
  /** Forgets an account that signed out. Stated even if nothing is remembered, so that no feature leaves it out. */
  forgetAccount: ((account: string) => unknown) | 'remembers nothing'
  /** Ends timers, and closes files. */
  close?(): unknown
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** The handlers of all features. A family that no feature answers does not compile where they are used. */
export function handlersOf<const Features extends readonly Feature<never>[]>(
  features: Features,
): Intersection<Features[number]['handlers']> {
  return Object.assign({}, ...features.map(({ handlers }) => handlers))
}
