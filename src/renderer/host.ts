import type { Host } from '../shared/host.ts'
import { createBrowserHost } from './host-browser.ts'
import type { Page } from './host-browser.ts'

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
}

/** Finds the Node side: through the preload where there is one, else over the address that served the page. */
export async function openHost(page: Window & Page): Promise<HostSession> {
  if (page.latchkey) {
    return { host: bridged(page.latchkey), onRefused: () => undefined }
  }
  await enter(page)
  return createBrowserHost(page)
}

/** The bridge clones what it is given and refuses reactive objects, so they become plain ones here. */
function bridged(exposed: Host): Host {
  return {
    invoke: (name, input, account) =>
      exposed.invoke(name, JSON.parse(JSON.stringify(input)), account),
    on: exposed.on,
  }
}

/** Trades the key of the printed address for a cookie, and takes the key out of the address bar and its history. */
async function enter(page: Window & Page): Promise<void> {
  const key = new URLSearchParams(page.location.hash.slice(1)).get('key')
  if (!key) return
  page.history.replaceState(null, '', page.location.pathname)
  // A refused key needs no word here: the first call is refused too, and that has a screen.
  await page
    .fetch('/enter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    })
    .catch(() => undefined)
}
