import { EventEmitter, once } from 'node:events'
import { readFlags } from '../../src/sandbox/flags.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { dateIn } from '../../src/core/testing/dates.ts'
import { currentTime } from '../../src/shared/rules/clock.ts'

/** A test’s sandbox. It runs in the test’s own process, where it starts within milliseconds. */
export interface TestSandbox {
  url: string
  host: string
  /** The test’s clock. */
  now(): number
  /** The link in the latest email; waits if none has been sent yet. */
  nextMailLink(): Promise<string>
  tokens: Record<
    'admin' | 'user' | 'read_user' | 'expired' | 'revoked' | 'blocked' | 'granular',
    string
  >
  /** Stops the sandbox. `start` restarts it with the same URL and data, optionally with other options. */
  stop(): Promise<void>
  start(instance?: Pick<SandboxOptions, 'edition' | 'version' | 'faults'>): Promise<void>
}

export interface SandboxOptions {
  flavor?: 'gitlab' | 'interface'
  /** Defaults to Enterprise Edition. */
  edition?: 'ce' | 'ee'
  /** Defaults to 18. */
  version?: '16.4' | '17' | '18' | '19'
  /** Allows tokens without an expiry date. */
  lastingTokens?: boolean
  /** How long deletions take; by default, until the next full minute. */
  deletionSeconds?: number
  /** Each fault has the form "METHOD PATH CALLS KIND". */
  faults?: readonly string[]
  /** Requires administrators’ tokens to have the `admin_mode` scope. */
  adminMode?: boolean
  /** How many users to create. */
  users?: number
}

/** Converts the options to sandbox flags. */
export function toFlags({
  flavor = 'gitlab',
  edition = 'ee',
  version = '18',
  faults = [],
  adminMode,
  lastingTokens,
  deletionSeconds,
  users,
}: SandboxOptions): string[] {
  return [
    ...['--flavor', flavor, '--edition', edition, '--version', version],
    ...(adminMode ? ['--admin-mode'] : []),
    ...(lastingTokens ? ['--lasting-tokens'] : []),
    ...(deletionSeconds === undefined ? [] : ['--deletion-seconds', String(deletionSeconds)]),
    ...(users === undefined ? [] : ['--users', String(users)]),
    ...faults.flatMap((fault) => ['--fault', fault]),
  ]
}

interface StartOptions {
  seed?: number
  /** Appended to the default flags, overriding them. */
  flags?: readonly string[]
  now?: () => number
}

export async function startTestSandbox(
  data: string,
  { seed = 1, flags: more = [], now = currentTime }: StartOptions = {},
): Promise<TestSandbox> {
  const mails = new EventEmitter<{ link: [string] }>()
  let lastLink: string | undefined
  let running: Sandbox
  const launch = async (port: string, last = more) => {
    const flags = ['--data', data, '--users', '60', '--seed', String(seed), '--flavor', 'gitlab']
    running = await startSandbox({
      ...readFlags([...flags, '--port', port, ...last]),
      now: () => new Date(now()),
      report: (error) => console.error(error),
      mail({ link }) {
        lastLink = link
        mails.emit('link', link)
      },
    })
    return running
  }
  const { url, tokens } = await launch('0')
  return {
    url,
    host: new URL(url).host,
    now,
    tokens,
    nextMailLink: async () => lastLink ?? (await once(mails, 'link'))[0],
    stop: () => running.stop(),
    start: async ({ faults, ...instance } = {}) => {
      const flags = Object.entries(instance).flatMap(([name, value]) => [`--${name}`, value])
      await launch(new URL(url).port, [...(faults ? toFlags({ faults }) : more), ...flags])
    },
  }
}

/** Calls the sandbox directly and returns the parsed body. Throws if the request fails. */
async function callService<T>(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': token, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const text = await answer.text()
  // 304 means that nothing changed.
  if (!answer.ok && answer.status !== 304) {
    throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  }
  return (text === '' ? undefined : JSON.parse(text)) as T
}

type Instance = Pick<TestSandbox, 'url' | 'tokens'>

/** Calls the sandbox as its administrator, bypassing Latchkey. */
export function callAsAdmin<T = void>(
  { url, tokens }: Instance,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  return callService(url, tokens.admin, method, path, body)
}

/** Calls the sandbox as the ordinary user, bypassing Latchkey. */
export function callAsUser<T = void>(
  { url, tokens }: Instance,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  return callService(url, tokens.user, method, path, body)
}

/** Creates another administrator; returns a function that calls the sandbox as them. */
export async function createAdmin(
  sandbox: TestSandbox,
): Promise<<T = void>(method: string, path: string, body?: object) => Promise<T>> {
  const { id } = await callAsAdmin<{ id: number }>(sandbox, 'POST', '/users', {
    username: 'other.admin',
    name: 'Other Admin',
    email: 'other.admin@tidewater.example',
    admin: true,
    force_random_password: true,
    skip_confirmation: true,
  })
  const { token } = await callAsAdmin<{ token: string }>(
    sandbox,
    'POST',
    `/users/${id}/personal_access_tokens`,
    { name: 'Other', scopes: ['api', 'admin_mode'] },
  )
  const { url, tokens } = sandbox
  return (method, path, body) =>
    callAsAdmin({ url, tokens: { ...tokens, admin: token } }, method, path, body)
}

/** Creates a user without data; returns a token of theirs with all scopes. */
export async function createNewUser(sandbox: TestSandbox): Promise<string> {
  const { id } = await callAsAdmin<{ id: number }>(sandbox, 'POST', '/users', {
    username: 'new.here',
    name: 'Nia Newell',
    email: 'nia@tidewater.example',
    force_random_password: true,
    skip_confirmation: true,
  })
  const { token } = await callAsAdmin<{ token: string }>(
    sandbox,
    'POST',
    `/users/${id}/impersonation_tokens`,
    {
      name: 'Latchkey',
      scopes: ['api', 'create_runner'],
      expires_at: dateIn(300, sandbox.now()),
    },
  )
  return token
}

/** GitLab’s HTTP status for a request with this token. */
export async function statusOf({ url }: Pick<TestSandbox, 'url'>, token: string): Promise<number> {
  const path = `${url}/api/v4/personal_access_tokens/self`
  return (await fetch(path, { headers: { 'private-token': token } })).status
}
