import type { Entry, TabSession } from './tab-session.ts'

/** What to say to whoever opened an address that does not let them in. */
export const notLetIn: Record<Exclude<Entry, 'let-in'>, string> = {
  stale:
    'This address was already used, or it is out of date. Press Enter in Latchkey’s terminal for a new one.',
  'not-answering': "Latchkey's process isn't answering. Start it again and open the new address.",
}

type EnterPage = Pick<Window, 'location' | 'history'>
type WatchedPage = EnterPage & Pick<Window, 'addEventListener'>

/** Uses the key of the printed address up, and takes it out of the address bar and its history. */
export async function enterByAddress(page: EnterPage, tab: TabSession): Promise<void> {
  const key = keyIn(page.location.hash)
  if (!key) return
  page.history.replaceState(null, '', page.location.pathname)
  // A refused key needs no word here: the first call is refused too, and that has a screen.
  await tab.enter(key)
}

/**
 * Does the same where such an address is opened in a page that is open already, so that only its fragment changes; the screen
 * stays what it was. Has to come before the router, which would take the key for the name of a screen.
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
