import type { Envelope } from '../../../shared/rules/failure.ts'
import type { FirstAnswer } from '../../../shared/operations/host.ts'

/** The result of using a key: accepted, already used or expired, or no response. */
export type Entry = 'entered' | 'stale' | 'not-answering'

/** The parts of `window` needed to reach the host. */
export type TabWindow = Pick<Window, 'sessionStorage' | 'setTimeout' | 'clearTimeout'> &
  Pick<typeof globalThis, 'fetch' | 'BroadcastChannel'>

/** Identifies this tab to the host by its own secret, sent in a header and never as a cookie. */
export interface TabSession {
  /** Sends a request as this tab; rejects if there is no response. */
  send(path: string, init?: RequestInit): Promise<Response>
  /** Exchanges a key for the tab’s secret. */
  enter(key: string): Promise<Entry>
  /** The preloaded responses that arrived with the secret and are still unused. */
  first(): readonly FirstAnswer[]
  takeFirst(name: string, input: unknown, account?: string): Envelope | undefined
  /** Called when the host doesn’t recognize this tab and no other tab could share a key. */
  onRefused(listener: () => void): void
  /** Called when a rejected tab has been admitted with a key from another tab. */
  onJoined(listener: () => void): void
}

/** Messages between a browser’s tabs. Only pages with the same origin, including the port, receive them. */
type Message =
  { type: 'ask'; id: string } | { type: 'key'; id: string; key: string } | { type: 'entered' }

/** The host’s response to a key. */
interface EnterResponse {
  secret: string
  first: FirstAnswer[]
}

/** Where the secret is kept until the tab closes. It survives reloads. */
const storageKey = 'latchkey-tab'
const scheme = 'Bearer'
/** How long (ms) to wait for another tab’s key. */
const patienceMs = 1_000
/** How long (ms) preloaded responses stay usable. */
const firstAnswersMs = 10_000

export function createTabSession(page: TabWindow): TabSession {
  const channel = new page.BroadcastChannel('latchkey')
  const refusals = new Set<() => void>()
  const joins = new Set<() => void>()
  let secret = savedSecret(page)
  let isRefused = false
  let joining: Promise<void> | undefined
  let first: FirstAnswer[] = []

  function request(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const authorization: Record<string, string> = secret
      ? { authorization: `${scheme} ${secret}` }
      : {}
    return page.fetch(path, {
      ...init,
      headers: { ...(headers as Record<string, string>), ...authorization },
      credentials: 'omit',
    })
  }

  async function enter(key: string): Promise<Entry> {
    const entered = await page
      .fetch('/enter', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key }),
        credentials: 'omit',
      })
      .catch(() => undefined)
    if (!entered) return 'not-answering'
    const answer = entered.ok ? ((await entered.json()) as EnterResponse) : undefined
    if (!answer) return 'stale'
    secret = answer.secret
    first = answer.first
    page.setTimeout(() => (first = []), firstAnswersMs)
    saveSecret(page, secret)
    isRefused = false
    post({ type: 'entered' })
    return 'entered'
  }

  function takeFirst(name: string, input: unknown, account?: string): Envelope | undefined {
    const isAsked = (one: FirstAnswer) =>
      one.name === name &&
      one.account === account &&
      JSON.stringify(one.input) === JSON.stringify(input)
    const match = first.find(isAsked)
    first = first.filter((one) => one !== match)
    return match?.answer
  }

  const post = (message: Message) => channel.postMessage(message)

  /** Signs in with a key from another tab, if one shares it. */
  function join(): Promise<void> {
    joining ??= requestSharedKey()
      .then(signInWithSharedKey)
      .finally(() => (joining = undefined))
    return joining
  }

  async function signInWithSharedKey(key: string | undefined): Promise<void> {
    const wasRefused = isRefused
    if (key === undefined || (await enter(key)) !== 'entered' || !wasRefused) return
    for (const joined of joins) joined()
  }

  function requestSharedKey(): Promise<string | undefined> {
    const id = crypto.randomUUID()
    return new Promise((resolve) => {
      const finish = (key?: string) => {
        page.clearTimeout(timer)
        channel.removeEventListener('message', onMessage)
        resolve(key)
      }
      const onMessage = ({ data }: MessageEvent<Message>) => {
        if (data.type === 'key' && data.id === id) finish(data.key)
        // A tab that has just signed in couldn’t have shared a key before.
        if (data.type === 'entered') post({ type: 'ask', id })
      }
      const timer = page.setTimeout(finish, patienceMs)
      channel.addEventListener('message', onMessage)
      post({ type: 'ask', id })
    })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'ask' && secret) void shareKey(data.id)
    if (data.type === 'entered' && isRefused) void join()
  })

  async function shareKey(id: string): Promise<void> {
    const answer = await request('/keys', { method: 'POST' }).catch(() => undefined)
    if (!answer?.ok) return
    const { key } = (await answer.json()) as { key: string }
    post({ type: 'key', id, key })
  }

  async function send(path: string, init?: RequestInit): Promise<Response> {
    if (!secret) await join()
    const before = secret
    const response = await request(path, init)
    if (response.status !== 401) return response
    // The host has restarted, and this or another tab may have signed in since. Rejected requests weren’t executed, so
    // retrying is safe.
    if (before !== undefined && secret === before) await join()
    if (secret !== before) return request(path, init)
    isRefused = true
    for (const refused of refusals) refused()
    return response
  }

  return {
    send,
    enter,
    first: () => first,
    takeFirst,
    onRefused: (listener) => void refusals.add(listener),
    onJoined: (listener) => void joins.add(listener),
  }
}

function savedSecret(page: TabWindow): string | undefined {
  try {
    return page.sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    // The browser is blocking page storage.
    return undefined
  }
}

function saveSecret(page: TabWindow, secret: string): void {
  try {
    page.sessionStorage.setItem(storageKey, secret)
  } catch {
    // Without storage, the secret lasts until the page is reloaded.
  }
}
