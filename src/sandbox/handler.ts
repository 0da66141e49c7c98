import type { ServiceTable } from '../shared/gitlab/index.ts'
import type { Caller, Context } from './context.ts'
import type { Scope } from './database/tokens.ts'
import type { Declaration, Values } from './parameters.ts'
import type { RawParameters } from './request-parameters.ts'

/** A request that has passed all that its endpoint and its handler's declaration ask for. */
export interface Call<V> {
  context: Context
  /** Who acts. Reading it refuses a request that nobody signed, which only an anonymous endpoint gets. */
  readonly caller: Caller
  /** The same, undefined when nobody signed the request. */
  readonly optionalCaller: Caller | undefined
  values: V
  /** The address that was asked for, with its query. */
  url: URL
  headers: Headers
}

/** A rule over several parameters that may differ by instance; returns the text of its complaint. */
export type InstanceRule = (
  raw: RawParameters,
  instance: Pick<Context, 'flavor' | 'release'>,
) => string | undefined

/** What the sandbox does for one endpoint of the shared table. */
export interface Handler<D extends Declaration = Declaration> {
  /** All parameters that count, those of the path too; the path's ids are `required(integer())`. */
  parameters?: D
  rules?: readonly InstanceRule[]
  /** Scopes that do as well as the usual ones of the method. */
  scopes?: readonly Scope[]
  /** What a fine-grained token needs, if GitLab's name doesn't follow from the endpoint's. */
  permission?: string
  /** Runs before the token of the request is checked. */
  beforeAuthentication?(context: Context, headers: Headers): void
  /** What people who are no administrators are told of an administrators' endpoint, if not "403 Forbidden". */
  notAdminMessage?: string
  /** Also reached without a token, though its endpoint asks for one; it then refuses in words of its own. */
  allowsAnonymous?: true
  /** Returns the JSON to answer with the endpoint's status, nothing for an empty answer, or a whole `Response`. */
  answer(call: Call<Values<D>>): unknown
}

/** Every operation of a family has a handler; an endpoint without one does not compile. */
export type FamilyHandlers<Family extends keyof ServiceTable> = {
  [Operation in keyof ServiceTable[Family]]: Handler
}

/** All families. */
export type Handlers = { [Family in keyof ServiceTable]: FamilyHandlers<Family> }

/** States a handler; the types of its values follow from its parameters. */
export function defineHandler<const D extends Declaration = Record<never, never>>(
  definition: Handler<D>,
): Handler {
  return definition as Handler
}
