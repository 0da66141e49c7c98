import { STATUS_CODES } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'

/** All faults with their help text, which starts with a placeholder if the fault takes a value. */
export const faultKinds = {
  latency: '=MS Delays the response by this many milliseconds.',
  status: '=CODE Returns this status without handling the request.',
  gone: 'Responds as for an unknown user without handling the request.',
  'reset-before': 'Resets the connection without handling the request.',
  'reset-after': 'Handles the request, then resets the connection so that the response is lost.',
  truncate: 'Sends half of the body with the full content length.',
  html: 'Returns the page of a captive portal without handling the request.',
  'content-type': '=TYPE Sets the content type of the response.',
  redirect: '=URL Redirects there without handling the request.',
  'self-link': 'Links to the current page as the next page.',
  'empty-page': 'Inserts an empty page before the requested one.',
  'read-only': 'Refuses changes as a Geo secondary does, and GitLab 17 in maintenance mode.',
  maintenance:
    '=SECONDS Refuses changes as newer versions do in maintenance mode, and asks to retry after this time; 0 names none.',
} as const
export type FaultKind = keyof typeof faultKinds

/** A fault and the calls it targets. */
export interface FaultRule {
  /** `*` matches any method. */
  method: string
  /** Relative to `/api/v4`, or a full path outside it. `*` matches within a segment, `**` across segments. */
  path: string
  /** Which matching calls, counted from 1: the second (`2`), the second and later (`2+`), or all (`*`). */
  calls: number | string
  kind: FaultKind
  value?: number | string
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** A call that a fault applies to. */
interface FaultCall {
  request: Request
  env: HttpBindings
  value: string
  /** This call's number among the matching ones, from 1. */
  call: number
  next(): Promise<Response>
}

/** Parses `<METHOD> <path glob> <n|n+|*> <kind>[=<value>]`. Throws an error with a readable message. */
export function parseFault(text: string): FaultRule {
  const [, method, path, calls, kind, value] =
    /^(\S+) (\S+) (\S+) ([a-z-]+)(?:=(.+))?$/.exec(text.trim()) ?? []
  if (method === undefined || path === undefined || calls === undefined) {
    throw new Error(
      `The fault "${text}" is not of the form "METHOD PATH CALLS KIND". ` +
        'Example: "PUT /user/status 1 reset-after".',
    )
  }
  return { method, path, calls, kind: kind as FaultKind, ...(value === undefined ? {} : { value }) }
}

/**
 * Creates a wrapper that applies the rules to a fetch handler. Throws an error with a readable message for an invalid
 * rule.
 */
export function createFaults(
  rules: readonly FaultRule[],
  /** The path of the sandbox's base URL. */
  root = '',
): (fetch: Fetch) => Fetch {
  const faults = rules.map((rule) => compileRule(rule, root))
  return (fetch) => (request, env) => {
    const matchingFaults = faults.map((fault) => fault(request)).filter((one) => one !== undefined)
    // The first rule is the outermost.
    return matchingFaults.reduceRight<Fetch>(
      (next, { kind, value, call }) =>
        (...args) =>
          faultHandlers[kind]({ request, env, value, call, next: async () => next(...args) }),
      fetch,
    )(request, env)
  }
}

const faultHandlers: Record<FaultKind, (strike: FaultCall) => Promise<Response>> = {
  async latency({ env, value, next }) {
    await delay(Number(value), undefined, { ref: false })
    // Disconnected clients don't need a response.
    return env.incoming.socket.destroyed ? noResponse() : next()
  },

  async status({ value }) {
    const status = Number(value)
    if ([204, 205, 304].includes(status)) return new Response(null, { status })
    const message = `${status} ${STATUS_CODES[status] ?? 'Unknown'}`
    return Response.json({ message }, { status })
  },

  // Only this body means that a user was deleted; a plain 404 (`status=404`) may be from a proxy.
  gone: async () => Response.json({ message: '404 User Not Found' }, { status: 404 }),

  'reset-before': async ({ env }) => resetConnection(env),

  async 'reset-after'({ env, next }) {
    await next()
    return resetConnection(env)
  },

  async truncate({ env, next }) {
    const response = await next()
    const bytes = new Uint8Array(await response.clone().arrayBuffer())
    if (bytes.length < 2) return response
    const headers = { ...Object.fromEntries(response.headers), 'content-length': bytes.length }
    env.outgoing.writeHead(response.status, headers)
    env.outgoing.write(bytes.subarray(0, bytes.length / 2), () => env.outgoing.destroy())
    return noResponse()
  },

  async html() {
    const page = '<!doctype html><title>Guest network</title><form><button>Sign in</button></form>'
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  },

  'content-type': async ({ value, next }) => withHeaders(await next(), { 'content-type': value }),

  async redirect({ value }) {
    return new Response(null, { status: 302, headers: { location: value } })
  },

  async 'self-link'({ request, next }) {
    return withHeaders(await next(), { link: `<${request.url}>; rel="next"` })
  },

  async 'empty-page'({ request, call }) {
    // Links to the requested page, so no row is lost, under a different URL, so clients don't loop.
    const url = new URL(request.url)
    url.searchParams.set('gap', String(call))
    return Response.json([], { headers: { link: `<${url.href}>; rel="next"` } })
  },

  // lib/gitlab/middleware/read_only/controller.rb
  async 'read-only'({ request, next }) {
    if (!writes.includes(request.method)) return next()
    if (!request.headers.get('content-type')?.startsWith('application/json')) {
      const headers = { location: new URL('/', request.url).href }
      return new Response(null, { status: 301, headers })
    }
    const message = 'You cannot perform write operations on a read-only instance'
    return Response.json({ message }, { status: 403 })
  },

  // doc/administration/maintenance_mode/_index.md
  async maintenance({ request, value, next }) {
    if (!writes.includes(request.method)) return next()
    const message = 'GitLab Maintenance: system is in maintenance mode'
    const headers: Record<string, string> = Number(value) > 0 ? { 'retry-after': value } : {}
    return Response.json({ message }, { status: 503, headers })
  },
}

const writes: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Compiles a rule to a function that counts matching calls and returns the fault for each call it applies to. */
function compileRule(rule: FaultRule, root: string) {
  const { method, kind, value = '' } = rule
  assertValidRule(rule)
  const path = globPattern(rule.path)
  const [from, to] = callRange(rule)
  let call = 0
  return (request: Request) => {
    const pathname = new URL(request.url).pathname
      .slice(root.length)
      .replace(/^\/api\/v4(?=\/)/, '')
    if ((method !== '*' && method !== request.method) || !path.test(pathname)) return undefined
    call += 1
    return call >= from && call <= to ? { kind, value: String(value), call } : undefined
  }
}

function assertValidRule({ kind, value = '' }: FaultRule): void {
  if (!Object.hasOwn(faultKinds, kind)) {
    throw new Error(`Unknown fault kind ${kind}. Use one of ${Object.keys(faultKinds).join(', ')}.`)
  }
  const valuePatterns: Partial<Record<FaultKind, RegExp>> = {
    latency: /^\d{1,7}$/,
    status: /^[2-5]\d\d$/,
    'content-type': /^[\x20-\x7e]+$/,
    redirect: /^[\x21-\x7e]+$/,
    maintenance: /^\d{1,6}$/,
  }
  if ((valuePatterns[kind] ?? /^$/).test(String(value))) return
  throw new Error(
    valuePatterns[kind]
      ? `The fault ${kind} has the invalid value "${value}". Write it as ${kind}${faultKinds[kind].split(' ')[0]}.`
      : `The fault ${kind} takes no value. Remove "=${value}".`,
  )
}

function callRange({ calls }: FaultRule): [number, number] {
  const [, first, open] = /^([1-9]\d*)(\+?)$/.exec(String(calls)) ?? []
  if (calls === '*') return [1, Infinity]
  if (first !== undefined) return [Number(first), open ? Infinity : Number(first)]
  throw new Error(`The fault has invalid calls "${calls}". Write a number, a number with +, or *.`)
}

function globPattern(glob: string): RegExp {
  const parts = glob.split(/(\*\*?)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}

function withHeaders(response: Response, changes: Record<string, string>): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(changes)) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

function resetConnection(env: HttpBindings): Promise<Response> {
  env.incoming.socket.resetAndDestroy()
  return noResponse()
}

/** A placeholder response for when the socket was closed or written to directly. */
function noResponse(): Promise<Response> {
  return new Promise(() => undefined)
}
