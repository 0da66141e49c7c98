import { z } from 'zod'
import { parse } from './parse.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The maximum size of an endpoint's answer; a larger one is a failure. */
export interface AnswerLimits {
  /** Bytes when unpacked. */
  bytes: number
  /** Values in its JSON, at all levels. */
  values: number
}

/** Special properties of an endpoint. */
export interface EndpointTraits {
  /** The limits of larger answers, see `answerLimits`. */
  limits?: AnswerLimits
  /** Answers come in pages of `page` and `per_page`. */
  paged?: true
  /** Can also be paged by keyset (`pagination=keyset`, an opaque cursor in `Link`). */
  keyset?: true
  /** For administrators only. */
  admin?: true
  /** Needs no token. */
  anonymous?: true
  /** The answer has a token that can never be read again. */
  secret?: true
  /** Screens may not call it directly, because Latchkey has rules of its own for it. */
  local?: true
  /** Read to learn the current state, so that no cached answer may be used. */
  fresh?: true
  /** Not in the interface document, so that an instance may lack it. A 401 may be about what was asked for, not about the token. */
  optional?: true
}

/** One endpoint of the accounts service, as data. */
export interface Endpoint<
  Path extends string = string,
  Parameters extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends EndpointTraits {
  readonly method: Method
  /** Relative to `{base_url}/api/v4`, with `:name` for each path parameter. */
  readonly path: Path
  /** The schemas of the path parameters, by name. */
  readonly pathParameters: Readonly<Record<string, z.ZodType>>
  /** Sent in the query of GET and DELETE, and as the JSON body of the others. */
  readonly parameters: Parameters
  readonly returns: Answer
  /** The statuses that mean success. Another 2xx does not. */
  readonly status: readonly number[]
}

export type AnyEndpoint = Endpoint<string, z.ZodType, z.ZodType>
/** An endpoint that answers with a list. */
export type ListEndpoint<Item> = Endpoint<string, z.ZodType, z.ZodType<Item[]>> & { paged?: true }

type PathParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type PathParameterValue<Name extends string> = Name extends 'provider' | 'attribute'
  ? string
  : Name extends `${string}_or_username`
    ? string | number
    : number

/** The input of a call: path parameters and the rest in one flat object. */
export type EndpointInput<E> =
  E extends Endpoint<infer Path, infer Parameters, z.ZodType>
    ? { [Name in PathParameterNames<Path>]: PathParameterValue<Name> } & Sent<Parameters>
    : never

/** An endpoint without parameters adds nothing to its path parameters. */
type Sent<Parameters extends z.ZodType> =
  z.input<Parameters> extends Record<string, never> ? unknown : z.input<Parameters>

/** The result of a call. */
export type EndpointAnswer<E> =
  E extends Endpoint<string, z.ZodType, infer Answer> ? z.output<Answer> : never

const none = z.strictObject({})
/** The answer of an endpoint that succeeds without a body. */
export const nothing = z.undefined()

const successStatus: Record<Method, number> = {
  GET: 200,
  POST: 201,
  PUT: 200,
  PATCH: 200,
  DELETE: 204,
}

interface Options<Parameters extends z.ZodType, Answer extends z.ZodType> {
  status?: readonly number[]
  returns: Answer
  query?: Parameters
  body?: Parameters
}
type GetOptions<P extends z.ZodType, A extends z.ZodType> = Omit<Options<P, A>, 'body'>
type WriteOptions<P extends z.ZodType, A extends z.ZodType> = Omit<Options<P, A>, 'query'>
/** An endpoint with its traits in its type, so that `paged` and `local` decide what a screen may call. */
type DeclaredEndpoint<
  Path extends string,
  P extends z.ZodType,
  A extends z.ZodType,
  Traits,
> = Endpoint<Path, P, A> & Pick<Traits, keyof Traits & keyof EndpointTraits>

/** Declares one endpoint. All but DELETE must say what they return. */
export function endpoint<
  Path extends string,
  Parameters extends z.ZodType = typeof none,
  Answer extends z.ZodType = typeof nothing,
  Traits extends EndpointTraits = EndpointTraits,
>(
  method: 'DELETE',
  path: Path,
  options?: Partial<GetOptions<Parameters, Answer>> & Traits,
): DeclaredEndpoint<Path, Parameters, Answer, Traits>
export function endpoint<
  Path extends string,
  Answer extends z.ZodType,
  Traits extends EndpointTraits,
  Parameters extends z.ZodType = typeof none,
>(
  method: 'GET',
  path: Path,
  options: GetOptions<Parameters, Answer> & Traits,
): DeclaredEndpoint<Path, Parameters, Answer, Traits>
export function endpoint<
  Path extends string,
  Answer extends z.ZodType,
  Traits extends EndpointTraits,
  Parameters extends z.ZodType = typeof none,
>(
  method: 'POST' | 'PUT' | 'PATCH',
  path: Path,
  options: WriteOptions<Parameters, Answer> & Traits,
): DeclaredEndpoint<Path, Parameters, Answer, Traits>
export function endpoint(
  method: Method,
  path: string,
  {
    query,
    body,
    returns = nothing,
    status,
    ...traits
  }: Partial<Options<z.ZodType, z.ZodType>> & EndpointTraits = {},
): AnyEndpoint {
  return {
    method,
    path,
    pathParameters: Object.fromEntries(
      [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, pathParameter(name!)]),
    ),
    parameters: query ?? body ?? none,
    returns,
    status: status ?? [successStatus[method]],
    ...traits,
  }
}

const defaultLimits = {
  record: { bytes: 1024 * 1024, values: 20_000 },
  // A page has a hundred entries: users of 1.2 kB and 50 values, GPG keys of about 10 kB.
  page: { bytes: 4 * 1024 * 1024, values: 100_000 },
} satisfies Record<string, AnswerLimits>

/** The maximum size of an answer. */
export function answerLimits({ limits, paged }: AnyEndpoint): AnswerLimits {
  return limits ?? (paged ? defaultLimits.page : defaultLimits.record)
}

const PathId = z.int().positive()
// URL parsers resolve `.` and `..` however they are encoded; a lone surrogate cannot be encoded at all.
const PathText = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => text !== '.' && text !== '..' && text.isWellFormed())

function pathParameter(name: string): z.ZodType {
  if (name === 'provider' || name === 'attribute') return PathText
  return name.endsWith('_or_username') ? z.union([PathId, PathText]) : PathId
}

/** A checked input, split into path and other parameters. */
export interface CheckedInput {
  path: Record<string, string | number>
  parameters: Record<string, unknown>
}

/** Checks the input of an endpoint and splits it; throws a `ZodError` with each invalid field. */
export function checkInput(endpoint: AnyEndpoint, input: unknown): CheckedInput {
  const given = parse(z.record(z.string(), z.unknown()), input ?? {})
  const path: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(endpoint.pathParameters, name)) path[name] = value
    else rest[name] = value
  }
  return {
    path: parse(z.strictObject(endpoint.pathParameters), path) as CheckedInput['path'],
    parameters: parse(endpoint.parameters, rest) as CheckedInput['parameters'],
  }
}

/** The path of a request with its parameters filled in. */
export function fillPath({ path }: AnyEndpoint, values: CheckedInput['path']): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name]!))
}
