/** What came of a key: it is right, or it was used or ran out, or nobody answered. */
export type Entry = 'let-in' | 'stale' | 'not-answering'

/** What of the window is needed to reach the host. */
export type TabPage = Pick<Window, 'sessionStorage'> &
  Pick<typeof globalThis, 'fetch' | 'BroadcastChannel'>

/** How the host knows this tab: by a secret of its own, which goes into a header of each request and into no cookie. */
export interface TabSession {
  /** Sends a request as this tab; rejects where nobody answers. */
  send(path: string, init?: RequestInit): Promise<Response>
  /** Gets the secret for a key. */
  enter(key: string): Promise<Entry>
  /** Calls back when the host does not know this tab, and no other tab could let it in. */
  onRefused(listener: () => void): void
  /** Calls back when another tab let this one in after it was refused. */
  onJoined(listener: () => void): void
}

/** Messages between the tabs of one browser. Only pages of the same origin, port included, hear them. */
type Message =
  { type: 'ask'; id: string } | { type: 'key'; id: string; key: string } | { type: 'entered' }

/** A reload stays in: the secret is kept for this tab, until it is closed. */
const storageKey = 'latchkey-tab'
/** Milliseconds in which another tab can answer. */
const patienceMs = 1_000

export function createTabSession(page: TabPage): TabSession {
  const channel = new page.BroadcastChannel('latchkey')
  const refusals = new Set<() => void>()
  const joins = new Set<() => void>()
  let secret = savedSecret(page)
  let isRefused = false
  let joining: Promise<void> | undefined

  function request(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
    const authorization: Record<string, string> = secret
      ? { authorization: `Bearer ${secret}` }
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
    const answer = entered.ok ? ((await entered.json()) as { secret: string }) : undefined
    if (!answer) return 'stale'
    secret = answer.secret
    saveSecret(page, secret)
    isRefused = false
    post({ type: 'entered' })
    return 'let-in'
  }

  const post = (message: Message) => channel.postMessage(message)

  /** Gets in by a key that another tab asks for, where one does. */
  function join(): Promise<void> {
    joining ??= askOthers()
      .then(useKeyOfOther)
      .finally(() => (joining = undefined))
    return joining
  }

  async function useKeyOfOther(key: string | undefined): Promise<void> {
    const wasRefused = isRefused
    if (key === undefined || (await enter(key)) !== 'let-in' || !wasRefused) return
    for (const joined of joins) joined()
  }

  function askOthers(): Promise<string | undefined> {
    const id = crypto.randomUUID()
    return new Promise((resolve) => {
      const finish = (key?: string) => {
        clearTimeout(timer)
        channel.removeEventListener('message', hear)
        resolve(key)
      }
      const hear = ({ data }: MessageEvent<Message>) => {
        if (data.type === 'key' && data.id === id) finish(data.key)
        // The tab that is in now had no way to answer before.
        if (data.type === 'entered') post({ type: 'ask', id })
      }
      const timer = setTimeout(finish, patienceMs)
      channel.addEventListener('message', hear)
      post({ type: 'ask', id })
    })
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'ask' && secret) void letIn(data.id)
    if (data.type === 'entered' && isRefused) void join()
  })

  async function letIn(id: string): Promise<void> {
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
    // The host was restarted, and this tab or another one may be in already. What was refused was not done.
    if (before !== undefined && secret === before) await join()
    if (secret !== before) return request(path, init)
    isRefused = true
    for (const refused of refusals) refused()
    return response
  }

  return {
    send,
    enter,
    onRefused: (listener) => void refusals.add(listener),
    onJoined: (listener) => void joins.add(listener),
  }
}

function savedSecret(page: TabPage): string | undefined {
  try {
    return page.sessionStorage.getItem(storageKey) ?? undefined
  } catch {
    // The browser lets pages keep nothing.
    return undefined
  }
}

function saveSecret(page: TabPage, secret: string): void {
  try {
    page.sessionStorage.setItem(storageKey, secret)
  } catch {
    // It is there until the page is reloaded.
  }
}
