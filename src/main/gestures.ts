import type { WebContents } from 'electron'

/** As long as Chromium lets a click count for a page. */
const lifetime = 5_000

const gestureTypes = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'gestureTap'])

/**
 * Follows the clicks and keys that a window is sent, and tells whether there was one in the last five seconds that nothing was done
 * for yet. Electron reports what the system sends, so that no script in the page can make up a gesture.
 */
export function followGestures(contents: WebContents, now = Date.now): () => boolean {
  let last = -Infinity
  contents.on('input-event', (_, { type }) => {
    if (gestureTypes.has(type)) last = now()
  })
  return () => {
    const isRecent = now() - last < lifetime
    // guard: gesture-used-up
    last = -Infinity
    return isRecent
  }
}
