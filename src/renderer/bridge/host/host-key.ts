import type { Entry, TabSession } from './tab-session.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

/** Explains why the key in a URL was rejected. */
export const entryFailures: Record<Exclude<Entry, 'entered'>, MessageId> = {
  stale: 'app.entryStale',
  'not-answering': 'app.entryNotAnswering',
}

type EnterPage = Pick<Window, 'location' | 'history'>
type WatchedPage = EnterPage & Pick<Window, 'addEventListener'>

/** Signs in with the key from the printed URL and removes it from the address bar and the history. */
export async function enterByAddress(page: EnterPage, tab: TabSession): Promise<void> {
  const key = parseKey(page.location.hash)
  if (!key) return
  page.history.replaceState(null, '', page.location.pathname)
  // A rejected key needs no message here, because the first call will be rejected too, and that shows a screen.
  await tab.enter(key)
}

/**
 * Handles a key URL opened in a running page, where only the fragment changes, and keeps the current screen. Must run
 * before the router, which would parse the key as a path.
 */
export function watchKeys(
  page: WatchedPage,
  tab: TabSession,
  entered: (entry: Entry) => void,
): void {
  page.addEventListener('popstate', (event) => {
    if (parseKey(page.location.hash)) event.stopImmediatePropagation()
  })
  page.addEventListener('hashchange', ({ oldURL }) => {
    const key = parseKey(page.location.hash)
    if (!key) return
    page.history.replaceState(null, '', oldURL)
    void tab.enter(key).then(entered)
  })
}

function parseKey(hash: string): string | undefined {
  return /^#key=(.+)$/.exec(hash)?.[1]
}
