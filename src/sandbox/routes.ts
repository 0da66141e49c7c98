import type { Hono } from 'hono'
import type { AnyEndpoint, Method } from '../shared/gitlab/endpoint.ts'
import { type ServiceOperationName, serviceTable } from '../shared/gitlab/index.ts'
import { recordActivity } from './activity.ts'
import { authenticate, assertAdmin } from './authentication.ts'
import type { Caller, Context } from './context.ts'
import { notAllowed, unauthorized } from './errors.ts'
import { handlers } from './families/index.ts'
import type { Call, Handler } from './handler.ts'
import { type Values, type Declaration, checkParameters } from './parameters.ts'
import { readParameters } from './request-parameters.ts'

const base = '/api/v4'

/** An endpoint in the shared table, with its handler. */
export interface Route {
  name: ServiceOperationName
  endpoint: AnyEndpoint
  handler: Handler
}

/** All endpoints. If two paths match, the more specific one comes first, so `self` isn't taken for an ID. */
export function allRoutes(): Route[] {
  const families: Record<string, Record<string, Handler>> = handlers
  const routes = Object.entries(serviceTable).flatMap(([family, endpoints]) =>
    Object.entries<AnyEndpoint>(endpoints).map(([operation, endpoint]) => ({
      name: `${family}.${operation}` as ServiceOperationName,
      endpoint,
      handler: families[family]![operation]!,
    })),
  )
  const parameterCount = ({ endpoint }: Route) => Object.keys(endpoint.pathParameters).length
  return routes.toSorted((a, b) => parameterCount(a) - parameterCount(b))
}

/** Endpoints that are missing from instances that can't list personal access tokens. */
const tokenListEndpoints: ReadonlySet<ServiceOperationName> = new Set([
  'associations.addGroupMember',
  'associations.addProjectMember',
  'associations.allGroupMembers',
  'associations.allProjectMembers',
  'associations.changeGroupMember',
  'associations.changeProjectMember',
  'associations.groupMember',
  'associations.listGroupMembers',
  'associations.listProjectMembers',
  'associations.projectMember',
  'associations.removeGroupMember',
  'associations.removeProjectMember',
  'groups.get',
  'groups.list',
  'groups.listDescendants',
  'groups.listProjects',
  'projects.list',
  'personalAccessTokens.list',
  'personalAccessTokens.get',
  'personalAccessTokens.revoke',
  'personalAccessTokens.rotate',
])

const lookupEndpoints: ReadonlySet<ServiceOperationName> = new Set([
  'anyTokens.identify',
  'anyTokens.revoke',
  'sshKeys.find',
])

function isServed(context: Context, { name, endpoint }: Route): boolean {
  const { flavor, release, hasLookup, hasPipelines, hasTokenList, userApplications } = context
  if (!release.serves(name)) return false
  if (endpoint.optional && !flavor.servesOptionalEndpoints) return false
  if (!userApplications && name.startsWith('userApplications.')) return false
  if (!hasLookup && lookupEndpoints.has(name)) return false
  if (!hasPipelines && /^(pipelineSchedules|runners)\./.test(name)) return false
  return hasTokenList || !tokenListEndpoints.has(name)
}

/** Registers all endpoints that this instance supports, and 405 for other methods on their paths. */
export function registerRoutes(app: Hono, context: Context): void {
  const methods = new Map<string, string[]>()
  for (const route of allRoutes().filter((route) => isServed(context, route))) {
    const path = base + routerPath(route.endpoint.path)
    methods.set(path, [...(methods.get(path) ?? []), route.endpoint.method])
    app.on(route.endpoint.method, path, (c) =>
      handleRequest(context, route, c.req.raw, c.req.param()),
    )
  }
  // Registered after all endpoints, because one endpoint's path may match another's.
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      throw notAllowed(allowed)
    })
  }
}

async function handleRequest(
  context: Context,
  { name, endpoint: declared, handler }: Route,
  request: Request,
  path: Record<string, string>,
): Promise<Response> {
  const raw = context.release.withoutUnknownParameters(name, await readParameters(request, path))
  // Nothing is awaited from here to the response, so no other request can run between reads and writes.
  const endpoint = handler.allowsAnonymous ? { ...declared, anonymous: true as const } : declared
  const requirements = {
    permission: handler.permission ?? requiredPermission(name, endpoint.method),
    extraScopes: handler.scopes ?? [],
  }
  handler.beforeAuthentication?.(context, request.headers)
  const caller = authenticate(context, endpoint, request.headers, raw, requirements)
  if (caller) recordActivity(context, caller)
  // As in Grape, parameters are validated before permissions and lookups.
  const rules = handler.rules?.map((rule) => () => rule(raw, context))
  const values = checkParameters(handler.parameters ?? {}, raw, rules)
  if (endpoint.admin) assertAdmin(caller, handler.notAdminMessage)
  context.rateLimits?.check(name, caller)
  return toResponse(endpoint, await handler.answer(createCall(context, caller, values, request)))
}

function createCall(
  context: Context,
  visitor: Caller | undefined,
  values: Values<Declaration>,
  { url, headers }: Request,
): Call<Values<Declaration>> {
  return {
    context,
    optionalCaller: visitor,
    values,
    url: new URL(url),
    headers,
    get caller() {
      if (!visitor) throw unauthorized()
      return visitor
    },
  }
}

function toResponse(endpoint: AnyEndpoint, answer: unknown): Response {
  if (answer instanceof Response) return answer
  const status = endpoint.status[0]!
  return answer === undefined ? new Response(null, { status }) : Response.json(answer, { status })
}

/** User ids must be digits for the route to match. Other ids are validated as parameters (`lib/api/users.rb`). */
function routerPath(path: string): string {
  return path.replace(/:(id|user_id)(?=\/|$)/g, ':$1{[0-9]+}')
}

const verbs: Record<Method, string> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
}

/**
 * The permission that an endpoint requires of fine-grained tokens, such as `read_ssh_key`. Follows GitLab's naming
 * (`config/authz/permissions`).
 */
function requiredPermission(route: ServiceOperationName, method: Method): string {
  const [family = ''] = route.split('.')
  // `sshKeys` becomes `ssh_key`; `status` is unchanged.
  const resource = family.replace(/(?<!u)s$/, '').replace(/[A-Z]/g, (letter) => `_${letter}`)
  return `${verbs[method]}_${resource.toLowerCase()}`
}
