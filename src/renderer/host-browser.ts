import type { Envelope, Failure } from '../shared/failure.ts'
import type { Host, HostEventName, HostEvents } from '../shared/host.ts'
import type { HostSession } from './host.ts'

/** What of the window is needed to reach the host. */
export type Page = Pick<typeof globalThis, 'fetch' | 'EventSource'>

const notAnswering: Failure = {
  kind: 'unexpected',
  message: 'Latchkey’s own process is not answering.',
  hint: 'Start it again, and open the address that it prints.',
}
const refusedHere: Failure = {
  kind: 'unexpected',
  message: 'Latchkey does not know this page any more.',
  hint: 'Open Latchkey from the address that it printed when it started.',
}
const garbled: Failure = {
  kind: 'unexpected',
  message: 'Latchkey’s own process gave an answer that makes no sense.',
  hint: 'Start it again, and open the address that it prints.',
}

/** Reaches the Node side over the loopback address that served this page. */
export function createBrowserHost(page: Page): HostSession {
  const refusals = new Set<() => void>()
  const events = createEvents(page, () => invoke)

  async function invoke(name: string, input: unknown, account?: string): Promise<Envelope> {
    const response = await page
      .fetch('/invoke', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, input, account }),
      })
      .catch(() => undefined)
    if (!response) return { ok: false, failure: notAnswering }
    if (response.status === 401) {
      for (const refused of refusals) refused()
      return { ok: false, failure: refusedHere }
    }
    const envelope: unknown = await response.json().catch(() => undefined)
    return isEnvelope(envelope) ? envelope : { ok: false, failure: garbled }
  }

  return {
    host: { invoke, on: events.on },
    onRefused: (listener) => void refusals.add(listener),
  }
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'ok' in value
}

/** Asked again with each connection, because what happened before it was not heard. */
const snapshots = {
  accounts: 'accounts.list',
  connectivity: 'connectivity.list',
  settings: 'settings.get',
} satisfies Record<HostEventName, string>

/** One event stream for the whole page, opened with the first listener. */
function createEvents(page: Page, invoke: () => Host['invoke']) {
  type Listener = (payload: never) => void
  const listeners = new Map<HostEventName, Set<Listener>>()
  let source: EventSource | undefined

  function tell(name: HostEventName, payload: unknown) {
    for (const listener of listeners.get(name) ?? []) listener(payload as never)
  }

  async function catchUp() {
    for (const [name, operation] of Object.entries(snapshots) as [HostEventName, string][]) {
      const answer = await invoke()(operation, {})
      if (!answer.ok) continue
      for (const payload of name === 'connectivity' ? (answer.value as []) : [answer.value]) {
        tell(name, payload)
      }
    }
  }

  function open(): EventSource {
    const stream = new page.EventSource('/events')
    stream.addEventListener('open', () => void catchUp())
    for (const name of Object.keys(snapshots) as HostEventName[]) {
      stream.addEventListener(name, (event) => tell(name, JSON.parse(event.data)))
    }
    return stream
  }

  function on<Name extends HostEventName>(
    name: Name,
    listener: (payload: HostEvents[Name]) => void,
  ): () => void {
    source ??= open()
    const named = listeners.get(name) ?? new Set<Listener>()
    listeners.set(name, named.add(listener as Listener))
    return () => void named.delete(listener as Listener)
  }

  return { on }
}
