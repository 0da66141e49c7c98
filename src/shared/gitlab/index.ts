import type { z } from 'zod'
import { anyTokens } from './any-tokens.ts'
import { applications, userApplications } from './applications.ts'
import { associations } from './associations.ts'
import { customAttributes } from './custom-attributes.ts'
import { preferences, statusEndpoints, user } from './current-user.ts'
import { emails } from './emails.ts'
import { following } from './following.ts'
import { groups, projects } from './groups.ts'
import { gpgKeys } from './gpg-keys.ts'
import { moderation, twoFactor } from './moderation.ts'
import { pipelineSchedules, runners } from './pipelines.ts'
import { serviceAccounts } from './service-accounts.ts'
import { sshKeys } from './ssh-keys.ts'
import { impersonationTokens, personalAccessTokens } from './tokens.ts'
import { users } from './users.ts'
import type { AnyEndpoint, EndpointAnswer, EndpointInput } from './endpoint.ts'

/** Every GitLab endpoint that Latchkey uses, by family and operation. */
export const serviceTable = {
  users,
  user,
  status: statusEndpoints,
  preferences,
  following,
  serviceAccounts,
  associations,
  groups,
  projects,
  pipelineSchedules,
  runners,
  customAttributes,
  sshKeys,
  gpgKeys,
  emails,
  moderation,
  impersonationTokens,
  personalAccessTokens,
  anyTokens,
  twoFactor,
  applications,
  userApplications,
} satisfies Record<string, Record<string, AnyEndpoint>>

export type ServiceTable = typeof serviceTable

/** The name of an endpoint, such as `users.list`. */
export type ServiceOperationName = {
  [Family in keyof ServiceTable]: `${Family}.${keyof ServiceTable[Family] & string}`
}[keyof ServiceTable]

/** A page of a list, as screens receive it. */
export interface Page<Item> {
  items: Item[]
  /** The `cursor` for the next page; absent on the last page. */
  next?: string
  /** Absent for more than 10,000 rows and with keyset pagination. */
  total?: number
  /** The number of entries that couldn't be parsed and are missing from `items`. */
  skipped?: number
}

type Callable<E> = E extends { paged: true; returns: z.ZodType<(infer Item)[]> }
  ? (input: EndpointInput<E> & { cursor?: string }) => Promise<Page<Item>>
  : Record<never, never> extends EndpointInput<E>
    ? (input?: EndpointInput<E>) => Promise<EndpointAnswer<E>>
    : (input: EndpointInput<E>) => Promise<EndpointAnswer<E>>

type Open<Family> = {
  [Name in keyof Family as Family[Name] extends { local: true } ? never : Name]: Callable<
    Family[Name]
  >
}

/** The GitLab API as screens call it: every endpoint that is not `local`. */
export type ServiceApi = { [Family in keyof ServiceTable]: Open<ServiceTable[Family]> }
