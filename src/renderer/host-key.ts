/** What came of a key: it is right, or from an earlier start, or nobody answered. */
export type Entry = 'let-in' | 'stale' | 'not-answering'

/** What to say to whoever opened an address that does not let them in. */
export const notLetIn: Record<Exclude<Entry, 'let-in'>, string> = {
  stale: 'This address is from an earlier start of Latchkey. Open the one it printed last.',
  'not-answering': "Latchkey's process isn't answering. Start it again and open the new address.",
}

type EnterPage = Pick<Window, 'location' | 'history'> & Pick<typeof globalThis, 'fetch'>
type WatchedPage = EnterPage & Pick<Window, 'addEventListener'>

/** Trades the key of the printed address for a cookie, and takes the key out of the address bar and its history. */
export async function enter(page: EnterPage): Promise<void> {
  const key = keyIn(page.location.hash)
  if (!key) return
  page.history.replaceState(null, '', page.location.pathname)
  // A refused key needs no word here: the first call is refused too, and that has a screen.
  await use(page, key)
}

/**
 * Does the same where such an address is opened in a page that is open already, so that only its fragment changes; the screen
 * stays what it was. Has to come before the router, which would take the key for the name of a screen.
 */
export function watchKeys(page: WatchedPage, entered: (entry: Entry) => void): void {
  page.addEventListener('popstate', (event) => {
    if (keyIn(page.location.hash)) event.stopImmediatePropagation()
  })
  page.addEventListener('hashchange', ({ oldURL }) => {
    const key = keyIn(page.location.hash)
    if (!key) return
    page.history.replaceState(null, '', oldURL)
    void use(page, key).then(entered)
  })
}

function keyIn(hash: string): string | undefined {
  return /^#key=(.+)$/.exec(hash)?.[1]
}

async function use(page: EnterPage, key: string): Promise<Entry> {
  const answer = await page
    .fetch('/enter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    })
    .catch(() => undefined)
  if (!answer) return 'not-answering'
  return answer.ok ? 'let-in' : 'stale'
}
