import type { AccountsSnapshot } from '../../../shared/operations/accounts.ts'
import type { Connectivity } from '../../../shared/operations/connectivity.ts'
import type { CredentialsState } from '../../../shared/operations/credentials.ts'
import type { DirectoryState } from '../../../shared/operations/directory.ts'
import type { LockState } from '../../../shared/operations/lock.ts'
import type { QueueSummary } from '../../../shared/operations/queue.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import type { StatusTimes } from '../../../shared/operations/status-times.ts'
import type { Envelope, Failure } from '../../../shared/rules/failure.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import {
  type Host,
  type HostEventName,
  type HostEvents,
  hostEventNames,
} from '../../../shared/operations/host.ts'
import { type ServerEvent, listenToServer, pause } from './server-events.ts'
import type { TabSession } from './tab-session.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'

const unreachable = { message: 'app.notAnswering', hint: 'app.notAnsweringHint' } as const
const refused = { message: 'app.pageRefused', hint: 'app.newAddressHint' } as const
const invalidResponse = { message: 'app.unexpectedAnswer', hint: 'app.notAnsweringHint' } as const

function failed({ message, hint }: { message: MessageId; hint: MessageId }): Envelope {
  const failure: Failure = { kind: 'unexpected', message: t(message), hint: t(hint) }
  return { ok: false, failure }
}

interface BrowserHost {
  host: Host
  /** Reopens the event stream, which stays closed after a rejection. */
  reconnect(): void
  /** Called when the host becomes reachable or unreachable. */
  onReachable(listener: (isReachable: boolean) => void): void
}

/** Connects to core over the loopback address that served the page. */
export function createBrowserHost(
  tab: Pick<TabSession, 'send' | 'takeFirst'>,
  { pauseMs = 1_000, firstCatchUpMs = 300, pollMs = 400 } = {},
): BrowserHost {
  const events = createEvents(tab, () => invoke, { pauseMs, firstCatchUpMs })

  async function invoke(name: string, input: unknown, account?: string): Promise<Envelope> {
    const first = tab.takeFirst(name, input, account)
    if (first) return first
    const response = await answered(tab, { name, input, account }, pollMs)
    if (!response) return failed(unreachable)
    if (response.status === 401) return failed(refused)
    const envelope: unknown = await response.json().catch(() => undefined)
    return isEnvelope(envelope) ? envelope : failed(invalidResponse)
  }

  return {
    host: { invoke, on: events.on },
    reconnect: events.reconnect,
    onReachable: events.onReachable,
  }
}

/** A call’s response, or undefined if there is none. Slow calls are polled instead of holding a connection open. */
async function answered(
  tab: Pick<TabSession, 'send'>,
  call: object,
  /** The interval (ms) between polls for a slow response. */
  pollMs: number,
): Promise<Response | undefined> {
  const post = (path: string, body: object) =>
    tab
      .send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify(body),
      })
      .catch(() => undefined)
  const first = await post('/invoke', call)
  if (first?.status !== 202) return first
  const late = (await first.json().catch(() => ({}))) as object
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const response = await post('/answer', late)
    if (response?.status !== 202) return response
  }
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'ok' in value
}

type Ask = (operation: string, account?: string) => Promise<unknown>

/**
 * Fetches the current state on every connection, because earlier events were missed. Each value is delivered as an
 * event payload.
 */
const catchUps: { [Name in HostEventName]: (ask: Ask) => Promise<HostEvents[Name][]> } = {
  accounts: async (ask) => [(await ask('accounts.list')) as AccountsSnapshot],
  connectivity: async (ask) => (await ask('connectivity.list')) as Connectivity[],
  lock: async (ask) => [(await ask('lock.state')) as LockState],
  settings: async (ask) => [(await ask('settings.get')) as Settings],
  // Always empty in a browser: its host doesn’t update itself.
  updates: async () => [],
  // Missed notices and import or scan progress are obsolete. Visits stay pending until they’re handled.
  keyImport: async () => [],
  // Only the desktop app clears the clipboard itself.
  copiedSecret: async () => [],
  repositoryScan: async () => [],
  notice: async () => [],
  unsaved: async () => [],
  // Screens read again what they show.
  dependents: async () => [],
  reports: async () => [],
  visit: async () => [{}],
  status: (ask) =>
    forEachAccount(ask, async (account) => ({
      account,
      status: (await ask('ownStatus.get', account)) as UserStatus,
    })),
  statusTimes: (ask) =>
    forEachAccount(ask, async (account) => ({
      account,
      times: (await ask('statusTimes.get', account)) as StatusTimes,
    })),
  credentials: (ask) =>
    forEachAdministrator(ask, async (account) => ({
      account,
      state: (await ask('credentials.state', account)) as CredentialsState,
    })),
  directory: (ask) =>
    forEachAdministrator(ask, async (account) => ({
      account,
      state: (await ask('directory.state', account)) as DirectoryState,
    })),
  // Screens read the rules again.
  rules: (ask) => forEachAdministrator(ask, async (account) => ({ account })),
  queue: (ask) =>
    forEachAccount(ask, async (account) => ({
      account,
      summary: (await ask('queue.summary', account)) as QueueSummary,
      targets: [],
    })),
}

/** Isolates accounts, so that one’s failure doesn’t affect the others. */
async function forEachAccount<T>(ask: Ask, news: (account: string) => Promise<T>): Promise<T[]> {
  const { accounts } = (await ask('accounts.list')) as AccountsSnapshot
  const all = await Promise.allSettled(accounts.map(({ id }) => news(id)))
  return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

async function forEachAdministrator<T>(
  ask: Ask,
  news: (account: string) => Promise<T>,
): Promise<T[]> {
  const { accounts } = (await ask('accounts.list')) as AccountsSnapshot
  return Promise.all(accounts.filter(({ isAdmin }) => isAdmin).map(({ id }) => news(id)))
}

/** Creates the page’s single event stream, which opens with the first listener. */
function createEvents(
  tab: Pick<TabSession, 'send'>,
  invoke: () => Host['invoke'],
  { pauseMs, firstCatchUpMs }: { pauseMs: number; firstCatchUpMs: number },
) {
  type Listener = (payload: never) => void
  const listeners = new Map<HostEventName, Set<Listener>>()
  let stop: (() => void) | undefined
  const reachabilityListeners = new Set<(isReachable: boolean) => void>()

  function reportReachable(isReachable: boolean) {
    for (const listener of reachabilityListeners) listener(isReachable)
  }

  function emit(name: HostEventName, payload: unknown) {
    for (const listener of listeners.get(name) ?? []) listener(payload as never)
  }

  /** Creates a function that sends identical requests only once. */
  function createAsk(): Ask {
    const answers = new Map<string, Promise<unknown>>()
    return (operation, account) => {
      const question = `${operation} ${account}`
      const answer = answers.get(question) ?? askNow(operation, account)
      answers.set(question, answer)
      return answer
    }
  }

  async function askNow(operation: string, account?: string): Promise<unknown> {
    const answer = await invoke()(operation, {}, account)
    if (!answer.ok) throw new Error(answer.failure.message)
    return answer.value
  }

  let isFirst = true
  async function catchUp() {
    // Skips statuses on the first connection, because each requires a request to its instance.
    const names = hostEventNames.filter((name) => !isFirst || name !== 'status')
    // A page that has just started has its own fresh state, so this can wait until the first screen is shown.
    if (isFirst) await pause(firstCatchUpMs)
    isFirst = false
    const ask = createAsk()
    for (const name of names) {
      // This fails while the host isn’t responding; the next connection retries.
      const payloads = await catchUps[name](ask).catch(() => [])
      for (const payload of payloads) emit(name, payload)
    }
  }

  function onEvent({ name, data }: ServerEvent) {
    const known = hostEventNames.find((one) => one === name)
    if (known) emit(known, JSON.parse(data))
  }

  function listen() {
    return listenToServer({
      connect: (signal) => tab.send('/events', { signal }),
      onOpen() {
        reportReachable(true)
        void catchUp()
      },
      onUnanswered: () => reportReachable(false),
      onEvent,
      pauseMs,
    })
  }

  function on<Name extends HostEventName>(
    name: Name,
    listener: (payload: HostEvents[Name]) => void,
  ): () => void {
    stop ??= listen()
    const eventListeners = listeners.get(name) ?? new Set<Listener>()
    listeners.set(name, eventListeners.add(listener as Listener))
    return () => void eventListeners.delete(listener as Listener)
  }

  function reconnect() {
    if (!stop) return
    stop()
    stop = listen()
  }

  const onReachable = (listener: (isReachable: boolean) => void) =>
    void reachabilityListeners.add(listener)

  return { on, reconnect, onReachable }
}
