import type { Host } from '../../../shared/operations/host.ts'
import { createBrowserHost } from './host-browser.ts'
import { watchKeys } from './host-key.ts'
import type { Entry, TabSession } from './tab-session.ts'

declare global {
  interface Window {
    /** Put there by the preload of the desktop app; absent in a browser. */
    latchkey?: Host
  }
}

/** The Node side as this page reaches it, and events of the connection to it. */
export interface HostSession {
  host: Host
  /** Calls back when the host no longer knows this page; never happens in the desktop app. */
  onRefused: (listener: () => void) => void
  /** Calls back when the host ended, and when it is back; never in the desktop app. */
  onReachable: (listener: (isReachable: boolean) => void) => void
  /** Calls back when this page used another key, with the result; never in the desktop app. */
  onEntry: (listener: (entry: Entry) => void) => void
}

/** Connects to the Node side: through the preload if there is one, otherwise as a tab over the URL that served the page. */
export function openHost(page: Window, tab: TabSession | undefined): HostSession {
  if (!tab) {
    return {
      host: bridged(page.latchkey!),
      onRefused: () => undefined,
      onReachable: () => undefined,
      onEntry: () => undefined,
    }
  }
  const { host, reconnect, onReachable } = createBrowserHost(tab)
  const listeners = new Set<(entry: Entry) => void>()
  const entered = (entry: Entry) => {
    if (entry === 'entered') reconnect()
    for (const listener of listeners) listener(entry)
  }
  watchKeys(page, tab, entered)
  tab.onJoined(() => entered('entered'))
  return {
    host,
    onRefused: tab.onRefused,
    onReachable,
    onEntry: (listener) => void listeners.add(listener),
  }
}

/** The bridge clones its arguments and rejects reactive objects, so they are made plain here. */
function bridged(exposed: Host): Host {
  return {
    invoke: (name, input, account) =>
      exposed.invoke(name, JSON.parse(JSON.stringify(input)), account),
    on: exposed.on,
    ...(exposed.pathOf && { pathOf: exposed.pathOf }),
  }
}
