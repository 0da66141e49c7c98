import type { Host } from '../../../shared/operations/host.ts'
import { createBrowserHost } from './host-browser.ts'
import { watchKeys } from './host-key.ts'
import type { Entry, TabSession } from './tab-session.ts'

declare global {
  interface Window {
    /** Set by the desktop app’s preload script; undefined in a browser. */
    latchkey?: Host
  }
}

/** The page’s access to core, with connection events. */
export interface HostSession {
  host: Host
  /** Called when the host no longer recognizes this page; never in the desktop app. */
  onRefused: (listener: () => void) => void
  /** Called when the host goes away or comes back; never in the desktop app. */
  onReachable: (listener: (isReachable: boolean) => void) => void
  /** Called with the result when this page has used another key; never in the desktop app. */
  onEntry: (listener: (entry: Entry) => void) => void
}

/** Connects to core through the preload script if present, or else as a browser tab. */
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

/** Converts arguments to plain objects, because the bridge clones them and can’t clone reactive ones. */
function bridged(exposed: Host): Host {
  return {
    invoke: (name, input, account) =>
      exposed.invoke(name, JSON.parse(JSON.stringify(input)), account),
    on: exposed.on,
    ...(exposed.pathOf && { pathOf: exposed.pathOf }),
  }
}
