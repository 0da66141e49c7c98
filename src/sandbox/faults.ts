import { STATUS_CODES } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'

/** All that can be made to go wrong, with what it does; where there is a value, the text names it first. */
export const faultKinds = {
  latency: '=MS waits so many milliseconds before it goes on.',
  status: '=CODE answers with that status instead of doing anything.',
  gone: 'answers that there is no such user instead of doing anything.',
  'reset-before': 'resets the connection instead of doing anything.',
  'reset-after': 'does what was asked and then resets the connection: the answer is lost.',
  truncate: 'sends half of the body under the length of the whole one.',
  html: 'answers with the sign-in page of a network instead of doing anything.',
  'content-type': '=TYPE says that the answer is of that type.',
  redirect: '=URL redirects there instead of doing anything.',
  'self-link': 'names the same page as the next one.',
  'empty-page': 'puts an empty page before the one that was asked for.',
} as const
export type FaultKind = keyof typeof faultKinds

/** One thing that goes wrong, and when. */
export interface FaultRule {
  /** `*` is any. */
  method: string
  /** Below `/api/v4`, or a whole path elsewhere; `*` is anything within a part of it, `**` anything. */
  path: string
  /** Which of the calls that match, from 1: that one (`2`), that one and all after it (`2+`), or all (`*`). */
  calls: number | string
  kind: FaultKind
  value?: number | string
}

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** A fault that meets a call. */
interface FaultCall {
  request: Request
  env: HttpBindings
  value: string
  /** Which call it is of those that match, from 1. */
  call: number
  next(): Promise<Response>
}

/** Reads `<METHOD> <path glob> <n|n+|*> <kind>[=<value>]`. Throws with a sentence for a person. */
export function parseFault(text: string): FaultRule {
  const [, method, path, calls, kind, value] =
    /^(\S+) (\S+) (\S+) ([a-z-]+)(?:=(.+))?$/.exec(text.trim()) ?? []
  if (method === undefined || path === undefined || calls === undefined) {
    throw new Error(
      `The fault "${text}" is not of the form "METHOD path calls kind". ` +
        'Write for example "PUT /user/status 1 reset-after".',
    )
  }
  return { method, path, calls, kind: kind as FaultKind, ...(value === undefined ? {} : { value }) }
}

/** Makes what lets these rules meet the calls of a service. Throws with a sentence where a rule makes no sense. */
export function createFaults(rules: readonly FaultRule[]): (fetch: Fetch) => Fetch {
  const faults = rules.map(compileRule)
  return (fetch) => (request, env) => {
    const matchingFaults = faults.map((fault) => fault(request)).filter((one) => one !== undefined)
    // The rule that was named first is the outermost one.
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
    // Whoever has gone meanwhile asks for nothing any more.
    return env.incoming.socket.destroyed ? noResponse() : next()
  },

  async status({ value }) {
    const status = Number(value)
    if ([204, 205, 304].includes(status)) return new Response(null, { status })
    const message = `${status} ${STATUS_CODES[status] ?? 'Unknown'}`
    return Response.json({ message }, { status })
  },

  // The only answer that says that a user is gone; `status=404` may come from a proxy.
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
    // What follows is the page that was asked for, so no row is lost; its address differs, so nobody goes in circles.
    const url = new URL(request.url)
    url.searchParams.set('gap', String(call))
    return Response.json([], { headers: { link: `<${url.href}>; rel="next"` } })
  },
}

/** A rule that counts its calls, and says of each whether it is struck. */
function compileRule(rule: FaultRule) {
  const { method, kind, value = '' } = rule
  assertValidRule(rule)
  const path = globPattern(rule.path)
  const [from, to] = callRange(rule)
  let call = 0
  return (request: Request) => {
    const pathname = new URL(request.url).pathname.replace(/^\/api\/v4(?=\/)/, '')
    if ((method !== '*' && method !== request.method) || !path.test(pathname)) return undefined
    call += 1
    return call >= from && call <= to ? { kind, value: String(value), call } : undefined
  }
}

function assertValidRule({ kind, value = '' }: FaultRule): void {
  if (!Object.hasOwn(faultKinds, kind)) {
    throw new Error(
      `There is no fault of the kind ${kind}. Name one of ${Object.keys(faultKinds).join(', ')}.`,
    )
  }
  const valuePatterns: Partial<Record<FaultKind, RegExp>> = {
    latency: /^\d{1,7}$/,
    status: /^[2-5]\d\d$/,
    'content-type': /^[\x20-\x7e]+$/,
    redirect: /^[\x21-\x7e]+$/,
  }
  if ((valuePatterns[kind] ?? /^$/).test(String(value))) return
  throw new Error(
    valuePatterns[kind]
      ? `The fault ${kind} does not work with the value "${value}". Write it as ${kind}${faultKinds[kind].split(' ')[0]}.`
      : `The fault ${kind} takes no value. Leave "=${value}" out.`,
  )
}

function callRange({ calls }: FaultRule): [number, number] {
  const [, first, open] = /^([1-9]\d*)(\+?)$/.exec(String(calls)) ?? []
  if (calls === '*') return [1, Infinity]
  if (first !== undefined) return [Number(first), open ? Infinity : Number(first)]
  throw new Error(
    `The calls "${calls}" of a fault are none. Write a number, a number with +, or *.`,
  )
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

/** Stands for the answer where there is nobody to answer, or all has been said on the socket. */
function noResponse(): Promise<Response> {
  return new Promise(() => undefined)
}
