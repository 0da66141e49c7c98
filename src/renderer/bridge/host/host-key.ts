import type { Entry, TabSession } from './tab-session.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

/** Why the key of an opened address was not accepted. */
export const entryFailures: Record<Exclude<Entry, 'entered'>, MessageId> = {
  stale: 'app.entryStale',
  'not-answering': 'app.entryNotAnswering',
}

type EnterPage = Pick<Window, 'location' | 'history'>
type WatchedPage = EnterPage & Pick<Window, 'addEventListener'>

/** Uses the key of the printed address, and removes it from the address bar and the history. */
export async function enterByAddress(page: EnterPage, tab: TabSession): Promise<void> {
  const key = keyIn(page.location.hash)
  if (!key) return
  page.history.replaceState(null, '', page.location.pathname)
  // A refused key needs no message here: the first call is refused too, and shows a screen.
  await tab.enter(key)
}

/**
 * Does the same when such an address is opened in a page that is already open, so that only its fragment changes; the screen
 * stays. Must run before the router, which would take the key for a path.
 */
export function watchKeys(
  page: WatchedPage,
  tab: TabSession,
  entered: (entry: Entry) => void,
): void {
  page.addEventListener('popstate', (event) => {
    if (keyIn(page.location.hash)) event.stopImmediatePropagation()
  })
  page.addEventListener('hashchange', ({ oldURL }) => {
    const key = keyIn(page.location.hash)
    if (!key) return
    page.history.replaceState(null, '', oldURL)
    void tab.enter(key).then(entered)
  })
}

function keyIn(hash: string): string | undefined {
  return /^#key=(.+)$/.exec(hash)?.[1]
}
