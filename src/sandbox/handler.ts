import type { ServiceTable } from '../shared/gitlab/index.ts'
import type { Caller, Context } from './context.ts'
import type { Scope } from './database/tokens.ts'
import type { Declaration, Values } from './parameters.ts'
import type { RawParameters } from './request-parameters.ts'

/** A request that passed all of its endpoint's and handler's checks. */
export interface Call<V> {
  context: Context
  /** The caller. The getter throws for anonymous requests, which only anonymous endpoints receive. */
  readonly caller: Caller
  /** The caller, or undefined for an anonymous request. */
  readonly optionalCaller: Caller | undefined
  values: V
  /** The request's path with its query. */
  url: URL
  headers: Headers
}

/** A rule that involves several parameters and may depend on the instance. Returns an error message. */
export type InstanceRule = (
  raw: RawParameters,
  instance: Pick<Context, 'flavor' | 'release'>,
) => string | undefined

/** How the sandbox implements an endpoint in the shared table. */
export interface Handler<D extends Declaration = Declaration> {
  /** All accepted parameters, including path parameters, whose ids are `required(integer())`. */
  parameters?: D
  rules?: readonly InstanceRule[]
  /** Scopes accepted in addition to the method's default ones. */
  scopes?: readonly Scope[]
  /** The permission for fine-grained tokens, if its name doesn't follow from the endpoint's. */
  permission?: string
  /** Runs before the request's token is checked. */
  beforeAuthentication?(context: Context, headers: Headers): void
  /** The error for callers who aren't administrators, if it isn't "403 Forbidden". */
  notAdminMessage?: string
  /**
   * The handler is also called without a token, although the endpoint requires one, and rejects the request with its
   * own message.
   */
  allowsAnonymous?: true
  /** Returns the JSON body for the endpoint's status, nothing for an empty response, or a complete `Response`. */
  answer(call: Call<Values<D>>): unknown
}

/** One handler per operation of a family. A missing handler is a compile error. */
export type FamilyHandlers<Family extends keyof ServiceTable> = {
  [Operation in keyof ServiceTable[Family]]: Handler
}

/** The handlers of all families. */
export type Handlers = { [Family in keyof ServiceTable]: FamilyHandlers<Family> }

/** Defines a handler whose parameter values are typed by its declaration. */
export function defineHandler<const D extends Declaration = Record<never, never>>(
  definition: Handler<D>,
): Handler {
  return definition as Handler
}
