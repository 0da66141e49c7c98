import type { Host } from '../shared/host.ts'
import { createBrowserHost } from './host-browser.ts'
import type { Page } from './host-browser.ts'
import { enter, watchKeys } from './host-key.ts'
import type { Entry } from './host-key.ts'

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
  /** Calls back when an address with a key was opened in this very page, and what came of it; never in the desktop app. */
  onEntry: (listener: (entry: Entry) => void) => void
}

/** Finds the Node side: through the preload where there is one, else over the address that served the page. */
export async function openHost(page: Window & Page): Promise<HostSession> {
  if (page.latchkey) {
    return {
      host: bridged(page.latchkey),
      onRefused: () => undefined,
      onEntry: () => undefined,
    }
  }
  await enter(page)
  const { host, onRefused, reconnect } = createBrowserHost(page)
  const listeners = new Set<(entry: Entry) => void>()
  watchKeys(page, (entry) => {
    if (entry === 'let-in') reconnect()
    for (const listener of listeners) listener(entry)
  })
  return { host, onRefused, onEntry: (listener) => void listeners.add(listener) }
}

/** The bridge clones what it is given and refuses reactive objects, so they become plain ones here. */
function bridged(exposed: Host): Host {
  return {
    invoke: (name, input, account) =>
      exposed.invoke(name, JSON.parse(JSON.stringify(input)), account),
    on: exposed.on,
  }
}
