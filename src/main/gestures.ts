import type { WebContents } from 'electron'
import { currentTime } from '../shared/clock.ts'

/** As long as Chromium keeps a user activation. */
const lifetimeMs = 5_000

const gestureTypes = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'gestureTap'])

/**
 * Follows clicks and keys of a window; returns a function that uses up one of the last five seconds, if there was one. Electron
 * reports input of the system, so no script in the page can fake a gesture.
 */
export function trackGestures(contents: WebContents, now = currentTime): () => boolean {
  let last = -Infinity
  contents.on('input-event', (_, { type }) => {
    if (gestureTypes.has(type)) last = now()
  })
  return () => {
    const isRecent = now() - last < lifetimeMs
    // guard: gesture-used-up
    last = -Infinity
    return isRecent
  }
}
