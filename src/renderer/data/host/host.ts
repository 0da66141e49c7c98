import type { Host } from '../../../shared/host.ts'
import { createBrowserHost } from './host-browser.ts'
import { enterByAddress, watchKeys } from './host-key.ts'
import { createTabSession } from './tab-session.ts'
import type { Entry, TabPage } from './tab-session.ts'

declare global {
  interface Window {
    /** Put there by the preload of the desktop app; absent in a browser. */
    latchkey?: Host
  }
}

/** The Node side as this page reaches it, and what the page has to know of the way there. */
export interface HostSession {
  host: Host
  /** Calls back when the host no longer knows this page; never happens in the desktop app. */
  onRefused: (listener: () => void) => void
  /** Calls back when this very page used a key once more, and what came of it; never in the desktop app. */
  onEntry: (listener: (entry: Entry) => void) => void
}

/** Finds the Node side: through the preload where there is one, else over the address that served the page. */
export async function openHost(page: Window & TabPage): Promise<HostSession> {
  if (page.latchkey) {
    return {
      host: bridged(page.latchkey),
      onRefused: () => undefined,
      onEntry: () => undefined,
    }
  }
  const tab = createTabSession(page)
  await enterByAddress(page, tab)
  const { host, reconnect } = createBrowserHost(tab)
  const listeners = new Set<(entry: Entry) => void>()
  const entered = (entry: Entry) => {
    if (entry === 'let-in') reconnect()
    for (const listener of listeners) listener(entry)
  }
  watchKeys(page, tab, entered)
  tab.onJoined(() => entered('let-in'))
  return {
    host,
    onRefused: tab.onRefused,
    onEntry: (listener) => void listeners.add(listener),
  }
}

/** The bridge clones what it is given and refuses reactive objects, so they become plain ones here. */
function bridged(exposed: Host): Host {
  return {
    invoke: (name, input, account) =>
      exposed.invoke(name, JSON.parse(JSON.stringify(input)), account),
    on: exposed.on,
  }
}
