import { expect } from 'vitest'
import type { Mail } from '../context.ts'
import { allRoutes } from '../routes.ts'
import { startSeededSandbox } from './seeded-sandbox.ts'
import { contractError } from './contract.ts'
import type { Sandbox, SandboxOptions } from '../start.ts'

interface Answer {
  status: number
  /** Parsed JSON, or text if it isn't JSON; undefined without a body. */
  body: unknown
  headers: Headers
}

interface Ask {
  token?: string
  headers?: Record<string, string>
  /** Sent as JSON unless it is a form. */
  body?: unknown
}

/** A sandbox on a free port, with a clock that tests can set. */
export interface TestSandbox extends Sandbox {
  clock: { now: Date }
  /** All emails sent so far. */
  mails: Mail[]
  /** Sends a request and checks a successful response against the shared table. */
  ask(method: string, path: string, options?: Ask): Promise<Answer>
  /** The same with the regular user's token. */
  asUser(method: string, path: string, body?: unknown): Promise<Answer>
  /** The same with the administrator's token. */
  asAdmin(method: string, path: string, body?: unknown): Promise<Answer>
}

/** Noon on a summer day. */
export const noon = new Date('2025-07-01T12:00:00.000Z')

export async function startTestSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const clock = { now: noon }
  const mails: Mail[] = []
  const sandbox = await startSeededSandbox({
    users: 0,
    now: () => clock.now,
    mail: (mail) => mails.push(mail),
    ...options,
  })
  const ask = async (method: string, path: string, { token, headers, body }: Ask = {}) => {
    const response = await fetch(`${sandbox.url}/api/v4${path}`, {
      method,
      headers: {
        ...(token ? { 'private-token': token } : {}),
        ...contentTypeHeader(body),
        ...headers,
      },
      body: isForm(body) ? body : body === undefined ? null : JSON.stringify(body),
    })
    const answer = { status: response.status, body: parseBody(await response.text()) }
    if (response.ok) expectContract(method, path, answer)
    return { ...answer, headers: response.headers }
  }
  const { user, admin } = sandbox.tokens
  return {
    ...sandbox,
    clock,
    mails,
    ask,
    asUser: (method, path, body) => ask(method, path, { token: user, body }),
    asAdmin: (method, path, body) => ask(method, path, { token: admin, body }),
  }
}

function isForm(body: unknown): body is FormData | URLSearchParams {
  return body instanceof FormData || body instanceof URLSearchParams
}

function contentTypeHeader(body: unknown): Record<string, string> {
  return body === undefined || isForm(body) ? {} : { 'content-type': 'application/json' }
}

function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function expectContract(method: string, path: string, { status, body }: Omit<Answer, 'headers'>) {
  const pathname = path.split('?')[0]!
  const { endpoint } = endpoints.find(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname),
  )!
  expect(endpoint.status).toContain(status)
  expect(contractError(endpoint, body)).toBeUndefined()
}

const endpoints = allRoutes().map(({ endpoint }) => ({
  endpoint,
  pattern: patternOf(endpoint.path),
}))

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(id|user_id)\b/g, '\\d+').replace(/:\w+/g, '[^/]+')}$`)
}
