import { z } from 'zod'
import { parse } from './parse.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The maximum size of a response. Larger responses fail. */
export interface AnswerLimits {
  /** Size in bytes after decompression. */
  bytes: number
  /** Number of values in the JSON, at all levels. */
  values: number
}

/** Traits of an endpoint. */
export interface EndpointTraits {
  /** Limits for larger responses, see `answerLimits`. */
  limits?: AnswerLimits
  /** Whether the response is paginated with `page` and `per_page`. */
  paged?: true
  /** Whether it also supports keyset pagination (`pagination=keyset`, with an opaque cursor in `Link`). */
  keyset?: true
  /** For administrators only. */
  admin?: true
  /** Changes something other than the user's own account, so it is recorded in the administrators' audit log. */
  shared?: true
  /** Doesn't require a token. */
  anonymous?: true
  /** The response contains a token that can never be read again. */
  secret?: true
  /** Changes nothing, although it isn't a GET, so a lost response leaves no doubt. */
  changesNothing?: true
  /** The parameter that is a secret: sent in the body, never in the URL, and removed from the response. */
  sentSecret?: string
  /** Screens must not call it directly, because one of Latchkey's own operations wraps it. */
  local?: true
  /** Must return the current state, never a cached response. */
  fresh?: true
  /**
   * Missing from the API specification, so an instance may lack it. A 401 may refer to the requested object instead of
   * the token.
   */
  optional?: true
}

/** Declares one endpoint of the GitLab API. */
export interface Endpoint<
  Path extends string = string,
  Parameters extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends EndpointTraits {
  readonly method: Method
  /** Relative to `{base_url}/api/v4`, with `:name` for each path parameter. */
  readonly path: Path
  /** Schemas of the path parameters, by name. */
  readonly pathParameters: Readonly<Record<string, z.ZodType>>
  /** Accepts exactly the path parameters. */
  readonly pathSchema: z.ZodType
  /** Sent in the query string for GET and DELETE, otherwise or with `sentSecret` as the JSON body. */
  readonly parameters: Parameters
  readonly returns: Answer
  /** The status codes that mean success. Any other 2xx is a failure. */
  readonly status: readonly number[]
}

export type AnyEndpoint = Endpoint<string, z.ZodType, z.ZodType>
/** An endpoint that returns a list. */
export type ListEndpoint<Item> = Endpoint<string, z.ZodType, z.ZodType<Item[]>> & { paged?: true }

type PathParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type PathParameterValue<Name extends string> = Name extends
  'provider' | 'attribute' | 'group' | 'project'
  ? string
  : Name extends `${string}_or_username`
    ? string | number
    : number

/** The input of a call: path parameters and all other parameters in one flat object. */
export type EndpointInput<E> =
  E extends Endpoint<infer Path, infer Parameters, z.ZodType>
    ? { [Name in PathParameterNames<Path>]: PathParameterValue<Name> } & Sent<Parameters>
    : never

/** For an endpoint without parameters, the input is just its path parameters. */
type Sent<Parameters extends z.ZodType> =
  z.input<Parameters> extends Record<string, never> ? unknown : z.input<Parameters>

/** The result of a call. */
export type EndpointAnswer<E> =
  E extends Endpoint<string, z.ZodType, infer Answer> ? z.output<Answer> : never

const none = z.strictObject({})
/** The response of an endpoint that succeeds without a body. */
export const noContent = z.undefined()

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
/** An endpoint with its traits in its type, because `paged` and `local` determine what a screen may call. */
type DeclaredEndpoint<
  Path extends string,
  P extends z.ZodType,
  A extends z.ZodType,
  Traits,
> = Endpoint<Path, P, A> & Pick<Traits, keyof Traits & keyof EndpointTraits>

/** Declares one endpoint. All except DELETE must declare what they return. */
export function endpoint<
  Path extends string,
  Parameters extends z.ZodType = typeof none,
  Answer extends z.ZodType = typeof noContent,
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
    returns = noContent,
    status,
    ...traits
  }: Partial<Options<z.ZodType, z.ZodType>> & EndpointTraits = {},
): AnyEndpoint {
  const pathParameters = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, pathParameter(name!)]),
  )
  return {
    method,
    path,
    pathParameters,
    pathSchema: z.strictObject(pathParameters),
    parameters: query ?? body ?? none,
    returns,
    status: status ?? [successStatus[method]],
    ...traits,
  }
}

const defaultLimits = {
  record: { bytes: 1024 * 1024, values: 20_000 },
  // A page has 100 entries. A user takes 1.2 kB and 50 values, a GPG key about 10 kB.
  page: { bytes: 4 * 1024 * 1024, values: 100_000 },
} satisfies Record<string, AnswerLimits>

/** The maximum size of a response. */
export function answerLimits({ limits, paged }: AnyEndpoint): AnswerLimits {
  return limits ?? (paged ? defaultLimits.page : defaultLimits.record)
}

const PathId = z.int().positive()
// URL parsers resolve `.` and `..` in any encoding, and a lone surrogate can't be encoded at all.
const PathText = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => text !== '.' && text !== '..' && text.isWellFormed())

function pathParameter(name: string): z.ZodType {
  if (['provider', 'attribute', 'group', 'project'].includes(name)) return PathText
  return name.endsWith('_or_username') ? z.union([PathId, PathText]) : PathId
}

/** Validated input, split into path parameters and others. */
export interface CheckedInput {
  path: Record<string, string | number>
  parameters: Record<string, unknown>
}

const Fields = z.record(z.string(), z.unknown())

/** Validates an endpoint's input and splits it. Throws a `ZodError` that lists every invalid field. */
export function checkInput(endpoint: AnyEndpoint, input: unknown): CheckedInput {
  const fields = parse(Fields, input ?? {})
  const path: Record<string, unknown> = {}
  const parameters: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (Object.hasOwn(endpoint.pathParameters, name)) path[name] = value
    else parameters[name] = value
  }
  return {
    path: parse(endpoint.pathSchema, path) as CheckedInput['path'],
    parameters: parse(endpoint.parameters, parameters) as CheckedInput['parameters'],
  }
}

/** Fills in the parameters of a request's path. */
export function fillPath({ path }: AnyEndpoint, values: CheckedInput['path']): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name]!))
}
